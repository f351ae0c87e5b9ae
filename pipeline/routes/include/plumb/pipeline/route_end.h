// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// An end of a route: a place, and the triangles that it is in or on. Of maps these are all triangles there; of floors
/// those at the height of the end.
struct RouteEnd {
  kernel::PlanPoint at;
  std::vector<PlanTriangulation::Index> triangles;  ///< ascending
};

}  // namespace plumb::pipeline
