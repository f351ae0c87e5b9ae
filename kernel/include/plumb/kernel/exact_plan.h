// SPDX-License-Identifier: LGPL-3.0-or-later
// Predicates in plan, that is seen from above (x and y alone), of points whose exact coordinates are at hand: order,
// turn and orientation. Each is asked of doubles first, where the coordinates are doubles, then of intervals, then of
// integers of any length.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/sign.h"

namespace plumb::kernel {

// --- What doubles tell exactly of doubles, by what rounding took from a result

/// From here on, a product tells what rounding took from it. Of two numbers of 53 bits, m 2^i and n 2^j, that is a
/// multiple of 2^(i + j), and |m n| < 2^106: a double unless i + j < -1074, when the product is less than this.
inline constexpr UnderflowBound least_whole_product{-969};

/// Whether b - a is a double, as `difference` is: what rounding took from it is 0 (Knuth 1969, 4.2.2).
inline bool is_exact_difference(double b, double a, double difference) {
  const double b_again = difference + a, a_again = b_again - difference;
  return (b - b_again) + (a_again - a) == 0;
}

/// Whether a b is a double, as `product` is. False, too, where underflow or overflow leaves that open.
inline bool is_exact_product(double a, double b, double product) {
  if (a == 0 || b == 0) return true;
  return std::fabs(product) >= least_whole_product && std::fabs(product) < HUGE_VAL && std::fma(a, b, -product) == 0;
}

/// The sign of a d - b c. None where underflow or overflow leaves that open.
inline std::optional<Sign> exact_determinant_sign(double a, double b, double c, double d) {
  const double p = a * d, q = b * c;
  if (!std::isfinite(p) || !std::isfinite(q)) return std::nullopt;
  if (p != q) return p > q ? Sign::positive : Sign::negative;  // rounding keeps order
  if ((a == 0 || d == 0) && (b == 0 || c == 0)) return Sign::zero;
  if (std::fabs(p) < least_whole_product) return std::nullopt;
  const double p_lost = std::fma(a, d, -p), q_lost = std::fma(b, c, -q);
  return p_lost > q_lost ? Sign::positive : p_lost < q_lost ? Sign::negative : Sign::zero;
}

/// The sign of (b - a) x (d - c), of points that are doubles. None, too, where a difference is no double and leaves it
/// open.
///
/// With whole differences, a product carries one rounding, and the two are compared by their roundings. Else
/// turn_bound's derivation (point_predicates.h) holds where no product underflows.
inline std::optional<Sign> orientation_of_doubles(double ax, double ay, double bx, double by, double cx, double cy,
                                                  double dx, double dy) {
  const double ux = bx - ax, uy = by - ay, vx = dx - cx, vy = dy - cy;
  const double size = formulas::determinant_size(ux, uy, vx, vy);
  if (size >= least_whole_product)
    if (const auto sign = certified_sign(formulas::determinant(ux, uy, vx, vy), turn_bound * size)) return sign;
  const bool whole = is_exact_difference(bx, ax, ux) && is_exact_difference(by, ay, uy) &&
                     is_exact_difference(dx, cx, vx) && is_exact_difference(dy, cy, vy);
  return whole ? exact_determinant_sign(ux, uy, vx, vy) : std::nullopt;
}

// --- Points in plan

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
Sign orientation_of_vectors_exact(const mpq_class& ax, const mpq_class& ay, const mpq_class& bx, const mpq_class& by,
                                  const mpq_class& cx, const mpq_class& cy, const mpq_class& dx, const mpq_class& dy);

/// The sign of (b - a) x (d - c), if intervals of doubles decide it.
template <Place A, Place B, Place C, Place D>
std::optional<Sign> orientation_of_vectors_near(const A& a, const B& b, const C& c, const D& d) {
  const auto is_double = [](const auto& p) { return is_exact(p.ix) && is_exact(p.iy); };
  if (is_double(a) && is_double(b) && is_double(c) && is_double(d))
    if (const auto sign =
            orientation_of_doubles(a.ix.low, a.iy.low, b.ix.low, b.iy.low, c.ix.low, c.iy.low, d.ix.low, d.iy.low))
      return sign;
  return formulas::determinant(b.ix - a.ix, b.iy - a.iy, d.ix - c.ix, d.iy - c.iy).sign();
}
/// The same sign by the exact coordinates. Types of places that know a shorter computation overload it.
template <Place A, Place B, Place C, Place D>
Sign orientation_of_vectors_exact(const A& a, const B& b, const C& c, const D& d) {
  // Aligned levels are full of these.
  if ((a.x() == b.x() && c.x() == d.x()) || (a.y() == b.y() && c.y() == d.y())) return Sign::zero;
  return orientation_of_vectors_exact(a.x(), a.y(), b.x(), b.y(), c.x(), c.y(), d.x(), d.y());
}
/// The sign of (b - a) x (d - c): positive if the vector from c to d turns left from that from a to b.
template <Place A, Place B, Place C, Place D>
Sign orientation_of_vectors(const A& a, const B& b, const C& c, const D& d) {
  if (const auto s = orientation_of_vectors_near(a, b, c, d)) return *s;
  return orientation_of_vectors_exact(a, b, c, d);
}
/// Positive if c is to the left of the line from a to b.
template <Place A, Place B, Place C>
Sign orientation(const A& a, const B& b, const C& c) {
  return orientation_of_vectors(a, b, a, c);
}

}  // namespace plumb::kernel
