// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

inline constexpr std::size_t detour_corners = 6;  // DT_VERTS_PER_POLYGON
inline constexpr std::uint32_t no_polygon_there = 0xffffffffu;

/// A convex polygon of at most six corners: a cell where somebody can stand, or a part of one.
struct DetourPolygon {
  NavMesh::CellIndex cell = 0;
  std::vector<NavMesh::PointIndex> corners;  ///< counter-clockwise seen from above; some may be straight
  std::vector<std::uint32_t> neighbours;     ///< [i]: beyond the edge from corner i to the next; or no_polygon_there
};

struct DetourPolygons {
  std::vector<DetourPolygon> polygons;     ///< ascending by cell
  std::vector<std::uint32_t> connections;  ///< portals that are no edge; of a weld and its reverse, the first
};

/// Every accepted portal is one edge of a polygon on either side.
DetourPolygons detour_polygons(const NavMesh& mesh);

}  // namespace plumb::pipeline
