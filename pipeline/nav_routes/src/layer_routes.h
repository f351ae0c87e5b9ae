// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/route_planner.h"

// Routes on a navmesh that lies nowhere over itself: a map, seen from above.
namespace plumb::pipeline {

struct LayerRoute {
  struct Stop {
    ExactPoint point;
    NavMesh::CellIndex cell;
    bool steps;  ///< over or under the stop before
  };
  std::vector<Stop> line;
  kernel::RationalInterval length, plan_length;
  RouteFacts route;
  std::array<ExactPoint, 2> colliding{}, border{};  ///< of route.collision
};

/// Border counts at whatever height, and welds are not crossed. Errors: bad_option, where floors are over one another,
/// or the planner is not for that; unreachable, with why.
Result<LayerRoute> find_on_layer(DerivedMesh& mesh, const NavFloorOptions& options, const RouteSettings& settings,
                                 const kernel::PlanPoint& from, const kernel::PlanPoint& to);

}  // namespace plumb::pipeline
