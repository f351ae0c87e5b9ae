// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "plumb/pipeline/nav_graph.h"
#include "surface_sides.h"

namespace plumb::pipeline {

/// A side with what its line and its vertices are, roughly.
struct RoughSide {
  SideId side;
  kernel::PolygonId surface;
  PlanLine line;
  double low[3], high[3];  ///< a box around it, x, y, z; all space where doubles tell nothing
  int heading[2];          ///< the sign of its direction in x and in y; 0: not certain
};

/// All pairs of sides that may lie on one line in plan in opposite directions, on different surfaces, and whose boxes touch, the lower number first, ascending,
/// each once; perhaps some that do not. `extent`: the largest magnitude of a coordinate. About N log N and the number of pairs.
std::vector<std::pair<SideId, SideId>> near_sides(std::vector<RoughSide> sides, double extent);

}  // namespace plumb::pipeline
