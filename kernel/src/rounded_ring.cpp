// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/rounded_ring.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

template <class Number>
std::array<Number, 2> exactly(const RoundedPlace& p) {
  return {Number(p[0]), Number(p[1])};
}

template <class Number>
Number orient(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  return formulas::orient2d(exactly<Number>(a), exactly<Number>(b), exactly<Number>(c));
}

// What the rounded difference x of a and b lacks: a - b - x is this double, whatever a and b are (Knuth's two-sum). Not
// zero, or no number, where x is infinite.
double left_over(double a, double b, double x) {
  const double b_near = a - x, a_near = x + b_near;
  return (a - a_near) + (b_near - b);
}

// The way from one place to another in doubles.
struct Way {
  double x, y;
  bool exact;  // nothing is lost to rounding

  Way(const RoundedPlace& from, const RoundedPlace& to) : x(to[0] - from[0]), y(to[1] - from[1]) {
    exact = left_over(to[0], from[0], x) == 0 && left_over(to[1], from[1], y) == 0;
  }
  // By the order of places. The sign of a difference is never lost.
  bool forward() const { return x > 0 || (x == 0 && y > 0); }
};

bool is_binary32(double v) { return static_cast<double>(static_cast<float>(v)) == v; }

// Rounding keeps order: of two products that are rounded to different doubles, the greater is the one with the greater
// double. Where the doubles are equal, so it is with what the products lack, which fma gives rounded once. If that is
// equal too, the products are, provided that nothing of it was lost. Nothing is, of binary32 numbers: all are multiples
// of 2^-149, hence their products and what is left over multiples of 2^-298, of 53 bits at most.
std::optional<int> turn_of_exact(const Way& u, const Way& v, const RoundedPlace& a, const RoundedPlace& b,
                                 const RoundedPlace& c) {
  const double p = u.x * v.y, q = u.y * v.x;
  if (p != q) return p > q ? 1 : -1;
  const double p_lacks = std::fma(u.x, v.y, -p), q_lacks = std::fma(u.y, v.x, -q);
  if (p_lacks != q_lacks) return p_lacks > q_lacks ? 1 : -1;
  for (const RoundedPlace* at : {&a, &b, &c})
    if (!is_binary32((*at)[0]) || !is_binary32((*at)[1])) return std::nullopt;
  return 0;
}

int area_sign(std::span<const RoundedPlace> ring) {
  if (const auto sign = doubled_area(ring).sign()) return static_cast<int>(*sign);
  return sgn(
      formulas::doubled_area<mpq_class>(ring.size(), [&](std::size_t i) { return exactly<mpq_class>(ring[i]); }));
}

// Left turns all the way, and once around: forward (in the order of places) and back again. Straight corners may be
// between, but no way back.
bool runs_once_around(std::span<const RoundedPlace> ring) {
  const std::size_t n = ring.size();
  int changes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const RoundedPlace &a = ring[i], &b = ring[i + 1 < n ? i + 1 : i + 1 - n], &c = ring[i + 2 < n ? i + 2 : i + 2 - n];
    const int turned = orientation(a, b, c);
    const bool turns_back = (a < b) != (b < c);
    if (turned < 0 || (turned == 0 && turns_back)) return false;
    changes += turns_back;
  }
  return changes == 2;
}

// Most rings are strictly convex, and doubles tell: then they have an area and different corners. The sign of a turn is
// that of one way across the next, and one difference of two products is positive if that of the rounded ones is.
// Infinities and what is no number fail a comparison.
bool certainly_convex(std::span<const RoundedPlace> ring) {
  if (ring.size() < 3) return false;
  int changes = 0;
  Way last(ring.back(), ring.front());
  if (!last.exact) return false;
  for (std::size_t i = 0, n = ring.size(); i < n; ++i) {
    const Way next(ring[i], ring[i + 1 < n ? i + 1 : 0]);
    if (!next.exact || !(last.x * next.y > last.y * next.x)) return false;
    changes += last.forward() != next.forward();
    last = next;
  }
  return changes == 2;
}

// outward() of numbers that are finite, unless what it gives is not.
Interval outward_of_finite(double low, double high) {
  return {low - std::fabs(low) * outward_error - least_step, high + std::fabs(high) * outward_error + least_step};
}

// The product of two intervals around differences of doubles that were rounded to x and y.
Interval product_of_differences(double x, double y) {
  if (x == 0 || y == 0) return Interval(0.0);
  const Interval u = outward_of_finite(std::fabs(x), std::fabs(x)), v = outward_of_finite(std::fabs(y), std::fabs(y));
  const Interval size = outward_of_finite(u.low * v.low, u.high * v.high);
  return (x < 0) == (y < 0) ? size : -size;
}

}  // namespace

int orientation(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const Way u(a, b), v(a, c);
  if (u.exact & v.exact)
    if (const auto turned = turn_of_exact(u, v, a, b, c)) return *turned;
  if (const auto sign = orient<Interval>(a, b, c).sign()) return static_cast<int>(*sign);
  return sgn(orient<mpq_class>(a, b, c));
}

// Interval differences of numbers are as wide on either side of zero, and so are products of such: it is enough to know
// their sizes and signs. What is not finite goes the long way.
Interval doubled_area(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const double ux = b[0] - a[0], uy = b[1] - a[1], vx = c[0] - a[0], vy = c[1] - a[1];
  const Interval p = product_of_differences(ux, vy), q = product_of_differences(uy, vx);
  if (std::isfinite(p.high - p.low) && std::isfinite(q.high - q.low)) return p - q;
  return orient<Interval>(a, b, c);
}

Interval doubled_area(std::span<const RoundedPlace> ring) {
  Interval sum(0);
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) sum = sum + doubled_area(ring[0], ring[i], ring[i + 1]);
  return sum;
}

RingState state_of(std::span<const RoundedPlace> ring) {
  if (certainly_convex(ring)) return RingState::kept;
  for (const RoundedPlace& p : ring)
    if (!std::isfinite(p[0]) || !std::isfinite(p[1])) return RingState::collapsed;
  std::vector<RoundedPlace> sorted(ring.begin(), ring.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return RingState::collapsed;
  const int area = area_sign(ring);
  if (area <= 0) return area < 0 ? RingState::flipped : RingState::collapsed;
  return runs_once_around(ring) ? RingState::kept : RingState::not_convex;
}

}  // namespace plumb::kernel
