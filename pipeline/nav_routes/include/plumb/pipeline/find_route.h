// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/route_settings_text.h"

namespace plumb::pipeline {

/// The options of `plumb route NAVMESH` as text, one member for each. The planner is one of those of maps, or
/// "corridor".
struct RouteArguments : RouteSettingsArguments {
  std::string navmesh;                ///< a .json of plumb bake
  std::string from, to;               ///< x,y,z in the scene's axes
  std::optional<std::string> stance;  ///< a name; default: the lowest
  std::optional<std::string> window;
  std::vector<std::string> weights;  ///< NAME=W
  std::string json, svg;             ///< empty: none
  bool quiet = false;
};

/// The same options, checked. Names of stances are checked when the navmesh has been read.
struct RouteOptions {
  std::string navmesh;
  ExactPoint from, to;
  std::optional<std::string> stance;
  std::optional<RouteSettings> disc;  ///< none: an agent without width
  bool corridor = false;              ///< asked for; else, without a disc, where no cell has a cost
  std::optional<mpq_class> window;    ///< above 0; none: the step and what the disc rises on the steepest ground
  std::vector<std::pair<std::string, mpq_class>> weights;  ///< of stances, 0 or more
  std::string json, svg;
};

/// ErrorCode::bad_option or unsupported_format, in one line.
Result<RouteOptions> make_route_options(const RouteArguments& arguments);

/// A way on a navmesh for an agent without width, by a corridor of cells; points are in the scene's axes.
struct FoundRoute {
  RouteOptions options;
  UpAxis up = UpAxis::y;
  std::string stance;             ///< its name
  std::vector<PortalKind> kinds;  ///< of the portals passed, in their order
  Route route;
};

/// Text for people, in many lines; JSON with every number complete.
std::string route_text(const FoundRoute& found);
std::string route_json(const FoundRoute& found);

}  // namespace plumb::pipeline
