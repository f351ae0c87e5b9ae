// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// Doubles around a fraction: get_d() truncates, so it is within one step.
inline Interval interval_of(const mpq_class& q) {
  const double d = q.get_d();
  return {step_down(d), step_up(d)};
}

/// Doubles around a coordinate, in the table's integer units.
inline Interval interval_of(const PointTable& points, PointId p, int axis) {
  const double d = points.approx(p, axis);
  if (points.approx_is_exact()) return Interval(d);
  return {step_down(d), step_up(d)};
}

}  // namespace plumb::kernel
