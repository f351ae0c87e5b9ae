// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/tile_grid.h"

namespace plumb::pipeline {

/// A way that leads out of a tile: over a line between tiles or, if it is a weld, perhaps farther.
struct WayOut {
  NavMesh::CellIndex cell = 0;  ///< where it begins, in the tile
  PortalKind kind = PortalKind::flush;
  kernel::Label stance = 1;  ///< the greatest that may use it
  bool from_here = true;     ///< a weld is measured from one of its sides; of other ways, true
  Tile beyond;               ///< where it leads to
  /// The stretch of the cell's boundary, counter-clockwise around it, and what is reached from its ends.
  std::array<kernel::ExactPoint, 2> here, there;
};

/// What of a navmesh is in one tile.
struct CroppedMesh {
  NavMesh mesh;
  std::vector<WayOut> ways;
};

/// Cuts a navmesh at the sides of a tile, exactly: cells, portals and obstructions, in their order. What only touches
/// the tile is left out, but an obstruction along a side belongs to the tiles on both. A cell that a side cuts has a
/// flush way out along it, of the cell's stance.
///
/// Cost: linear in the navmesh; fractions are made of what meets a side.
CroppedMesh crop(const NavMesh& mesh, const TileGrid& grid, const Tile& tile);

}  // namespace plumb::pipeline
