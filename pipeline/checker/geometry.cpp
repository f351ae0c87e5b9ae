// SPDX-License-Identifier: LGPL-3.0-or-later
#include "geometry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace checker {
namespace {

long bits(const Integer& v) { return static_cast<long>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

// v / 2^exponent, truncated to a double: 0, or of magnitude 2^-401 to 2^400; NaN beyond.
double scaled(const Integer& v, long exponent) {
  long e = 0;
  const double mantissa = mpz_get_d_2exp(&e, v.get_mpz_t());  // 0, or of magnitude 1/2 to 1
  if (std::labs(e - exponent) > 400 && mantissa != 0) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(mantissa, static_cast<int>(e - exponent));
}

Integer value(const Line& l, const Vertex& v) { return l.a * v.x + l.b * v.y + l.c * v.w; }

}  // namespace

Line::Line(Integer a_, Integer b_, Integer c_) : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)) {
  const long exponent = std::max({bits(a), bits(b), bits(c)});  // the line times a positive number
  fa = scaled(a, exponent);
  fb = scaled(b, exponent);
  fc = scaled(c, exponent);
}

Vertex::Vertex(Integer x_, Integer y_, Integer w_) : x(std::move(x_)), y(std::move(y_)), w(std::move(w_)) {
  const long exponent = bits(w);
  const double fw = scaled(w, exponent);
  fx = scaled(x, exponent) / fw;
  fy = scaled(y, exponent) / fw;
}

// The filter. Every truncated input is off by a factor from 1 to 1 + 2u, u = 2^-53, a quotient of two by 3u, a product
// of that with a coefficient by 6u, and the two sums add u each: together, the sum is off by a little more than 8u,
// relative to the computed magnitudes. Nothing underflows or overflows: what is not 0 lies between 2^-802 and 2^802.
// NaN decides nothing.
int side(const Line& l, const Vertex& v) {
  if (v.point != none && (v.point == l.from || v.point == l.to)) return 0;
  const double p = l.fa * v.fx, q = l.fb * v.fy;
  const double sum = p + q + l.fc, magnitude = std::fabs(p) + std::fabs(q) + std::fabs(l.fc);
  if (std::fabs(sum) > magnitude * side_error) return sum > 0 ? 1 : -1;
  static Integer exact;  // kept: most of the time would go into asking for its memory
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

Outline clip(const Outline& outline, const Line& line) {
  std::vector<Integer> values;
  bool any = false;
  for (const Vertex& v : outline) {
    values.push_back(value(line, v));
    any = any || sgn(values.back()) > 0;
  }
  Outline out;
  if (!any) return out;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const std::size_t j = i + 1 == outline.size() ? 0 : i + 1;
    if (sgn(values[i]) >= 0) out.push_back(outline[i]);
    if (sgn(values[i]) * sgn(values[j]) >= 0) continue;
    // Where the edge crosses: each end weighs as much as the value at the other.
    const Vertex &v = outline[i], &w = outline[j];
    const Integer s = abs(values[j]), t = abs(values[i]);
    out.emplace_back(s * v.x + t * w.x, s * v.y + t * w.y, s * v.w + t * w.w);
  }
  return out;
}

Fraction doubled_area(const Outline& outline) {
  Fraction sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vertex &v = outline[i], &w = outline[i + 1 == outline.size() ? 0 : i + 1];
    Fraction term(Integer(v.x * w.y - v.y * w.x), Integer(v.w * w.w));
    term.canonicalize();
    sum += term;
  }
  return sum;
}

}  // namespace checker
