// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// Writes a tile of a joined store for engines: its cells without the components that are not to be kept, in each of
/// some formats (".obj", ".glb", ".tres", ".json", ".svg"), as FOLDER/out/I_J.FORMAT. A tile without such cells gets no
/// file. `stance`: the name of that of a .tres; empty: the lowest.
///
/// Errors: bad_option (a tile that is not baked, tiles that are not joined, a format that shows whole levels alone);
/// those of writing.
/// @return the files
Result<std::vector<std::string>> finish_tile(const TileStore& store, const TilePlan& plan, const Tile& tile,
                                             const std::vector<std::string>& formats, const std::string& stance,
                                             Progress& progress);

}  // namespace plumb::pipeline
