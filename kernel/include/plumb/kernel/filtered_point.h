// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_plan.h"

namespace plumb::kernel {

/// A point in plan by its exact coordinates, with intervals of doubles around them.
struct FilteredPoint {
  explicit FilteredPoint(PlanPoint p) : at(std::move(p)), ix(interval_of(at[0])), iy(interval_of(at[1])) {}

  FilteredPoint(PlanPoint p, const Interval& px, const Interval& py) : at(std::move(p)), ix(px), iy(py) {}

  const mpq_class& x() const { return at[0]; }
  const mpq_class& y() const { return at[1]; }

  PlanPoint at;
  Interval ix, iy;
};

/// Compares two places by x, then y: negative, zero or positive.
template <Place P>
int order_of(const P& p, const P& q) {
  const int x = compare_x(p, q);
  return x != 0 ? x : compare_y(p, q);
}

/// Positive if d is within the circle through a, b and c, which turn left; zero on it.
int in_circle(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d);
/// Whether d is within the circle, by a symbolic perturbation if it is on it: each point is moved off the circle by an
/// infinitely small step, and a point before another by x, then y, by an infinitely smaller one (Devillers and Teillaud
/// 2011; CGAL's triangulations do the same). So the diagonal of four points on a circle does not depend on the order in
/// which the points are inserted.
bool in_circle_moved(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d);

/// The point where the segment from p to q crosses the line through u and v. Requires p and q strictly on different
/// sides of the line. Computed in integers, which are reduced once; fractions would be reduced at every step.
PlanPoint crossing(const PlanPoint& p, const PlanPoint& q, const PlanPoint& u, const PlanPoint& v);

}  // namespace plumb::kernel
