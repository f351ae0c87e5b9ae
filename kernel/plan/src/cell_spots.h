// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>

#include "plumb/plan/cell_walk.h"

namespace plumb::plan {

inline kernel::Interval interval_about(double x) { return kernel::Interval(x); }
inline kernel::Interval interval_about(const mpq_class& x) { return kernel::interval_of(x); }
/// Numbers of an earlier point are written over, so that none is allocated.
template <class Number>
void assign(kernel::FilteredPoint& p, const std::array<Number, 2>& at) {
  p.at[0] = at[0];
  p.at[1] = at[1];
  p.ix = interval_about(at[0]);
  p.iy = interval_about(at[1]);
}

/// The sign of (b - a) . (d - c).
inline kernel::Sign dot_sign(const kernel::FilteredPoint& a, const kernel::FilteredPoint& b,
                             const kernel::FilteredPoint& c, const kernel::FilteredPoint& d) {
  if (const auto sign = kernel::formulas::dot2d(b.ix - a.ix, b.iy - a.iy, d.ix - c.ix, d.iy - c.iy).sign())
    return *sign;
  const mpq_class ux = b.x() - a.x(), uy = b.y() - a.y(), vx = d.x() - c.x(), vy = d.y() - c.y();
  return kernel::sign_of(sgn(kernel::formulas::dot2d(ux, uy, vx, vy)));
}

/// Around a point of the segment from p to q, at a share that rounding may have brought out of it.
inline std::array<kernel::Interval, 2> point_near(const kernel::Interval& share, const kernel::FilteredPoint& p,
                                                  const kernel::FilteredPoint& q) {
  const kernel::Interval t{std::max(share.low, 0.0), std::min(share.high, 1.0)};
  return {p.ix + t * (q.ix - p.ix), p.iy + t * (q.iy - p.iy)};
}
/// Around the nearest point of the line through p and q, which is between them.
inline std::array<kernel::Interval, 2> foot_near(const kernel::FilteredPoint& at, const kernel::FilteredPoint& p,
                                                 const kernel::FilteredPoint& q) {
  const kernel::Interval ex = q.ix - p.ix, ey = q.iy - p.iy;
  return point_near(
      kernel::formulas::dot2d(ex, ey, at.ix - p.ix, at.iy - p.iy) / kernel::formulas::dot2d(ex, ey, ex, ey), p, q);
}
/// Around where the line from a to b crosses the segment from p to q.
inline std::array<kernel::Interval, 2> crossing_near(const kernel::FilteredPoint& a, const kernel::FilteredPoint& b,
                                                     const kernel::FilteredPoint& p, const kernel::FilteredPoint& q) {
  const kernel::Interval dx = b.ix - a.ix, dy = b.iy - a.iy;
  return point_near(kernel::formulas::determinant(a.ix - p.ix, a.iy - p.iy, dx, dy) /
                        kernel::formulas::determinant(q.ix - p.ix, q.iy - p.iy, dx, dy),
                    p, q);
}

}  // namespace plumb::plan
