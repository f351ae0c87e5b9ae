// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>

#include "plumb/kernel/exact_doubles.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/sign.h"

// Predicates in plan, that is seen from above (x and y alone), of points whose exact coordinates are at hand.
namespace plumb::kernel {

/// A double that never reverses an order: x <= y gives order_key(x) <= order_key(y). Finite, whatever the number.
inline double order_key(const mpq_class& v) { return std::clamp(v.get_d(), -1e150, 1e150); }

/// A point in plan: intervals of doubles around its coordinates, ix and iy, and the exact coordinates x() and y(),
/// which may be computed when they are first asked for. Places that are compared share a unit.
template <class P>
concept Place = requires(const P& p) {
  { p.ix.low } -> std::convertible_to<double>;
  { p.iy.low } -> std::convertible_to<double>;
  { p.x() } -> std::convertible_to<const mpq_class&>;
  { p.y() } -> std::convertible_to<const mpq_class&>;
};

/// A Place that refers to exact coordinates stored elsewhere.
class PlanRef {
 public:
  template <std::size_t N>
  explicit PlanRef(const std::array<mpq_class, N>& p) : PlanRef(p, interval_of(p[0]), interval_of(p[1])) {}
  template <std::size_t N>
  PlanRef(const std::array<mpq_class, N>& p, const Interval& px, const Interval& py)
      : ix(px), iy(py), x_(&p[0]), y_(&p[1]) {}

  const mpq_class& x() const { return *x_; }
  const mpq_class& y() const { return *y_; }

  Interval ix, iy;

 private:
  const mpq_class *x_, *y_;
};

/// Compares two coordinates as cmp() does. exact_a() and exact_b() are called only if the intervals do not decide;
/// equal fractions are recognised without a multiplication.
template <class A, class B>
int compare(const Interval& a, const A& exact_a, const Interval& b, const B& exact_b) {
  if (a.high < b.low) return -1;
  if (b.high < a.low) return 1;
  if (is_exact(a) && is_exact(b)) return 0;
  const mpq_class &p = exact_a(), &q = exact_b();
  return p == q ? 0 : cmp(p, q);
}
template <Place A, Place B>
int compare_x(const A& a, const B& b) {
  return compare(
      a.ix, [&]() -> const mpq_class& { return a.x(); }, b.ix, [&]() -> const mpq_class& { return b.x(); });
}
template <Place A, Place B>
int compare_y(const A& a, const B& b) {
  return compare(
      a.iy, [&]() -> const mpq_class& { return a.y(); }, b.iy, [&]() -> const mpq_class& { return b.y(); });
}

/// Lexicographic order of places.
template <Place A, Place B>
bool before(const A& a, const B& b) {
  const int c = compare_x(a, b);
  return c != 0 ? c < 0 : compare_y(a, b) < 0;
}
template <Place A, Place B>
bool same_place(const A& a, const B& b) {
  return compare_x(a, b) == 0 && compare_y(a, b) == 0;
}

using formulas::orient2d;

/// The sign of (bx - ax) (dy - cy) - (by - ay) (dx - cx), in integers: fractions would be reduced at every step.
int turn_exact(const mpq_class& ax, const mpq_class& ay, const mpq_class& bx, const mpq_class& by, const mpq_class& cx,
               const mpq_class& cy, const mpq_class& dx, const mpq_class& dy);

/// The sign of (b - a) x (d - c), if intervals of doubles decide it.
template <Place A, Place B, Place C, Place D>
std::optional<Sign> turn_near(const A& a, const B& b, const C& c, const D& d) {
  const auto is_double = [](const auto& p) { return is_exact(p.ix) && is_exact(p.iy); };
  if (is_double(a) && is_double(b) && is_double(c) && is_double(d))
    if (const auto sign =
            turn_of_doubles(a.ix.low, a.iy.low, b.ix.low, b.iy.low, c.ix.low, c.iy.low, d.ix.low, d.iy.low))
      return sign;
  return formulas::determinant(b.ix - a.ix, b.iy - a.iy, d.ix - c.ix, d.iy - c.iy).sign();
}
/// The same sign by the exact coordinates. Types of places that know a shorter computation overload turn_exact().
template <Place A, Place B, Place C, Place D>
int turn_exact(const A& a, const B& b, const C& c, const D& d) {
  // Aligned levels are full of these.
  if ((a.x() == b.x() && c.x() == d.x()) || (a.y() == b.y() && c.y() == d.y())) return 0;
  return turn_exact(a.x(), a.y(), b.x(), b.y(), c.x(), c.y(), d.x(), d.y());
}
/// The sign of (b - a) x (d - c): positive if d - c turns left from b - a.
template <Place A, Place B, Place C, Place D>
int turn(const A& a, const B& b, const C& c, const D& d) {
  if (const auto s = turn_near(a, b, c, d)) return static_cast<int>(*s);
  return turn_exact(a, b, c, d);
}
template <Place A, Place B, Place C>
int orientation(const A& a, const B& b, const C& c) {
  return turn(a, b, a, c);
}

}  // namespace plumb::kernel
