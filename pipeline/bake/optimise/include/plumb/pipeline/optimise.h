// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// How good a partition is. The sum runs over hole-free regions where the exact minimum was computed.
struct PartitionCounts {
  std::uint64_t regions = 0, hole_free_regions = 0, exact_regions = 0;
  std::uint64_t exact_cells = 0;    ///< cells in the exact regions: their sum
  std::uint64_t exact_optimum = 0;  ///< the fewest there with no corners but the regions' own, proved
  std::uint64_t lower_bound =
      0;  ///< a lower bound of the cells of all regions: ceil(r/2) + 1 for a hole-free one of r reflex vertices
};

/// Merged cells: what the optimise stage has found. Each is convex in projection, of one stance, and a continuous
/// surface.
struct MergedCells : PartitionCounts {
  /// A stretch of a piece's boundary, from one vertex to another, clockwise around the piece.
  struct Edge {
    VertexRef from = 0, to = 0;
    HalfEdgeId half_edge = no_half_edge;  ///< the half-edge of the graph that it is; none: a cut through a region
    std::uint32_t twin = 0xffffffffu;  ///< of a cut: the edge of the piece on the other side, the same segment reversed
  };
  struct Piece {
    kernel::Label stance = 0;
    std::uint32_t first_edge = 0, edge_count = 0;
    std::uint32_t first_cell = 0, cell_count = 0;
    bool whole = true;  ///< it is the union of its cells; else of the parts of them that lie within its boundary
  };
  std::vector<Edge> edges;
  std::vector<CellId> cells;
  std::vector<Piece>
      pieces;  ///< each point of a cell with a stance is in one, boundaries aside; ascending by lowest cell

  /// Memory is kept.
  void clear() {
    edges.clear();
    cells.clear();
    pieces.clear();
    static_cast<PartitionCounts&>(*this) = {};
  }

  /// Cyclic, at least 3; consecutive ones may go straight on.
  std::span<const Edge> edges_of(const Piece& p) const { return {edges.data() + p.first_edge, p.edge_count}; }
  /// The cells of the stance map that it shares area with, ascending.
  std::span<const CellId> cells_of(const Piece& p) const { return {cells.data() + p.first_cell, p.cell_count}; }
};

struct OptimiseOptions {
  Optimise goal = Optimise::count;
  bool one_surface = false;  ///< a merged cell stays on one surface
  unsigned threads = 1;      ///< at least 1; the result does not depend on it
};

/// Stage: fewer cells (docs/theory/definitions.md, Merging). Regions are cells of one stance that are connected over
/// twins that let that stance pass. Cells are never merged over walls, steps and welds.
MergedCells optimise(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                     const NavGraph& graph, const OptimiseOptions& options);

}  // namespace plumb::pipeline
