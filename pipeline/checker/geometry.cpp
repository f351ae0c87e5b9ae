// SPDX-License-Identifier: LGPL-3.0-or-later
#include "geometry.h"

#include <cmath>
#include <limits>

namespace checker {
namespace {

// get_d truncates: relative error below 2^-52, and the result is finite and, for an integer, 0 or at least 1.
double rounded(const Integer& v) {
  if (mpz_sizeinbase(v.get_mpz_t(), 2) > 400) return std::numeric_limits<double>::quiet_NaN();
  return v.get_d();
}

Integer value(const Line& l, const Vertex& v) { return l.a * v.x + l.b * v.y + l.c * v.w; }

}  // namespace

Line::Line(Integer a_, Integer b_, Integer c_)
    : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)), fa(rounded(a)), fb(rounded(b)), fc(rounded(c)) {}

Vertex::Vertex(Integer x_, Integer y_, Integer w_) : x(std::move(x_)), y(std::move(y_)), w(std::move(w_)) {
  const double fw = rounded(w);
  fx = rounded(x) / fw;
  fy = rounded(y) / fw;
}

// The filter. Every rounded input is off by a factor of at most 1 + 2^-52, a quotient of two by at most (1 + 2^-52)^4, a product of
// that with a coefficient by at most (1 + 2^-52)^6, and the two sums add two factors more: together, the sum is off
// by less than 9 * 2^-52 < 2^-48 times the sum of the magnitudes (which is itself off by less than one half of itself). Nothing
// underflows or overflows: what is not 0 lies between 2^-400 and 2^801. NaN decides nothing.
int side(const Line& l, const Vertex& v) {
  const double p = l.fa * v.fx, q = l.fb * v.fy;
  const double sum = p + q + l.fc, magnitude = std::fabs(p) + std::fabs(q) + std::fabs(l.fc);
  if (std::fabs(sum) > magnitude * 0x1p-47) return sum > 0 ? 1 : -1;
  return sgn(value(l, v));
}

int turn(const Line& l, const Line& m) {
  const double p = l.fa * m.fb, q = l.fb * m.fa;
  if (std::fabs(p - q) > (std::fabs(p) + std::fabs(q)) * 0x1p-47) return p > q ? 1 : -1;
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
