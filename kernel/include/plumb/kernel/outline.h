// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>

#include "plumb/kernel/cell.h"

namespace plumb::kernel {

/// What an intersection point of two outlines is (Budde & Kausch, 7.3.3).
enum class IntersectionType : std::uint8_t { new_point, point_of_traversable, point_of_blocker, point_of_both };

/// Where a point stands on one outline: at the corner that ends edge `edge`, or inside that edge.
struct OutlinePosition {
  std::uint32_t edge = 0;
  bool at_corner = false;
};

/// A point common to both outlines.
struct IntersectionPoint {
  IntersectionType type;
  VertexId vertex;
  OutlinePosition on_traversable, on_blocker;
};

/// How the interiors and outlines of a traversable and a projected blocker lie to each other.
enum class OutlineRelation : std::uint8_t {
  disjoint,                ///< the interiors do not meet (the outlines may touch)
  traversable_in_blocker,  ///< no point of the traversable is outside the blocker (the outlines may touch)
  blocker_in_traversable,  ///< the blocker is in the interior of the traversable
  cutting,                 ///< everything else
};

/// The sides of every corner of one cell to every line of the other, and what follows from them without further
/// arithmetic.
struct OutlineSides {
  std::uint32_t traversable_size = 0, blocker_size = 0;
  boost::container::small_vector<Sign, 64> traversable, blocker;
  OutlineRelation relation = OutlineRelation::cutting;

  /// Side of traversable corner t to blocker line b, and the reverse.
  Sign of_traversable(std::size_t b, std::size_t t) const { return traversable[b * traversable_size + t]; }
  Sign of_blocker(std::size_t t, std::size_t b) const { return blocker[t * blocker_size + b]; }
};

/// The relation of two cells of one plan. Stops at the first line that separates them or, with early_exit, as soon as
/// the traversable is known to be inside: then not every side is filled in.
void classify_outlines(const ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                       bool early_exit, OutlineSides& sides);

using IntersectionPoints = boost::container::small_vector<IntersectionPoint, 12>;

/// Projected outline intersection (Budde & Kausch, 7.3): every point where the outlines cross, and the ends of every
/// piece that they share, in clockwise order on the traversable. Requires sides filled in completely.
IntersectionPoints intersect_outlines(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                                      const OutlineSides& sides);

/// The corners strictly between two positions of one outline, clockwise from the first: `count` of them from corner
/// `first`. Equal positions: all corners but the position itself. The four conditions for there being none are Table 2
/// of Budde & Kausch; `in_order` says whether `from` comes before `to` where both are inside the same edge.
struct IntermediateVertices {
  std::uint32_t first = 0, count = 0;
};
IntermediateVertices intermediate_vertices(std::uint32_t size, OutlinePosition from, OutlinePosition to, bool in_order);

}  // namespace plumb::kernel
