// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "plumb/kernel/plan_region.h"

namespace plumb::pipeline {

/// A convex polygon in plan, or a segment (two corners), by doubles. To look with: what is found is made exactly.
struct NearPolygon {
  explicit NearPolygon(const kernel::PlanRing& ring);
  std::vector<std::array<double, 2>> corners;
  std::array<double, 2> low, high;
};

/// Where two sets of polygons are nearest to each other in plan.
struct NarrowestGap {
  kernel::PlanPoint from, to;  ///< of the first set, of the second: in the middle of where they face each other
  mpq_class squared_width;     ///< of this gap, exactly
  std::size_t a = 0, b = 0;    ///< the polygons of `from` and of `to`, by number
  std::vector<kernel::PlanPoint>
      reached;  ///< points of both sides, as near to each other: the gap's box is around them
};

/// How near they come, by doubles: a hint; at most `limit`, which saves time.
double rough_gap(std::span<const NearPolygon> a, std::span<const NearPolygon> b, double limit = HUGE_VAL);

/// `ring_of_a`, `ring_of_b`: the exact polygon of a number. Doubles choose among edges; the width is exact between the
/// points that are returned, and 0 where two polygons have a point in common there. Requires a polygon in each set.
using RingOf = std::function<kernel::PlanRing(std::size_t)>;
NarrowestGap narrowest_gap(std::span<const NearPolygon> a, const RingOf& ring_of_a, std::span<const NearPolygon> b,
                           const RingOf& ring_of_b);

}  // namespace plumb::pipeline
