// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_plan.h"

namespace plumb::kernel {

/// A place in plan with doubles around it.
struct NearPoint {
  explicit NearPoint(PlanPoint p) : at(std::move(p)), ix(interval_of(at[0])), iy(interval_of(at[1])) {}

  NearPoint(PlanPoint p, const Interval& px, const Interval& py) : at(std::move(p)), ix(px), iy(py) {}

  const mpq_class& x() const { return at[0]; }
  const mpq_class& y() const { return at[1]; }

  PlanPoint at;
  Interval ix, iy;
};

/// By x, then y: below, at or above zero.
template <Place P>
int order_of(const P& p, const P& q) {
  const int x = compare_x(p, q);
  return x != 0 ? x : compare_y(p, q);
}

/// Positive if d is within the circle through a, b and c, which turn left; zero on it.
int in_circle(const NearPoint& a, const NearPoint& b, const NearPoint& c, const NearPoint& d);
/// The same where points on the circle are moved off it by an infinitely small step, one that lies before another by x,
/// then y, by infinitely less (Devillers and Teillaud 2011; CGAL's triangulations do the same): never zero. So which of
/// the two diagonals four points on a circle get does not depend on the order in which points come.
bool in_circle_moved(const NearPoint& a, const NearPoint& b, const NearPoint& c, const NearPoint& d);

/// Where the way from p to q crosses the line through u and v. Requires p and q on different sides of it. The same as
/// by fractions, in integers: these are reduced once.
PlanPoint crossing(const PlanPoint& p, const PlanPoint& q, const PlanPoint& u, const PlanPoint& v);

}  // namespace plumb::kernel
