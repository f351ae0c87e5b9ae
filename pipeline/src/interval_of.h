// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"

namespace plumb::pipeline {

/// Doubles around a fraction: get_d() truncates, so it is within one step.
inline kernel::Interval interval_of(const mpq_class& q) {
  const double d = q.get_d();
  return {kernel::step_down(d), kernel::step_up(d)};
}

/// Doubles around a coordinate, in the table's integer units.
inline kernel::Interval interval_of(const kernel::PointTable& points, kernel::PointId p, int axis) {
  const double d = points.approx(p, axis);
  if (points.approx_is_exact()) return kernel::Interval(d);
  return {kernel::step_down(d), kernel::step_up(d)};
}

}  // namespace plumb::pipeline
