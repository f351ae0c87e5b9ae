// SPDX-License-Identifier: LGPL-3.0-or-later
#include "geometry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>

namespace plumb::checker {
namespace {

long bits(const Integer& v) { return static_cast<long>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

// v / 2^exponent, truncated to a double: 0, or of magnitude 2^-401 to 2^400; NaN beyond.
double scaled(const Integer& v, long exponent) {
  long e = 0;
  const double mantissa = mpz_get_d_2exp(&e, v.get_mpz_t());  // 0, or of magnitude 1/2 to 1
  if (std::labs(e - exponent) > 400 && mantissa != 0) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(mantissa, static_cast<int>(e - exponent));
}

// Whether all are below 2^384: truncated to doubles, they are 0 or of magnitude 1 to 2^384.
bool need_no_scale(std::initializer_list<std::reference_wrapper<const Integer>> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](const Integer& v) { return mpz_size(v.get_mpz_t()) <= 6; });
}
static_assert(sizeof(mp_limb_t) == 8);

}  // namespace

Integer value(const Line& l, const Vertex& v) {
  Integer sum = l.a * v.x;
  mpz_addmul(sum.get_mpz_t(), l.b.get_mpz_t(), v.y.get_mpz_t());
  mpz_addmul(sum.get_mpz_t(), l.c.get_mpz_t(), v.w.get_mpz_t());
  return sum;
}

Line::Line(Integer a_, Integer b_, Integer c_) : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)) {
  if (need_no_scale({a, b, c})) {
    fa = a.get_d();
    fb = b.get_d();
    fc = c.get_d();
    return;
  }
  const long exponent = std::max({bits(a), bits(b), bits(c)});  // the line times a positive number
  fa = scaled(a, exponent);
  fb = scaled(b, exponent);
  fc = scaled(c, exponent);
}

// Of short points, coefficients are below 2^125: as doubles, rounded, they need no scale.
Line Line::through(const Point& p, const Point& q) {
  if (!p.is_short || !q.is_short) return {p.y * q.w - q.y * p.w, q.x * p.w - p.x * q.w, p.x * q.y - p.y * q.x};
  const auto x = [](const Point& v) { return coordinate<Wide>(v, 0); };
  const auto y = [](const Point& v) { return coordinate<Wide>(v, 1); };
  return {y(p) - y(q), x(q) - x(p), x(p) * y(q) - y(p) * x(q)};
}

Line::Line(Wide a_, Wide b_, Wide c_)
    : a(integer_of(a_)),
      b(integer_of(b_)),
      c(integer_of(c_)),
      fa(static_cast<double>(a_)),
      fb(static_cast<double>(b_)),
      fc(static_cast<double>(c_)) {}

Vertex::Vertex(Integer x_, Integer y_, Integer w_) : x(std::move(x_)), y(std::move(y_)), w(std::move(w_)) {
  if (need_no_scale({x, y, w})) {
    const double fw = w.get_d();
    fx = x.get_d() / fw;
    fy = y.get_d() / fw;
    return;
  }
  const long exponent = bits(w);
  const double fw = scaled(w, exponent);
  fx = scaled(x, exponent) / fw;
  fy = scaled(y, exponent) / fw;
}

Vertex::Vertex(const Point& p) : x(p.x), y(p.y), w(p.w), fx(p.near[0]), fy(p.near[1]) {
  if (!p.is_short) *this = Vertex(p.x, p.y, p.w);
}

double quotient_near(const Integer& a, const Integer& b) {
  if (need_no_scale({a, b})) return a.get_d() / b.get_d();
  const long exponent = bits(b);
  return scaled(a, exponent) / scaled(b, exponent);
}

// The filter. Every truncated input is off by a factor from 1 to 1 + 2u, u = 2^-53, a quotient of two by 3u, a product
// of that with a coefficient by 6u, and the two sums add u each: together, the sum is off by a little more than 8u,
// relative to the computed magnitudes. Nothing underflows or overflows: what is not 0 lies between 2^-802 and 2^802.
// NaN decides nothing.
int certain_side(const Line& l, double fx, double fy) {
  const double p = l.fa * fx, q = l.fb * fy;
  const double sum = p + q + l.fc, magnitude = std::fabs(p) + std::fabs(q) + std::fabs(l.fc);
  if (std::fabs(sum) > magnitude * side_error) return sum > 0 ? 1 : -1;
  return 0;
}

int side(const Line& l, const Vertex& v) {
  if (v.point != none && (v.point == l.from || v.point == l.to)) return 0;
  if (const int certain = certain_side(l, v.fx, v.fy)) return certain;
  thread_local Integer exact;  // kept: most of the time would go into asking for its memory
  mpz_mul(exact.get_mpz_t(), l.a.get_mpz_t(), v.x.get_mpz_t());
  mpz_addmul(exact.get_mpz_t(), l.b.get_mpz_t(), v.y.get_mpz_t());
  mpz_addmul(exact.get_mpz_t(), l.c.get_mpz_t(), v.w.get_mpz_t());
  return sgn(exact);
}

// Two truncations, a product and a difference: a little more than 6u.
int turn(const Line& l, const Line& m) {
  const double p = l.fa * m.fb, q = l.fb * m.fa;
  if (std::fabs(p - q) > (std::fabs(p) + std::fabs(q)) * turn_error) return p > q ? 1 : -1;
  return sgn(Integer(l.a * m.b - l.b * m.a));
}

Vertex meet(const Line& l, const Line& m) {
  Integer x = l.b * m.c - l.c * m.b, y = l.c * m.a - l.a * m.c, w = l.a * m.b - l.b * m.a;
  if (sgn(w) < 0) {
    x = -x;
    y = -y;
    w = -w;
  }
  return {std::move(x), std::move(y), std::move(w)};
}

Place place_of(const Vertex& v) { return {quotient(v.x, v.w), quotient(v.y, v.w)}; }

// Where an edge crosses the line, each of its ends weighs as much as the value at the other.
Outline clip(Outline outline, const Line& line) {
  const std::size_t n = outline.size();
  std::vector<int> sides(n);
  bool any = false, all = true;
  for (std::size_t i = 0; i < n; ++i) {
    sides[i] = side(line, outline[i]);
    any = any || sides[i] > 0;
    all = all && sides[i] >= 0;
  }
  if (!any) return {};
  if (all) return outline;
  Outline out;
  out.reserve(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = i + 1 == n ? 0 : i + 1;
    if (sides[i] >= 0) out.push_back(outline[i]);
    if (sides[i] * sides[j] >= 0) continue;
    const Vertex &v = outline[i], &w = outline[j];
    const Integer s = abs(value(line, w)), t = abs(value(line, v));
    out.emplace_back(s * v.x + t * w.x, s * v.y + t * w.y, s * v.w + t * w.w);
  }
  return out;
}

}  // namespace plumb::checker
