// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/find_disc_route.h"
#include "plumb/pipeline/find_map_route.h"

namespace plumb::app {

/// What is read is a navmesh or a map: each has its options, and some are for both.
struct RouteCommandArguments {
  pipeline::RouteArguments common;              ///< and of navmeshes
  std::vector<std::string> obstacles, regions;  ///< of maps
};

Command add_route_command(Commands& commands, RouteCommandArguments& arguments);

/// The exit status.
int run_route(const Command& command, const RouteCommandArguments& arguments);

}  // namespace plumb::app
