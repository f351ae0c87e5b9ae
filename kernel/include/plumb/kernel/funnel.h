// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// A segment that a path crosses; left and right as seen by who crosses it. The ends may be one point.
struct Gate {
  PlanPoint left, right;
};

/// The shortest path in plan from start to goal through gates in order (Lee & Preparata 1984, with a double-ended
/// queue): where it crosses each of them. Exact. Requires that each two gates that follow each other are sides, or
/// stretches of sides, of one convex region, the first and start likewise, the last and goal too. Regions may overlap
/// in plan.
///
/// Where the path runs along a gate it crosses it as soon as it can. Cost: linear in the number of gates.
std::vector<PlanPoint> shortest_crossings(const PlanPoint& start, const std::vector<Gate>& gates,
                                          const PlanPoint& goal);

}  // namespace plumb::kernel
