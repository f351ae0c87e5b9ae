// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/obstacles.h"
#include "plumb/pipeline/steiner_search.h"
#include "plumb/pipeline/triangle_survey.h"

namespace plumb::pipeline {

/// The straight way of a disc from one place of floors to another, piece by piece, which crosses edges in their
/// interiors only and no gaps; empty if there is none or the disc cannot take it.
std::vector<SteinerSearch::Piece> straight_way(const FloorPlan& plan, const Obstacles& obstacles,
                                               TriangleSurvey& survey, const mpq_class& squared_radius,
                                               const RouteEnd& from, const RouteEnd& to);

}  // namespace plumb::pipeline
