// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of 64 binary digits and any exponent: sums of doubles that leave the range of doubles and keep eleven digits
// more. Each operation rounds to nearest, ties to even, as `long double` does where it has as many digits. Where that
// is another type (of 53 digits on some machines, of 113 on others) approximate areas would be other numbers.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/int64.h"

namespace plumb::pipeline {

class Extended {
 public:
  Extended() = default;
  /// Infinities and NaN are all the same: not finite.
  Extended(double value) : is_finite_(std::isfinite(value)) {
    if (value == 0 || !is_finite_) return;
    int exponent = 0;
    const double mantissa = std::frexp(std::abs(value), &exponent);
    set(static_cast<std::uint64_t>(std::ldexp(mantissa, 53)), exponent - 53, false, value < 0);
  }

  bool is_finite() const { return is_finite_; }
  bool is_zero() const { return is_finite_ && mantissa_ == 0; }
  /// Times a power of two.
  Extended scaled(std::int64_t exponent) const {
    Extended out = *this;
    out.exponent_ += exponent;
    return out;
  }
  double to_double() const {
    const double size = kernel::nearest_double(mpz_class(kernel::to_gmp(mantissa_)), exponent_);
    return !is_finite_ ? HUGE_VAL : is_negative_ ? -size : size;
  }

  friend Extended operator+(const Extended& a, const Extended& b) {
    if (a.mantissa_ == 0 || b.mantissa_ == 0) return finite(a.mantissa_ == 0 ? b : a, a, b);
    const auto& [high, low] = a.exponent_ >= b.exponent_ ? std::tie(a, b) : std::tie(b, a);
    // The lower one's digits beyond the 62 that are added behind the higher one's count as one digit that is not 0.
    constexpr int behind = 62;
    const std::int64_t apart = high.exponent_ - low.exponent_;
    const Wide whole = Wide{low.mantissa_} << behind, shifted = apart < 128 ? whole >> apart : 0;
    const bool rest = apart >= 128 || shifted << apart != whole;
    const Wide first = Wide{high.mantissa_} << behind;
    Extended out;
    if (high.is_negative_ == low.is_negative_)
      out.set(first + shifted, high.exponent_ - behind, rest, high.is_negative_);
    else if (first >= shifted) out.set(first - shifted - rest, high.exponent_ - behind, rest, high.is_negative_);
    else out.set(shifted - first, high.exponent_ - behind, rest, low.is_negative_);
    return finite(out, a, b);
  }
  Extended& operator+=(const Extended& other) { return *this = *this + other; }
  friend Extended operator*(const Extended& a, const Extended& b) {
    Extended out;
    out.set(Wide{a.mantissa_} * b.mantissa_, a.exponent_ + b.exponent_, false, a.is_negative_ != b.is_negative_);
    return finite(out, a, b);
  }
  /// Requires a divisor that is not 0.
  friend Extended operator/(const Extended& a, const Extended& b) {
    const Wide dividend = Wide{a.mantissa_} << 64, rest = dividend % b.mantissa_ << 2;
    Extended out;
    out.set(dividend / b.mantissa_ << 2 | rest / b.mantissa_, a.exponent_ - b.exponent_ - 66, rest % b.mantissa_ != 0,
            a.is_negative_ != b.is_negative_);
    return finite(out, a, b);
  }
  /// Requires finite ones.
  friend bool operator>(const Extended& a, const Extended& b) {
    Extended negated = b;
    negated.is_negative_ = !b.is_negative_;
    const Extended difference = a + negated;
    return difference.mantissa_ != 0 && !difference.is_negative_;
  }

 private:
  using Wide = kernel::Uint128;

  static Extended finite(Extended out, const Extended& a, const Extended& b) {
    out.is_finite_ = a.is_finite_ && b.is_finite_;
    return out;
  }
  // Rounds a magnitude; `rest`: there is more of it, less than one.
  void set(Wide magnitude, std::int64_t exponent, bool rest, bool negative) {
    if (magnitude == 0) return;
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    const int dropped =
        (high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(magnitude))) - 64;
    is_negative_ = negative;
    exponent_ = exponent + dropped;
    if (dropped <= 0) {
      mantissa_ = static_cast<std::uint64_t>(magnitude) << -dropped;
      return;
    }
    mantissa_ = static_cast<std::uint64_t>(magnitude >> dropped);
    const Wide half = Wide{1} << (dropped - 1), behind = magnitude & (2 * half - 1);
    if (behind < half || (behind == half && !rest && mantissa_ % 2 == 0)) return;
    if (++mantissa_ == 0) mantissa_ = std::uint64_t{1} << 63, ++exponent_;
  }

  bool is_finite_ = true, is_negative_ = false;
  std::int64_t exponent_ = 0;
  std::uint64_t mantissa_ = 0;  // its highest digit is 1; or 0
};

}  // namespace plumb::pipeline
