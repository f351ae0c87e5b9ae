// SPDX-License-Identifier: LGPL-3.0-or-later
// Points in plan with intervals of doubles around them, and what is asked of them beyond exact_plan.h: circles,
// crossings, and distances to segments.
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
Sign in_circle(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d);
/// Whether d is within the circle, by a symbolic perturbation if it is on it: each point is moved off the circle by an
/// infinitely small step, and a point before another by x, then y, by an infinitely smaller one (Devillers and Teillaud
/// 2011; CGAL's triangulations do the same). So the diagonal of four points on a circle does not depend on the order in
/// which the points are inserted.
bool in_circle_moved(const FilteredPoint& a, const FilteredPoint& b, const FilteredPoint& c, const FilteredPoint& d);

/// The point where the segment from p to q crosses the line through u and v. Requires p and q strictly on different
/// sides of the line. Computed in integers, which are reduced once; fractions would be reduced at every step.
PlanPoint crossing(const PlanPoint& p, const PlanPoint& q, const PlanPoint& u, const PlanPoint& v);

// --- How far points are from segments. All distances are squared, as distances themselves are roots

/// The nearest point of a segment: its share of the segment from p to q, 0 to 1. The segment may be one point.
mpq_class nearest_share(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q);
/// The nearest point itself, in lowest terms.
PlanPoint nearest_point(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q);

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& q);
/// From a point to a segment.
mpq_class squared_distance(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q);

/// Doubles around the same.
Interval squared_distance_near(const FilteredPoint& p, const FilteredPoint& q);
Interval squared_distance_near(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q);

/// Whether each of two segments goes from one side of the other's line strictly to the other side.
bool cross(const FilteredPoint& p, const FilteredPoint& q, const FilteredPoint& a, const FilteredPoint& b);

/// Whether the nearest point of a segment is none of its ends.
bool has_foot(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q);

/// Whether the distance from a point to a segment is below, equal to or above the root of `square`: -1, 0 or 1.
int compare_squared_distance(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q,
                             const mpq_class& square);

}  // namespace plumb::kernel
