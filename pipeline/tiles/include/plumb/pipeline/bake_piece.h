// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/crop_nav_mesh.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// The bake of the faces near a tile, which reaches beyond the tile.
struct PieceBake {
  Baked baked;
  std::vector<std::uint64_t> faces;  ///< by face of the piece, its number in the level
  bool prunes_by_area = false;       ///< small components are to be dropped when the tiles are joined

  /// What of it is in the tile, in exact points, with the level's numbers of faces.
  CroppedMesh cropped(const TileGrid& grid, const Tile& tile, unsigned threads);
};

/// Bakes the piece of a tile under the options of the plan; under another bound of the clearance, if one is given, and
/// then without what a certificate needs. Nothing is pruned. `threads`: at least 1.
///
/// Errors: bad_option, for a tile that the plan does not have, or a piece that is not the plan's; those of a bake.
Result<PieceBake> bake_piece(const TileStore& store, const TilePlan& plan, const Tile& tile, unsigned threads,
                             std::optional<ClearanceBound> clearance, Progress& progress);

}  // namespace plumb::pipeline
