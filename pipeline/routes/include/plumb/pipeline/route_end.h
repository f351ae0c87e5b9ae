// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// Where a route begins or ends: in or on all these triangles. Of maps all that are there; of floors those at its
/// height.
struct RouteEnd {
  kernel::PlanPoint at;
  std::vector<PlanTriangulation::Index> triangles;  ///< ascending
};

}  // namespace plumb::pipeline
