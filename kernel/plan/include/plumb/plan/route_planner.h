// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/plan/passability.h"
#include "plumb/plan/route_settings.h"
#include "plumb/plan/taut_path.h"

namespace plumb::plan {

/// A route of a disc, what it costs, and what every route costs at least.
struct PlannedRoute : RouteFacts {
  /// Start, turns, goal. Empty: none was found.
  std::vector<kernel::PlanPoint> points;
  /// Of the planner taut: the corners around which the path has arcs; the points are those of clear_points().
  std::vector<TautPath::Turn> turns;
};

struct RouteAnswer {
  Passability passability;  ///< of the map, whatever the planner finds
  PlannedRoute route;
};

/// Plans routes of discs on a map. What does not depend on the radius is made once; what does, for the first question
/// about a radius, and the last few radii are kept. A route does not depend on what was asked before. Keeps a reference
/// to the map.
class RoutePlanner {
 public:
  /// Why the settings cannot be used with a map: a sentence; none if they can.
  static std::optional<std::string> refusal(const PlanMap& map, const RouteSettings& settings);

  /// Requires that nothing is refused.
  RoutePlanner(const PlanMap& map, const RouteSettings& settings);
  RoutePlanner(RoutePlanner&&) noexcept;
  ~RoutePlanner();

  /// A route of the disc of the settings; or of one of another radius, 0 or more, that is not refused.
  RouteAnswer operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to);
  RouteAnswer operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to, const mpq_class& radius);

  const RouteSettings& settings() const;
  PassabilityQuery& passability();
  /// The triangulation on whose edges the points lie: of borders and obstacles, with barriers where the planner has
  /// them and searches. Nothing is searched where all weighs the same. This and what follows is of the last route's
  /// radius.
  const PlanTriangulation& triangulation() const;
  /// The barriers: passages through which the disc does not pass; the narrowest first.
  std::span<const Passage> barriers() const;
  /// The points at which routes may turn and the disc fits, on the edges to which a search came.
  std::vector<DoublePoint> steiner_points();
  /// Of the last route, with the planner blockage: the triangles to which it is kept.
  std::vector<PlanTriangulation::Index> channel() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::plan
