// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/find_map_route.h"
#include "plumb/pipeline/output.h"

namespace plumb::pipeline {

/// Weights by shade, obstacles, barriers, Steiner points, and the route with what the disc sweeps.
void write_map_route_svg(Output& out, const PlanMap& map, RoutePlanner& planner, const FoundMapRoute& found);

}  // namespace plumb::pipeline
