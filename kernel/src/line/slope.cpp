// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/slope.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/real_interval.h"

namespace plumb::kernel {
namespace {

constexpr int first_precision = 128;
constexpr int degrees_precision = 160;
// Where a side of the comparison in doubles is greater than this, underflow has taken no digit of it that counts.
constexpr UnderflowBound smallest{-960};

// Encloses (1 + cos 2x) / 2 for 0 < x < 90 degrees. Every step is rounded outward; cos decreases from 0 to pi.
RationalInterval enclose_cos_squared(const mpq_class& degrees, int precision) {
  const mpq_class turn = degrees / 90;  // 2x = turn * pi
  Real pi(precision), low(precision), high(precision), angle(precision);
  mpfr_const_pi(pi, MPFR_RNDU);
  mpfr_mul_q(angle, pi, turn.get_mpq_t(), MPFR_RNDU);
  mpfr_const_pi(pi, MPFR_RNDD);
  if (mpfr_cmp(angle, pi) >= 0) mpfr_set_si(low, -1, MPFR_RNDN);  // beyond pi cos would increase again
  else mpfr_cos(low, angle, MPFR_RNDD);
  mpfr_mul_q(angle, pi, turn.get_mpq_t(), MPFR_RNDD);
  mpfr_cos(high, angle, MPFR_RNDU);
  mpfr_add_ui(low, low, 1, MPFR_RNDD);
  mpfr_add_ui(high, high, 1, MPFR_RNDU);
  mpfr_div_2ui(low, low, 1, MPFR_RNDD);
  mpfr_div_2ui(high, high, 1, MPFR_RNDU);
  return {low.rational(), high.rational()};
}

double rounded(const mpq_class& q, mpfr_rnd_t direction) {
  Real r(53);
  mpfr_set_q(r, q.get_mpq_t(), direction);
  return mpfr_get_d(r, direction);
}

// Computes atan(sqrt(t)) * 180 / pi with every step rounded in one direction. The result increases with t and decreases
// with pi, which is rounded in the other direction.
mpq_class degrees_of(const mpq_class& t, mpfr_rnd_t way) {
  Real x(degrees_precision), pi(degrees_precision);
  mpfr_set_q(x, t.get_mpq_t(), way);
  mpfr_sqrt(x, x, way);
  mpfr_atan(x, x, way);
  mpfr_mul_ui(x, x, 180, way);
  mpfr_const_pi(pi, way == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD);
  mpfr_div(x, x, pi, way);
  return x.rational();
}

}  // namespace

SlopeLimit::SlopeLimit(mpq_class degrees, std::optional<mpq_class> cos_squared)
    : degrees_(std::move(degrees)), rational_(cos_squared.has_value()) {
  if (rational_) first_ = {*cos_squared, *cos_squared};
  else first_ = enclose_cos_squared(degrees_, first_precision);
  cos_squared_low_ = rounded(first_.low, MPFR_RNDD);
  cos_squared_high_ = rounded(first_.high, MPFR_RNDU);
  sin_squared_low_ = rounded(1 - first_.high, MPFR_RNDD);
  sin_squared_high_ = rounded(1 - first_.low, MPFR_RNDU);
}

std::optional<SlopeLimit> SlopeLimit::from_degrees(const mpq_class& degrees) {
  if (degrees < 0 || degrees >= 90) return std::nullopt;
  if (degrees == 0) return SlopeLimit(degrees, mpq_class(1));
  if (degrees == 30) return SlopeLimit(degrees, mpq_class(3, 4));
  if (degrees == 45) return SlopeLimit(degrees, mpq_class(1, 2));
  if (degrees == 60) return SlopeLimit(degrees, mpq_class(1, 4));
  return SlopeLimit(degrees, std::nullopt);
}

std::optional<SlopeLimit> SlopeLimit::from_ratio(const mpq_class& tangent) {
  if (tangent < 0) return std::nullopt;
  return from_tan_squared(tangent * tangent);
}

std::optional<SlopeLimit> SlopeLimit::from_tan_squared(const mpq_class& square) {
  if (square < 0) return std::nullopt;
  return SlopeLimit(0, mpq_class(1 / (1 + square)));
}

std::optional<SlopeLimit> SlopeLimit::from_cosine(const mpq_class& cosine) {
  if (cosine <= 0 || cosine > 1) return std::nullopt;
  return SlopeLimit(0, mpq_class(cosine * cosine));
}

RationalInterval SlopeLimit::cos_squared(int precision) const {
  assert(precision >= 2);
  return rational_ ? first_ : enclose_cos_squared(degrees_, precision);
}

bool SlopeLimit::is_at_least_cos_squared_of(const mpz_class& part, const mpz_class& all) const {
  const auto at_least = [&](const mpq_class& c) { return part * c.get_den() >= c.get_num() * all; };
  if (rational_) return at_least(first_.low);
  RationalInterval c = first_;
  for (int precision = first_precision;; precision *= 2, c = enclose_cos_squared(degrees_, precision)) {
    if (at_least(c.high)) return true;
    if (!at_least(c.low)) return false;
  }
}

bool SlopeLimit::is_traversable(const ExactNormal& n) const {
  const mpz_class z2 = n.z * n.z, all = n.x * n.x + n.y * n.y + z2;
  assert(all != 0);
  if (z2 == 0) return false;  // as cos^2 > 0; is_at_least_cos_squared_of() requires a positive part
  return is_at_least_cos_squared_of(z2, all);
}

bool SlopeLimit::within(const ExactNormal& n, const ExactNormal& m) const {
  const std::array u{n.x, n.y, n.z}, v{m.x, m.y, m.z};
  const mpz_class part = formulas::dot(u, v);
  if (part <= 0) return false;
  return is_at_least_cos_squared_of(part * part, formulas::dot(u, u) * formulas::dot(v, v));
}

std::optional<bool> SlopeLimit::within(const std::array<Interval, 3>& n, const std::array<Interval, 3>& m) const {
  const Interval part = formulas::dot(n, m);
  if (part.high <= 0) return false;
  const Interval squared = part * part,
                 all = formulas::dot(n, n) * formulas::dot(m, m) * Interval(cos_squared_low_, cos_squared_high_);
  if (part.low > 0 && squared.low >= all.high) return true;
  if (squared.high < all.low) return false;
  return std::nullopt;
}

bool SlopeLimit::is_traversable(const FixedNormal& n) const {
  return is_traversable(ExactNormal{n.x.to_mpz(), n.y.to_mpz(), n.z.to_mpz()});
}

// Computes a lower and an upper bound of both sides. Behind each bound are at most six roundings: one of the addition
// or subtraction of the error, which squaring doubles, one of the square, one of the sum, one of the product, and one
// of the factor that moves the bound outward. Six roundings leave at least (1 - u)^6 of a value, and (1 - u)^6 (1 + 6
// u) is less than 1 by terms in u^2, so slope_error is 7. A value that has overflowed, or may have lost digits to
// underflow, decides nothing.
std::optional<bool> SlopeLimit::is_traversable_filtered(const FilteredNormal& n) const {
  const double up = 1 + slope_error, down = 1 - slope_error;
  const auto high = [](double v, double e) { return std::fabs(v) + e; };
  const auto low = [](double v, double e) { return std::max(std::fabs(v) - e, 0.0); };
  const double left_low = formulas::flatness(sin_squared_low_, low(n.z, n.error_z)) * down,
               left_high = formulas::flatness(sin_squared_high_, high(n.z, n.error_z)) * up;
  const double right_low = formulas::steepness(cos_squared_low_, low(n.x, n.error_x), low(n.y, n.error_y)) * down;
  const double right_high = formulas::steepness(cos_squared_high_, high(n.x, n.error_x), high(n.y, n.error_y)) * up;
  if (!(left_high < HUGE_VAL) || !(right_high < HUGE_VAL)) return std::nullopt;
  const auto safe = [](double v, double factor) { return v > smallest || factor == 0; };
  const bool flat = n.x == 0 && n.y == 0 && n.error_x == 0 && n.error_y == 0;
  if (left_low > right_high && left_low > smallest && (flat || right_high > smallest)) return true;
  if (left_high < right_low && right_low > smallest && safe(left_high, sin_squared_high_)) return false;
  return std::nullopt;
}

RationalInterval slope_degrees(const mpq_class& t) {
  assert(t >= 0);
  const std::pair<mpq_class, int> rational[] = {{0, 0}, {mpq_class(1, 3), 30}, {1, 45}, {3, 60}};
  for (const auto& [tan_squared, degrees] : rational)
    if (t == tan_squared) return {degrees, degrees};
  return {degrees_of(t, MPFR_RNDD), degrees_of(t, MPFR_RNDU)};
}

std::optional<mpq_class> tan_squared_of(const SlopeLimit& limit) {
  if (!limit.cos_squared_is_rational()) return std::nullopt;
  return mpq_class(1 / limit.cos_squared(2).low - 1);
}

}  // namespace plumb::kernel
