// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// The neighbouring doubles that a number lies between; both are the number itself if it is a double (of a fraction,
/// one whose denominator is below 2^900). low never descends as numbers ascend: low(a) < low(b) means a < b.
Interval interval_of(const mpq_class& number);
Interval interval_of(const mpz_class& number);

/// Doubles around a coordinate of a table that approx() gives, of whichever point, in the table's integer units.
inline Interval interval_of(const PointTable& points, double coordinate) {
  if (points.approx_is_exact()) return Interval(coordinate);
  return {step_down(coordinate), step_up(coordinate)};
}
/// Doubles around the coordinate of a point: that itself, if it is a double and not long.
inline Interval interval_of(const PointTable& points, PointId p, int axis) {
  const double coordinate = points.approx(p, axis);
  if (points.approx_is_exact(p, axis)) return Interval(coordinate);
  return {step_down(coordinate), step_up(coordinate)};
}

}  // namespace plumb::kernel
