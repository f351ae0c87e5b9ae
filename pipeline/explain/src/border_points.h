// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/clearance.h"

namespace plumb::pipeline {

/// The end of a border, in input units.
kernel::ExactPoint exact_end(const kernel::PointTable& points, const vcd::BodyEnd& end);

/// The point of a straight stretch of border that is nearest to `at` in plan, of those whose height differs from its by
/// less than the window: at an end of that part, the least distance from it. None if there is none.
std::optional<kernel::ExactPoint> nearest_within(const kernel::ExactPoint& from, const kernel::ExactPoint& to,
                                                 const kernel::ExactPoint& at, const mpq_class& window);

}  // namespace plumb::pipeline
