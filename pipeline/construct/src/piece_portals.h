// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/merged_cells.h"
#include "plumb/pipeline/nav_mesh.h"
#include "point_pool.h"

namespace plumb::pipeline {

/// A portal between pieces of a partition, as NavMesh::Portal, of points by name.
struct PiecePortal {
  NavMesh::CellIndex a = 0, b = 0;
  PortalKind kind = PortalKind::flush;
  kernel::Label stance = 1;
  std::array<PointPool::Name, 2> on_a{}, on_b{};
  std::uint32_t line = 0xffffffffu;  ///< HalfEdge::line of what it was made of; none where that was several, or a cut
};

/// In the navmesh's order. What follows on each other along a line is one portal.
std::vector<PiecePortal> piece_portals(const MergedCells& partition, const PointPool& pool);

}  // namespace plumb::pipeline
