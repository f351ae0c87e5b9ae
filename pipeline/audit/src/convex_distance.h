// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/kernel/interval_point.h"

namespace plumb::pipeline {

/// The distance of two points, and of a point from a convex polygon, which is the fan of triangles from its first
/// corner: intervals that certainly contain it.
kernel::Interval distance(const kernel::IntervalPoint& p, const kernel::IntervalPoint& q);
kernel::Interval distance(const kernel::IntervalPoint& p, std::span<const kernel::IntervalPoint> polygon);
/// The high end of that, faster.
double most_distance(const kernel::IntervalPoint& p, std::span<const kernel::IntervalPoint> polygon);

}  // namespace plumb::pipeline
