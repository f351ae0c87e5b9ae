// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/plan/cell_map.h"

namespace plumb::tests {

/// Convex cells and their joins, as plan::CellMap takes them.
struct CellLevel {
  std::vector<kernel::PlanPoint> points;
  std::vector<std::vector<plan::CellMap::Index>> rings;
  std::vector<plan::CellMap::Join> joins;

  plan::CellMap map() const { return {points, rings, joins}; }
};

/// The length of a shortest path by brute force: from each corner of a cell, and each end of a join, all that is seen
/// through joins, unfolded into one plane, becomes an edge of a graph, in which Dijkstra's algorithm searches. None if
/// there is no path of at most about `limit`. Lengths are sums of doubles; what is seen is decided by fractions.
std::optional<double> unfolded_length(const CellLevel& level, const kernel::PlanPoint& start,
                                      plan::CellMap::Index start_cell, const kernel::PlanPoint& goal,
                                      plan::CellMap::Index goal_cell, double limit);

}  // namespace plumb::tests
