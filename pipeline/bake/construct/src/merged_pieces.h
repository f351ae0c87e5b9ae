// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/optimise.h"
#include "point_pool.h"

namespace plumb::pipeline {

/// Facets of cells that follow one another, by the names of their corners, counter-clockwise.
struct FacetList {
  struct Facet {
    kernel::PolygonId surface, witness;
    std::uint32_t corners;  ///< so many of the list
  };
  std::vector<std::uint32_t> facets_of_cell;
  std::vector<Facet> facets;
  std::vector<PointPool::Name> corners;

  /// Memory is kept.
  void clear() {
    facets_of_cell.clear();
    facets.clear();
    corners.clear();
  }
};

/// The facets of the pieces of a partition, piece by piece, in lists of some of them: take(list) is called for each in
/// order, on any thread, one at a time.
void for_piece_facets(PointPool& pool, const MergedCells& partition, unsigned threads,
                      const std::function<void(const FacetList&)>& take);

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
