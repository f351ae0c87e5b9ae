// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/tile_grid.h"
#include "plumb/pipeline/tile_seam.h"

namespace plumb::pipeline {

/// Gives the edges of a tile's navmesh that lie on its sides the corners that the tiles beside it have there, so that
/// both have the same edges along a line between tiles wherever somebody can stand on both sides.
///
/// `beside`: the seams of these tiles. Corners are added in the middle of edges; nothing else changes.
void share_corners(NavMesh& mesh, const TileGrid& grid, const Tile& tile, const std::vector<TileSeam>& beside);

}  // namespace plumb::pipeline
