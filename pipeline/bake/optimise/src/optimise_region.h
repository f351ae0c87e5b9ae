// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <span>

#include "plumb/kernel/fewest_pieces.h"
#include "plumb/kernel/piece_exchange.h"
#include "plumb/kernel/piece_triangles.h"
#include "vertex_predicates.h"

namespace plumb::pipeline {

struct RegionTag : kernel::LineTag {    // HalfEdge::line, or none
  HalfEdgeId half_edge = no_half_edge;  ///< on the boundary: the half-edge of the graph, or the first of several
};

/// A region in convex pieces: cells of one stance joined by twins that let it pass.
using RegionMesh = kernel::ConvexPieces<VertexPredicates, RegionTag>;
using FewestPieces = kernel::FewestPieces<VertexPredicates>;

/// How round the pieces of a mesh are: the sum of their areas times their roundness, which is area over squared
/// perimeter. Roughly, and in no unit: to compare partitions of one region. Lower than any other if doubles overflow.
double roundness(const RegionMesh& mesh);
/// Removes cuts as long as that makes roundness() greater, those first that make it greatest.
void merge_regular(RegionMesh& mesh);

}  // namespace plumb::pipeline

namespace plumb::kernel {  // compiled in optimise_region.cpp
extern template std::size_t remove_cuts(pipeline::RegionMesh& mesh, std::span<const std::uint32_t> order);
extern template std::size_t three_to_two(pipeline::RegionMesh& mesh, int rounds);
extern template void triangulate(pipeline::RegionMesh& mesh);
extern template class FewestPieces<pipeline::VertexPredicates>;
}  // namespace plumb::kernel

namespace plumb::pipeline {

/// Makes the mesh the fewest convex pieces whose corners are the region's own (Greene 1983,
/// CGAL::optimal_convex_partition_2), if that is fewer than it has. The time grows with the fourth power of the
/// corners. Requires a hole-free region that neither touches nor overlaps itself.
/// @return whether it did.
bool optimal_partition(RegionMesh& mesh);

/// What all regions of a graph share.
struct Crossings {
  std::vector<HalfEdgeId> over;   ///< by half-edge: its twin where cells of one stance merge over it, else no_half_edge
  std::vector<HalfEdgeId> pairs;  ///< of the half-edges with one in `over`, the lower of each two
  std::vector<HalfEdgeId> next;   ///< by half-edge: the next one around its cell
  std::vector<std::uint32_t> line;  ///< by half-edge: the same number for lines that are equal, as far as twins tell
};
Crossings find_crossings(const StanceMap& map, const NavGraph& graph, bool one_surface);

/// The cells of each region, ascending, and the regions by their lowest cell.
struct Regions {
  std::vector<CellId> cells;
  std::vector<std::uint32_t> first;  ///< region r has cells[first[r] .. first[r + 1])
  std::size_t count() const { return first.size() - 1; }
  std::span<const CellId> operator[](std::size_t r) const { return {cells.data() + first[r], first[r + 1] - first[r]}; }
};
Regions find_regions(const StanceMap& map, const NavGraph& graph, const Crossings& crossings);

/// What counts about the boundary of a region.
struct RegionShape {
  std::uint32_t reflex = 0;  ///< corners of more than 180 degrees
  std::uint32_t loops = 0;   ///< closed boundaries; where it touches itself at a point, as if it did not
  int euler = 1;  ///< characteristic: 1 for a disc, less by 1 for every hole (and by 2 for a bridge over itself)
  bool hole_free() const { return loops == 1 && euler == 1; }
  /// A disc whose boundary turns one way only, by 360 degrees in all.
  bool convex() const { return hole_free() && reflex == 0; }
  /// No partition has fewer pieces. Let there be c cuts, i interior vertices and f pieces, all of them discs: f = euler
  /// + c - i. A cut has two ends; three at least meet at each interior vertex (two would go straight on), and one at
  /// least at each reflex corner: 2c >= reflex + 3i.
  std::uint64_t lower_bound() const {
    return static_cast<std::uint64_t>(std::max(1, euler + static_cast<int>((reflex + 1) / 2)));
  }
};

/// The boundaries of regions, followed over the half-edges of the graph.
class Boundaries {
 public:
  Boundaries(const NavGraph& graph, const Crossings& crossings, VertexPredicates& points)
      : graph_(graph),
        over_(crossings.over),
        next_(crossings.next),
        line_(crossings.line),
        points_(points),
        seen_(graph.half_edges.size(), 0) {}

  /// To be asked once of a region.
  RegionShape shape_of(std::span<const CellId> cells);
  HalfEdgeId lowest_side(std::span<const CellId> cells) const;
  /// The half-edge of the boundary after one of it.
  HalfEdgeId next(HalfEdgeId edge) const;
  /// The corners of a boundary where it turns, clockwise; none of them if they are more than `most`.
  void turning(HalfEdgeId first, std::size_t most, std::vector<VertexRef>& corners);

 private:
  HalfEdgeId fan(HalfEdgeId edge);
  int turn_to(HalfEdgeId edge, HalfEdgeId other);
  kernel::Turn corner(HalfEdgeId edge);

  const NavGraph& graph_;
  const std::vector<HalfEdgeId>& over_;
  const std::vector<HalfEdgeId>& next_;
  const std::vector<std::uint32_t>& line_;
  VertexPredicates& points_;
  std::vector<std::uint8_t> seen_;  // by half-edge: the corner where it starts
  std::vector<HalfEdgeId> fan_;     // half-edges that start at the corner at work
};

/// The cells of a region as pieces. `local` has an entry for each half-edge of the graph; those of the region are
/// written.
void build(const NavGraph& graph, const Crossings& crossings, std::span<const CellId> cells,
           std::vector<RegionMesh::Id>& local, RegionMesh& mesh);

}  // namespace plumb::pipeline
