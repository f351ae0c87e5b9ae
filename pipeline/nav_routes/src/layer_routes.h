// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cell_way.h"
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/route_planner.h"

// Routes on a navmesh that lies nowhere over itself: a map, seen from above.
namespace plumb::pipeline {

/// Where a way begins or ends.
struct LayerEnd {
  kernel::PlanPoint at;
  NavQuery::Place place;
};

struct LayerRoute {
  kernel::RationalInterval length, plan_length;
  RouteFacts route;
  std::array<ExactPoint, 2> colliding{}, border{};  ///< of route.collision
};

/// Border counts at whatever height, and welds are not crossed. Makes the way. Errors: bad_option, where floors are
/// over one another, or the planner is not for that, or an end is on several floors and the route leaves it on another
/// one; bad_face; unreachable, with why.
Result<LayerRoute> find_on_layer(DerivedMesh& mesh, const NavFloorOptions& options, const RouteSettings& settings,
                                 const LayerEnd& from, const LayerEnd& to, CellWay& way);

}  // namespace plumb::pipeline
