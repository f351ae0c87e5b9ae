// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_query.h"
#include "route_search.h"

namespace plumb::pipeline {

/// The route from a point on the first cell to a point on the last, along the moves; without moves, within the first
/// cell.
Route make_route(const NavMesh& mesh, const MoveGraph& graph, NavMesh::CellIndex first, const std::vector<Move>& moves,
                 const ExactPoint& start, const ExactPoint& goal, int precision);

/// The length of a line between two rationals, and that of its projection.
LengthInterval length_of(const std::vector<ExactPoint>& line, int precision);
LengthInterval plan_length_of(const std::vector<ExactPoint>& line, int precision);

}  // namespace plumb::pipeline
