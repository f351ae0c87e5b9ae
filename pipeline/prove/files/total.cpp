// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/total.h"

#include <algorithm>
#include <cstdio>

namespace plumb::checker {
namespace {

constexpr unsigned fraction_bits = 128;

mpz_class floor_quotient(const mpz_class& above, const mpz_class& below) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), mpz_class(above << fraction_bits).get_mpz_t(), below.get_mpz_t());
  return out;
}

Integer crossed(const Vertex& v, const Vertex& w) { return v.x * w.y - w.x * v.y; }

// Neighbours first: what was cut apart comes together again before its numbers grow.
Fraction sum(std::vector<Fraction> terms) {
  if (terms.empty()) return 0;
  for (std::size_t step = 1; step < terms.size(); step *= 2)
    for (std::size_t i = 0; i + step < terms.size(); i += 2 * step) {
      terms[i] += terms[i + step];
      terms[i + step] = 0;
    }
  return terms[0];
}

}  // namespace

Measure doubled_area(const Outline& corners, bool exactly) {
  Measure out;
  if (std::ranges::all_of(corners, [](const Vertex& v) { return v.w == 1; })) {
    Integer area;
    for (std::size_t i = 0; i < corners.size(); ++i)
      area += crossed(corners[i], corners[i + 1 == corners.size() ? 0 : i + 1]);
    out.exact = fraction(area);
    out.low = out.exact->get_num() << fraction_bits;
    return out;
  }
  if (!exactly) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vertex &v = corners[i], &w = corners[i + 1 == corners.size() ? 0 : i + 1];
      out.low += floor_quotient(crossed(v, w).gmp(), Integer(v.w * w.w).gmp());
      ++out.terms;
    }
    return out;
  }
  Integer below = 1, above;
  for (const Vertex& v : corners) below *= v.w;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vertex &v = corners[i], &w = corners[i + 1 == corners.size() ? 0 : i + 1];
    above += crossed(v, w) * exact_quotient(below, v.w * w.w);
  }
  out.exact = quotient(above, below);
  out.low = floor_quotient(out.exact->get_num(), out.exact->get_den());
  out.terms = 1;
  return out;
}

void Total::add(const Measure& m) {
  low_ += m.low;
  slack_ += m.terms;
  if (!exactly_) return;
  if (m.exact->get_den() == 1) whole_ += m.exact->get_num();
  else terms_.push_back(*m.exact);
}

void Total::add(const Total& other, int sign) {
  low_ += sign * other.low_;
  if (sign < 0) low_ -= other.slack_;
  slack_ += other.slack_;
  whole_ += sign * other.whole_;
  for (const Fraction& term : other.terms_) terms_.push_back(sign * term);
}

bool Total::is_certainly_off(const Fraction& value, const Fraction& by) const {
  const Fraction low = value - by, high = value + by;
  return low_ > mpz_class(-floor_quotient(-high.get_num(), high.get_den())) ||
         low_ + slack_ < floor_quotient(low.get_num(), low.get_den());
}

bool Total::is_certainly_above(const Fraction& value) const {
  return low_ > floor_quotient(value.get_num(), value.get_den());
}

std::string Total::text(const Fraction& unit) const {
  char text[32];
  const Fraction near = Fraction(low_) / unit / Fraction(mpz_class(mpz_class(1) << fraction_bits));
  std::snprintf(text, sizeof text, "%.17g", near.get_d());
  return text;
}

bool Total::is(const Fraction& value) const {
  if (is_certainly_off(value, 0)) return false;
  return sum(terms_) + whole_ == value;
}

}  // namespace plumb::checker
