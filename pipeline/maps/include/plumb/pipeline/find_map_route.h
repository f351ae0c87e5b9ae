// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/pipeline/map_route_options.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/route_planner.h"

namespace plumb::pipeline {

/// A route that was found, or one that collides.
struct FoundMapRoute {
  MapRouteOptions options;
  PlannedRoute route;
  kernel::RationalInterval length;
  std::size_t barriers = 0;
  /// Of route.collision: the obstacle's ends.
  std::array<kernel::PlanPoint, 2> obstacle;
};

/// The whole of `plumb route MAP`: reads the map, plans, draws. Errors: those of reading; bad_option; unreachable,
/// whose answer is no: an end is in or too near to an obstacle, the widest way is too narrow, there is none, or the
/// planner found none. `announce` as for bake().
Result<FoundMapRoute> find_map_route(const MapRouteOptions& options, Progress& progress,
                                     const std::function<std::optional<Error>(const FoundMapRoute&)>& announce = {});

/// For people, many lines.
std::string map_route_text(const FoundMapRoute& found);
/// Every number whole.
std::string map_route_json(const FoundMapRoute& found);
/// Of a route that collides: where; empty if it does not.
std::string collision_text(const FoundMapRoute& found);

}  // namespace plumb::pipeline
