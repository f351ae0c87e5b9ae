// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/passages.h"
#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// Where the line through the middle of a passage, square to it, meets an open edge.
struct PassageMiddle {
  PlanTriangulation::Index half_edge;  ///< the lowest one
  double share;                        ///< of it, about
  kernel::PlanPoint place;
};

/// Of passages from 2 r wide up to, but without, 9 r / 4, as far as the line runs free: where the width is 2 r to the
/// bit, a disc passes by these places alone.
std::vector<PassageMiddle> passage_middles(const PlanTriangulation& triangulation, const Obstacles& obstacles,
                                           const mpq_class& squared_radius);
/// Of floors: also of passages that are crossed by border, which does no harm.
std::vector<PassageMiddle> passage_middles(const FloorPlan& plan, const WeightedArea& area, const Obstacles& obstacles,
                                           const mpq_class& squared_radius);

}  // namespace plumb::pipeline
