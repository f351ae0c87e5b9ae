// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// Writes what an engine needs to load the tiles that it wants: FOLDER/index.json
/// (docs/reference/schema/tile_index.json), and FOLDER/index.html where tiles have pages. All tiles have to be finished
/// since they were joined. Errors: bad_option if one is not; those of reading and writing.
std::optional<Error> write_tile_index(const TileStore& store, const TilePlan& plan);

}  // namespace plumb::pipeline
