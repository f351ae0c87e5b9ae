// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/sign.h"

namespace plumb::kernel {

/// An interval of doubles that certainly contains a real number. Every operation rounds outward by one step, under
/// the default rounding mode, so overflow gives an infinite end and underflow a subnormal one: never a wrong sign.
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

inline Interval operator-(const Interval& a) { return {-a.high, -a.low}; }
inline Interval operator+(const Interval& a, const Interval& b) {
  const double l = a.low + b.low, h = a.high + b.high;
  // infinity - infinity: nothing is known
  if (std::isnan(l) || std::isnan(h)) return {-HUGE_VAL, HUGE_VAL};
  return {step_down(l), step_up(h)};
}
inline Interval operator-(const Interval& a, const Interval& b) { return a + -b; }
inline Interval operator*(const Interval& a, const Interval& b) {
  const auto zero = [](const Interval& i) { return i.low == 0 && i.high == 0; };
  if (zero(a) || zero(b)) return Interval(0.0);
  const auto product = [](double x, double y) { return x == 0 || y == 0 ? 0.0 : x * y; };  // 0 * infinity is 0 here
  const auto [l, h] = std::minmax({product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)});
  return {step_down(l), step_up(h)};
}

}  // namespace plumb::kernel
