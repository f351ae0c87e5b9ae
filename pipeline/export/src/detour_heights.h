// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>

#include "plumb/kernel/rounded_ring.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The facets under a polygon as triangles: Detour's detail mesh.
struct DetourHeights {
  std::vector<ExactPoint> vertices;  ///< the polygon's corners, then others; z up
  std::vector<std::array<std::uint8_t, 4>>
      triangles;           ///< counter-clockwise; the fourth: bit 2e if edge e is on the polygon's boundary
  bool flattened = false;  ///< these are the corners alone
};

/// Of a part of a cell, given by points of the mesh and where they are once rounded. The corners alone, if there would
/// be more than 255 vertices or triangles, or more than `most` vertices besides the corners, or if the polygon is
/// convex, or on the cell, only because it was rounded.
DetourHeights detour_heights(const NavMesh& mesh, NavMesh::CellIndex cell, std::span<const NavMesh::PointIndex> corners,
                             const std::vector<kernel::RoundedPlace>& rounded, std::size_t most);

}  // namespace plumb::pipeline
