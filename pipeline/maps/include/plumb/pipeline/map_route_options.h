// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

#include "plumb/pipeline/read_map.h"
#include "plumb/pipeline/route_settings_text.h"

namespace plumb::pipeline {

/// What `plumb route MAP` is told, as text: one member an option of the command line.
struct MapRouteArguments : RouteSettingsArguments {
  std::string map;                              ///< a .json
  std::vector<std::string> obstacles, regions;  ///< files of polygons laid over it
  std::string from, to;                         ///< x,y
  std::string json, svg;                        ///< empty: none
  bool quiet = false;
};

/// The same, checked.
struct MapRouteOptions {
  MapFiles files;
  kernel::PlanPoint from, to;
  RouteSettings settings;
  std::string json, svg;
};

/// ErrorCode::bad_option or unsupported_format, in one line.
Result<MapRouteOptions> make_map_route_options(const MapRouteArguments& arguments);

}  // namespace plumb::pipeline
