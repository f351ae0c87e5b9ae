// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/find_route.h"

namespace plumb::app {

Command add_route_command(Commands& commands, pipeline::RouteArguments& arguments);

/// The exit status.
int run_route(const pipeline::RouteArguments& arguments);

}  // namespace plumb::app
