// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/clearance.h"

namespace plumb::pipeline {

/// The end of a border, in input units.
kernel::ExactPoint exact_end(const kernel::PointTable& points, const vcd::BodyEnd& end);

/// The point of a straight stretch of border that is nearest in plan to `at`, among the points whose height differs
/// from that of `at` by less than the window. If they come ever nearer towards an end of the window, it is the point at
/// that end. None if no point is within the window.
std::optional<kernel::ExactPoint> nearest_within(const kernel::ExactPoint& from, const kernel::ExactPoint& to,
                                                 const kernel::ExactPoint& at, const mpq_class& window);

}  // namespace plumb::pipeline
