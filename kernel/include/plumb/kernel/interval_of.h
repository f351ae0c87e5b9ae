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

inline Interval interval_of(const mpz_class& n) {
  const double d = n.get_d();
  if (n == d) return Interval(d);
  return {step_down(d), step_up(d)};
}

/// Doubles around a coordinate of a table that approx() gives, in the table's integer units.
inline Interval interval_of(const PointTable& points, double coordinate) {
  if (points.approx_is_exact()) return Interval(coordinate);
  return {step_down(coordinate), step_up(coordinate)};
}
inline Interval interval_of(const PointTable& points, PointId p, int axis) { return interval_of(points, points.approx(p, axis)); }

}  // namespace plumb::kernel
