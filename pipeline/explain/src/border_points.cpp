// SPDX-License-Identifier: GPL-3.0-or-later
#include "border_points.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {

using kernel::ExactPoint;

ExactPoint exact_end(const kernel::PointTable& points, const vcd::BodyEnd& end) {
  const mpz_class& unit = points.denominator();
  ExactPoint p{mpq_class(end.plan.x, end.plan.w * unit), mpq_class(end.plan.y, end.plan.w * unit),
               mpq_class(end.height.z, end.height.w * unit)};
  for (mpq_class& v : p) v.canonicalize();
  return p;
}

std::optional<ExactPoint> nearest_within(const ExactPoint& from, const ExactPoint& to, const ExactPoint& at,
                                         const mpq_class& window) {
  // The part of the stretch within the window, by its shares t from 0 to 1.
  mpq_class low = 0, high = 1;
  const mpq_class rise = to[2] - from[2];
  if (sgn(rise) == 0) {
    if (abs(at[2] - from[2]) >= window) return std::nullopt;
  } else {
    mpq_class t0 = (at[2] - window - from[2]) / rise, t1 = (at[2] + window - from[2]) / rise;
    if (t0 > t1) swap(t0, t1);
    low = std::max(low, t0);
    high = std::min(high, t1);
    if (low >= high) return std::nullopt;
  }
  const mpq_class x = to[0] - from[0], y = to[1] - from[1];
  mpq_class t = kernel::formulas::dot2d(x, y, at[0] - from[0], at[1] - from[1]) / kernel::formulas::dot2d(x, y, x, y);
  t = std::clamp(t, low, high);
  ExactPoint nearest;
  for (std::size_t k = 0; k < 3; ++k) nearest[k] = from[k] + t * (to[k] - from[k]);
  return nearest;
}

}  // namespace plumb::pipeline
