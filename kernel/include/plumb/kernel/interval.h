// SPDX-License-Identifier: LGPL-3.0-or-later
// Intervals of doubles: the stage of the filter ladder behind error bounds. An interval contains the number that it
// stands for, so a sign that all of it has is the number's.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/sign.h"

namespace plumb::kernel {

/// An interval of doubles that certainly contains a real number. Every operation rounds outward, under the default
/// rounding mode, so overflow gives an infinite end and underflow a subnormal one: never a wrong sign. Exact zeros stay
/// zero, so that what touches exactly along an axis is known to.
struct Interval {
  double low = 0, high = 0;

  Interval() = default;
  Interval(double l, double h) : low(l), high(h) {}
  explicit Interval(double exact) : low(exact), high(exact) {}

  /// The sign, or none if the interval cannot tell.
  std::optional<Sign> sign() const {
    if (low > 0) return Sign::positive;
    if (high < 0) return Sign::negative;
    if (low == 0 && high == 0) return Sign::zero;
    return std::nullopt;
  }
};

inline bool is_exact(const Interval& a) { return a.low == a.high; }
inline bool is_zero(const Interval& a) { return a.low == 0 && a.high == 0; }
inline bool is_positive(const Interval& a) { return a.low > 0; }
inline bool is_negative(const Interval& a) { return a.high < 0; }

/// A number times this is one of its steps or more, and a step is more than a rounding; one rounding of it could be
/// half a step, which is lost. Below the normal numbers the least of all is a step.
inline constexpr ErrorBound outward_error{2};
inline constexpr UnderflowBound least_step{-1074};

/// Outward of rounded results by at least one step, in a few machine instructions.
inline Interval outward(double low, double high) {
  constexpr double most = std::numeric_limits<double>::max();
  if (!(std::fabs(low) <= most && std::fabs(high) <= most)) {
    if (std::isnan(low) || std::isnan(high)) return {-HUGE_VAL, HUGE_VAL};  // infinity - infinity: nothing is known
    return {step_down(low), step_up(high)};
  }
  return {low - std::fabs(low) * outward_error - least_step, high + std::fabs(high) * outward_error + least_step};
}
/// Doubles around whatever is within an error of a number: all of them if nothing is known.
inline Interval around(double at, double error) {
  if (!(std::fabs(at) < HUGE_VAL && error < HUGE_VAL)) return {-HUGE_VAL, HUGE_VAL};
  return outward(at - error, at + error);
}

inline Interval operator-(const Interval& a) { return {-a.high, -a.low}; }
inline Interval operator-(const Interval& a, const Interval& b) {
  if (is_exact(a) && is_exact(b) && a.low == b.low) return Interval(0.0);
  return outward(a.low - b.high, a.high - b.low);
}
inline Interval operator+(const Interval& a, const Interval& b) {
  if (is_zero(a)) return b;
  return is_zero(b) ? a : outward(a.low + b.low, a.high + b.high);
}
inline Interval product_of_any(const Interval& a, const Interval& b) {
  double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
  if (std::isnan(p + q + r + s))  // an infinity: rare. 0 * infinity is 0 here
    for (double* v : {&p, &q, &r, &s})
      if (std::isnan(*v)) *v = 0;
  return outward(std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s)));
}
inline Interval operator*(const Interval& a, const Interval& b) {
  if (is_zero(a) || is_zero(b)) return Interval(0.0);
  // Where the sign of one is known, two of the four products are enough.
  double low, high;
  if (a.low >= 0) {
    low = (b.low >= 0 ? a.low : a.high) * b.low;
    high = (b.high >= 0 ? a.high : a.low) * b.high;
  } else if (a.high <= 0) {
    low = (b.high >= 0 ? a.low : a.high) * b.high;
    high = (b.low >= 0 ? a.high : a.low) * b.low;
  } else {
    return product_of_any(a, b);
  }
  return std::isnan(low + high) ? product_of_any(a, b) : outward(low, high);
}
/// All doubles unless the divisor is certainly not zero.
inline Interval operator/(const Interval& a, const Interval& b) {
  if (is_negative(b)) return -a / -b;
  if (!is_positive(b)) return {-HUGE_VAL, HUGE_VAL};
  if (is_zero(a)) return a;
  return outward(std::min(a.low / b.low, a.low / b.high), std::max(a.high / b.low, a.high / b.high));
}

/// The root of a number that is not negative: what an interval has below zero is rounding.
inline Interval root(const Interval& square) {
  // A root is rounded once. That of zero is zero.
  return {square.low > 0 ? step_down(std::sqrt(square.low)) : 0.0,
          square.high > 0 ? step_up(std::sqrt(square.high)) : 0.0};
}

/// The neighbouring doubles that a number lies between; both are the number itself if it is a double (of a fraction,
/// one whose denominator is below 2^900). low never descends as numbers ascend: low(a) < low(b) means a < b.
Interval interval_of(const mpq_class& number);
Interval interval_of(const mpz_class& number);

}  // namespace plumb::kernel
