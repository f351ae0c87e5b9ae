// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/read_map.h"
#include "plumb/pipeline/route_queries.h"
#include "plumb/pipeline/route_settings_text.h"
#include "plumb/plan/route_planner.h"

namespace plumb::pipeline {

/// What `plumb route MAP` is told, as text: one member an option of the command line.
struct MapRouteArguments : RouteSettingsArguments {
  std::string map;                              ///< a .json
  std::vector<std::string> obstacles, regions;  ///< files of polygons laid over it
  std::string from, to;                         ///< x,y; or instead of both
  std::string queries;                          ///< a .csv (route_queries.h)
  std::string json, svg;                        ///< empty: none
  bool quiet = false;
};

/// The same, checked.
struct MapRouteOptions {
  MapFiles files;
  kernel::PlanPoint from, to;
  std::string queries;  ///< empty: none; else the ends do not count
  plan::RouteSettings settings;
  std::string json, svg;
};

/// ErrorCode::bad_option or unsupported_format, in one line.
Result<MapRouteOptions> make_map_route_options(const MapRouteArguments& arguments);

/// A route that was found, or one that collides.
struct FoundMapRoute {
  MapRouteOptions options;
  plan::PlannedRoute route;
  kernel::RationalInterval length;  ///< of the pieces between its points
  std::size_t barriers = 0;
  /// Of route.collision: the obstacle's ends.
  std::array<kernel::PlanPoint, 2> obstacle;
  /// Of the planner taut: the corners around which the path has arcs, and whether it turns left there.
  struct Turn {
    kernel::PlanPoint corner;
    bool left;
  };
  std::vector<Turn> turns;
};

/// The whole of `plumb route MAP`: reads the map, plans, draws. Errors: those of reading; bad_option; unreachable,
/// whose answer is no: an end is in or too near to an obstacle, the widest way is too narrow, there is none, or the
/// planner found none. `announce` as for bake().
Result<FoundMapRoute> find_map_route(const MapRouteOptions& options, Progress& progress,
                                     const std::function<std::optional<Error>(const FoundMapRoute&)>& announce = {});

/// The whole of `plumb route MAP --queries`: reads the map and the questions, and answers them one after the other;
/// what they have in common is made once. Errors: those of reading; bad_option.
Result<std::vector<RouteRow>> find_map_routes(
    const MapRouteOptions& options, Progress& progress,
    const std::function<std::optional<Error>(const std::vector<RouteRow>&)>& announce = {});

/// For people, many lines.
std::string map_route_text(const FoundMapRoute& found);
/// Every number whole.
std::string map_route_json(const FoundMapRoute& found);
/// Of a route that collides: where; empty if it does not.
std::string collision_text(const FoundMapRoute& found);

}  // namespace plumb::pipeline
