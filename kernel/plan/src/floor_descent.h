// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/plan/floor_plan.h"
#include "plumb/plan/route_cost.h"
#include "plumb/plan/steiner_search.h"

namespace plumb::plan {

/// A route over the same triangles that is clear, and costs no more, about: its turns move along the edges that they
/// are on. The same route if none is found. Requires a clear route.
/// @param weights by piece: what a unit of it costs the centre
std::vector<SteinerSearch::Piece> moved_along_edges(const FloorPlan& plan, const Obstacles& obstacles,
                                                    const RouteCost& cost, TriangleSurvey& survey,
                                                    const std::vector<SteinerSearch::Piece>& route,
                                                    const std::vector<double>& weights);

}  // namespace plumb::plan
