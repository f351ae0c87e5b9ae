// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/cut_level.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/join_seams.h"

namespace plumb::pipeline {

/// A level baked in tiles from its files to those for engines.
struct TiledBake {
  JoinedTiles joined;
  std::vector<TileFile> files;
};

/// Cuts a level into tiles, bakes them, joins them, and writes them in some formats, and the index. As many tiles are
/// in memory as there are threads; the level is while it is cut. In a folder that has a store, what was baked of the
/// same faces with the same options is not baked again.
///
/// Errors: those of cut_level(), bake_tile(), join_store() and finish_tile().
Result<TiledBake> bake_in_tiles(const CutArguments& arguments, const TileFormats& formats, unsigned threads,
                                Progress& progress);

}  // namespace plumb::pipeline
