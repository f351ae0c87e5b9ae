// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "plumb/plan/obstacles.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

struct FloorPlan;
class WeightedArea;

/// A passage: a straight line from a vertex of an obstacle to the nearest point of another one, which crosses no
/// obstacle. It stops a disc of radius r if and only if its squared length is below 4 r^2: on the line the centre would
/// be nearer than r to an end.
struct Passage {
  kernel::PlanPoint from, to;
  bool operator==(const Passage&) const = default;
  bool operator<(const Passage& other) const { return std::tie(from, to) < std::tie(other.from, other.to); }
};
mpq_class squared_width(const Passage& passage);
/// The ends of passages, in the form in which triangulate() takes barriers.
std::vector<std::array<kernel::PlanPoint, 2>> segments_of(std::span<const Passage> passages);

/// All passages that stop a disc, each from the lesser of its ends by x, then y, ascending; none is a segment of the
/// map. Looks at every vertex and the obstacles near it, so it is quadratic where a disc covers them all.
std::vector<Passage> narrow_passages(const Obstacles& obstacles, const mpq_class& squared_radius);

/// Where the line through the middle of a passage, square to the passage, meets an open edge.
struct PassageMiddle {
  PlanTriangulation::Index half_edge;  ///< the lowest one
  double share;                        ///< of it, about
  kernel::PlanPoint place;
};

/// Those on an edge, by its lowest half-edge, of middles that ascend by it.
inline std::span<const PassageMiddle> middles_on(std::span<const PassageMiddle> middles,
                                                 PlanTriangulation::Index half_edge) {
  return {std::ranges::lower_bound(middles, half_edge, {}, &PassageMiddle::half_edge),
          std::ranges::upper_bound(middles, half_edge, {}, &PassageMiddle::half_edge)};
}

/// The places where the lines square to the middles of passages meet open edges, as far as these run free; ascending by
/// half-edge. For a disc the passages are those that are hardly wider than it (PassabilityQuery).
std::vector<PassageMiddle> passage_middles(const PlanTriangulation& triangulation, std::span<const Passage> passages);
/// The same on floors, of passages from 2 r up to, but without, 9 r / 4 wide. Passages that border crosses are
/// included, which does no harm.
std::vector<PassageMiddle> passage_middles(const FloorPlan& plan, const WeightedArea& area, const Obstacles& obstacles,
                                           const mpq_class& squared_radius);

}  // namespace plumb::plan
