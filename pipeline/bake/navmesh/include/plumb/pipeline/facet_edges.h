// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The edges of the facets of a cell by number, from facet to facet, each with the corner that it starts at. Most are
/// had by two facets, from p to q and from q to p. The others are open: of the boundary of the cell, or with a corner
/// of another facet on them.
///
/// Facets overlap nowhere in plan, so that two facets with an edge in common leave no room for a third one along it: no
/// corner of the cell, and no point of its boundary, lies on that edge between its ends. Nor does a corner lie on an
/// open edge unless an open edge starts or ends there: else facets with edges in common would follow one another all
/// the way around it, each with a corner there, and the facet of the open edge, which has none, would have no room.
class FacetEdges {
 public:
  /// Two edges that are one, by number.
  struct Pair {
    std::uint32_t forward, back;
  };

  /// Takes linear time. What was found before is forgotten.
  void find(const NavMesh::Cell& cell);

  bool is_open(std::size_t edge) const { return open_[edge] != 0; }
  std::size_t open_count() const { return open_.size() - 2 * pairs_.size(); }
  /// Ascending by the second of the two edges in the order of the facets.
  const std::vector<Pair>& pairs() const { return pairs_; }
  /// The corners where an open edge starts or ends, each once, in the order of the facets.
  void add_open_ends(const NavMesh::Cell& cell, std::vector<NavMesh::PointIndex>& out);
  /// Appends the corners along the boundary of the cell, counter-clockwise, if its open edges are no more than that:
  /// one ring that comes to no corner twice. Else false, and nothing is appended.
  bool add_boundary(const NavMesh::Cell& cell, std::vector<NavMesh::PointIndex>& out);

 private:
  // The edges between two points: how many there are, two of them, and whether the first runs from low to high.
  struct Between {
    std::uint32_t count, first, second;
    bool forward;
  };
  struct End {
    NavMesh::PointIndex point;
    std::uint32_t order;
  };
  kernel::PairMap<std::uint32_t> number_between_;  // by lower and higher end
  std::vector<Between> between_;                   // by that number
  std::vector<std::uint32_t> doubled_;             // those with an edge in either direction, in the order of the second
  std::vector<std::uint8_t> open_;                 // by number
  std::vector<Pair> pairs_;
  std::vector<End> ends_;
  std::vector<std::array<NavMesh::PointIndex, 2>> open_edges_;
};

/// The convex hull of a cell in plan, counter-clockwise from its leftmost, then lowest corner, without collinear
/// corners. `edges`: of the cell, found before.
std::vector<NavMesh::PointIndex> hull_of_open_ends(const NavMesh::Cell& cell, const MeshPoints& points,
                                                   FacetEdges& edges);
/// Appends the corners of a convex ring that runs counter-clockwise, but for those where it goes straight on in plan.
void append_strict_corners(std::span<const NavMesh::PointIndex> ring, const MeshPoints& points,
                           std::vector<NavMesh::PointIndex>& out);
/// Appends the convex hull of a cell: the strict corners of its boundary, where that is plain, else the hull of open
/// ends. `strict`: the cell has one facet, and all of its corners are known to be strict. `edges` and `ring` are
/// buffers.
void append_convex_outline(const NavMesh::Cell& cell, const MeshPoints& points, bool strict, FacetEdges& edges,
                           std::vector<NavMesh::PointIndex>& ring, std::vector<NavMesh::PointIndex>& out);

}  // namespace plumb::pipeline
