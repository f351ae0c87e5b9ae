// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/tile_seam.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

struct BakedTile {
  bool was_there = false;  ///< baked before, of the same piece and options
  std::uint64_t cells = 0;
};

/// The seam of a tile that was baked, of the same piece and options; none, too, if one of its other files is missing or
/// has another size.
std::optional<TileSeam> seam_of_baked(const TileStore& store, const TilePlan& plan, const Tile& tile);
/// Whether a tile was baked, of the same piece and options, and all its files are as they were written.
bool is_baked(const TileStore& store, const TilePlan& plan, const Tile& tile);
/// The cells of a tile that was baked. Errors: not_baked(), if they are not those of the seam.
Result<NavMesh> cells_of_baked(const TileStore& store, const TileSeam& seam);

/// bad_option, with the command to give.
Error not_baked(const TileStore& store, const Tile& tile);

/// Bakes a tile of a store: its piece, cut at the tile's sides. Writes the cells (nav_mesh_json.h), with the numbers of
/// faces that the level has, and the seam (tile_seam.h); the latter last, with the digests of the others. Does nothing
/// if it is_baked(). Other tiles may be baked at the same time, and the same one, too. `threads`: at least 1.
///
/// Errors: bad_option, for a tile that the plan does not have, or a piece that is not the plan's; those of a bake.
Result<BakedTile> bake_tile(const TileStore& store, const TilePlan& plan, const Tile& tile, unsigned threads,
                            Progress& progress);

/// The same of many, as many at a time as there are threads; what became of each, in the order of the tiles. The error
/// is that of the first tile that has one.
Result<std::vector<BakedTile>> bake_tiles(const TileStore& store, const TilePlan& plan, const std::vector<Tile>& tiles,
                                          unsigned threads, Progress& progress);

}  // namespace plumb::pipeline
