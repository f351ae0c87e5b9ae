// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/plan/route_cost.h"
#include "plumb/plan/steiner_search.h"

namespace plumb::plan {

enum class PlannerKind : std::uint8_t {
  blockage,  ///< barriers, a channel, then points within it (Koutsoumpas, 4.1)
  vicinity,  ///< points on all edges (4.2)
  euclid,    ///< the shortest path among obstacles, of a point, where all weighs the same
  taut,      ///< the same of a disc (taut_path.h)
};

/// The place that stands for an edge when a channel is searched.
enum class ChannelReference : std::uint8_t {
  midpoint,
  centroid,  ///< that of the triangle beyond the edge, for comparison
};

struct RouteSettings {
  PlannerKind planner = PlannerKind::vicinity;
  mpq_class radius = 0;
  RouteCostOptions cost;
  SteinerOptions points;
  PointSearch search = PointSearch::dijkstra;
  ChannelReference reference = ChannelReference::midpoint;
  /// Whether a lower bound is computed, which may take longer than the route. Where it is the length of the path itself
  /// it is told anyway.
  bool bound = false;
};

/// What is known of a route that was found.
struct RouteFacts {
  kernel::RationalInterval cost;  ///< exact, whatever the estimator is
  double estimated = 0;           ///< by the estimator
  /// A lower bound of the cost of all routes; none if it was not asked for, unless it costs nothing.
  std::optional<mpq_class> bound;
  SearchCounts counts;
  /// With RouteChecks::document: the first piece that an obstacle is too near to.
  struct Collision {
    std::size_t piece;
    PlanMap::Index obstacle;
  };
  std::optional<Collision> collision;
  /// Of the planner taut: the length of the path with arcs, which the cost is of. No path is shorter.
  std::optional<kernel::RationalInterval> shortest;
};

}  // namespace plumb::plan
