// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/sign.h"

// Predicates in plan, that is seen from above (x and y alone), of points whose exact coordinates are at hand.
namespace plumb::kernel {

/// A double that never reverses an order: x <= y gives order_key(x) <= order_key(y). Finite, whatever the number.
inline double order_key(const mpq_class& v) { return std::clamp(v.get_d(), -1e150, 1e150); }

/// A point in plan with doubles around it. Refers to the coordinates.
struct PlanRef {
  const mpq_class *x, *y;
  Interval ix, iy;

  template <std::size_t N>
  explicit PlanRef(const std::array<mpq_class, N>& p)
      : x(&p[0]), y(&p[1]), ix(interval_of(p[0])), iy(interval_of(p[1])) {}
  template <std::size_t N>
  PlanRef(const std::array<mpq_class, N>& p, const Interval& px, const Interval& py)
      : x(&p[0]), y(&p[1]), ix(px), iy(py) {}
};

/// Below, at or above, as cmp: equal fractions are told apart from others without multiplying.
inline int compare(const mpq_class& a, const Interval& ia, const mpq_class& b, const Interval& ib) {
  if (ia.high < ib.low) return -1;
  if (ib.high < ia.low) return 1;
  return a == b ? 0 : cmp(a, b);
}

/// Lexicographic order of places.
inline bool before(const PlanRef& a, const PlanRef& b) {
  const int c = compare(*a.x, a.ix, *b.x, b.ix);
  return c != 0 ? c < 0 : compare(*a.y, a.iy, *b.y, b.iy) < 0;
}
inline bool same_place(const PlanRef& a, const PlanRef& b) { return *a.x == *b.x && *a.y == *b.y; }

using formulas::orient2d;

/// The sign of (bx - ax) (dy - cy) - (by - ay) (dx - cx), in integers: fractions would be reduced at every step.
int turn_exact(const mpq_class& ax, const mpq_class& ay, const mpq_class& bx, const mpq_class& by, const mpq_class& cx,
               const mpq_class& cy, const mpq_class& dx, const mpq_class& dy);

/// The sign of (b - a) x (d - c): positive if d - c turns left from b - a.
inline int turn(const PlanRef& a, const PlanRef& b, const PlanRef& c, const PlanRef& d) {
  if (const auto s = formulas::determinant(b.ix - a.ix, b.iy - a.iy, d.ix - c.ix, d.iy - c.iy).sign())
    return static_cast<int>(*s);
  // Aligned levels are full of these.
  if ((*a.x == *b.x && *c.x == *d.x) || (*a.y == *b.y && *c.y == *d.y)) return 0;
  return turn_exact(*a.x, *a.y, *b.x, *b.y, *c.x, *c.y, *d.x, *d.y);
}
inline int orientation(const PlanRef& a, const PlanRef& b, const PlanRef& c) { return turn(a, b, a, c); }

}  // namespace plumb::kernel
