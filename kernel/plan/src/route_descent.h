// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/plan/route_cost.h"
#include "plumb/plan/steiner_graph.h"

namespace plumb::plan {

/// Improves routes of a disc on a map: turns leave the edges on which a search put them. Keeps references.
class RouteDescent {
 public:
  /// @param shape of the triangulation of the cost
  RouteDescent(const RouteCost& cost, const Obstacles& obstacles, const SteinerShape& shape);

  /// A route with the same ends that is clear and costs no more, exactly; the same route if none is found. Requires a
  /// clear route.
  std::vector<kernel::PlanPoint> improved(const std::vector<kernel::PlanPoint>& route) const;

 private:
  const RouteCost& cost_;
  const Obstacles& obstacles_;
  const SteinerShape& shape_;
  double unit_;  // coordinates of new turns are whole multiples of it
};

}  // namespace plumb::plan
