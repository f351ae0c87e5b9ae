// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/passages.h"
#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// Where the line through the middle of a passage, square to the passage, meets an open edge.
struct PassageMiddle {
  PlanTriangulation::Index half_edge;  ///< the lowest one
  double share;                        ///< of it, about
  kernel::PlanPoint place;
};

/// The middles of passages that are from 2 r up to, but without, 9 r / 4 wide, as far as the line runs free. Where the
/// width is exactly 2 r, a disc passes at these places only.
std::vector<PassageMiddle> passage_middles(const PlanTriangulation& triangulation, const Obstacles& obstacles,
                                           const mpq_class& squared_radius);
/// The same on floors. Passages that border crosses are included, which does no harm.
std::vector<PassageMiddle> passage_middles(const FloorPlan& plan, const WeightedArea& area, const Obstacles& obstacles,
                                           const mpq_class& squared_radius);

}  // namespace plumb::pipeline
