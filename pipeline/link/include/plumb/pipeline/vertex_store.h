// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/plan_frame.h"
#include "plumb/pipeline/lazy_values.h"

namespace plumb::pipeline {

/// The exact places of a graph's vertices, as far as they were asked for.
struct VertexStore {
  LazyValues<kernel::PlanIntegers> plan;  ///< in plan, in the scene's integer units; w > 0, not reduced
  LazyValues<kernel::ExactPoint> points;  ///< in space
};

}  // namespace plumb::pipeline
