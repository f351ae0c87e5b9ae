// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cell_way.h"
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/route_planner.h"

// Routes on a navmesh that lies nowhere over itself: a map, seen from above.
namespace plumb::pipeline {

/// An end of a way.
struct LayerEnd {
  kernel::PlanPoint at;
  NavQuery::Place place;
};

struct LayerRoute {
  kernel::RationalInterval length, plan_length;
  RouteFacts route;
  std::array<ExactPoint, 2> colliding{}, border{};  ///< of route.collision
};

/// Plans a way in which border counts at any height and welds are not crossed. Errors: bad_option, if floors lie over
/// one another, if the planner is none for maps, or if an end is on several floors and the route leaves it on another
/// one; bad_face; unreachable, with the reason.
Result<LayerRoute> find_on_layer(DerivedMesh& mesh, const NavFloorOptions& options, const RouteSettings& settings,
                                 const LayerEnd& from, const LayerEnd& to, CellWay& way);

}  // namespace plumb::pipeline
