// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/blockage_planner.h"
#include "plumb/pipeline/passability.h"
#include "plumb/pipeline/route_cost.h"

namespace plumb::pipeline {

enum class PlannerKind : std::uint8_t {
  blockage,  ///< barriers, a channel, then points within it (Koutsoumpas, 4.1)
  vicinity,  ///< points on all edges (4.2)
  euclid,    ///< the shortest path: of a point, among obstacles, where all weighs the same
};

struct RouteSettings {
  PlannerKind planner = PlannerKind::vicinity;
  mpq_class radius = 0;
  RouteCostOptions cost;
  SteinerOptions points;
  PointSearch search = PointSearch::dijkstra;
  ChannelReference reference = ChannelReference::midpoint;
  bool bound = true;  ///< whether a lower bound is worked out
};

/// A route of a disc, what it costs, and what every route costs at least.
struct PlannedRoute {
  /// Start, turns, goal. Empty: none was found.
  std::vector<kernel::PlanPoint> points;
  kernel::RationalInterval cost;  ///< exact, whatever the estimator is
  double estimated = 0;           ///< as the estimator has it
  /// No route costs less; none, if that was not asked for.
  std::optional<mpq_class> bound;
  SearchCounts counts;
  std::size_t steiner_points = 0;  ///< that it was searched among
  /// With RouteChecks::document: the first piece that an obstacle of the map is too near to.
  struct Collision {
    std::size_t piece;
    PlanMap::Index obstacle;
  };
  std::optional<Collision> collision;
};

struct RouteAnswer {
  Passability passability;  ///< of the map, whatever the planner finds
  PlannedRoute route;
};

/// Plans routes of a disc on a map. Keeps a reference to the map.
class RoutePlanner {
 public:
  /// Why settings make no planner of a map: a sentence; none if they do.
  static std::optional<std::string> refusal(const PlanMap& map, const RouteSettings& settings);

  /// Requires that nothing is refused.
  RoutePlanner(const PlanMap& map, const RouteSettings& settings);
  RoutePlanner(RoutePlanner&&) noexcept;
  ~RoutePlanner();

  RouteAnswer operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to);

  const RouteSettings& settings() const;
  PassabilityQuery& passability();
  /// On whose edges points lie: of borders and obstacles, with barriers where the planner has them.
  const PlanTriangulation& triangulation() const;
  /// Where the disc does not pass.
  const std::vector<Passage>& barriers() const;
  /// Points that routes may turn at, those that the disc fits at.
  std::vector<DoublePoint> steiner_points();
  /// Of the last route, with the planner blockage: the triangles that it is kept to.
  std::vector<PlanTriangulation::Index> channel() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
