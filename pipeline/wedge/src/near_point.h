// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_plan.h"

namespace plumb::pipeline {

/// A place in plan with doubles around it.
struct NearPoint {
  explicit NearPoint(kernel::PlanPoint p)
      : at(std::move(p)), ix(kernel::interval_of(at[0])), iy(kernel::interval_of(at[1])) {}

  NearPoint(kernel::PlanPoint p, const kernel::Interval& px, const kernel::Interval& py)
      : at(std::move(p)), ix(px), iy(py) {}

  const mpq_class& x() const { return at[0]; }
  const mpq_class& y() const { return at[1]; }

  kernel::PlanPoint at;
  kernel::Interval ix, iy;
};

/// Positive if d is within the circle through a, b and c, which turn left; zero on it.
int in_circle(const NearPoint& a, const NearPoint& b, const NearPoint& c, const NearPoint& d);
/// The same where points on the circle are moved off it by an infinitely small step, one that lies before another by x,
/// then y, by infinitely less (Devillers and Teillaud 2011; CGAL's triangulations do the same): never zero. So which of
/// the two diagonals four points on a circle get does not depend on the order in which points come.
bool in_circle_moved(const NearPoint& a, const NearPoint& b, const NearPoint& c, const NearPoint& d);

/// Where the way from p to q crosses the line through u and v. Requires p and q on different sides of it. The same as
/// by fractions, in integers: these are reduced once.
kernel::PlanPoint crossing(const kernel::PlanPoint& p, const kernel::PlanPoint& q, const kernel::PlanPoint& u,
                           const kernel::PlanPoint& v);

}  // namespace plumb::pipeline
