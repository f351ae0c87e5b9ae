// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/sign.h"

// What doubles tell exactly of doubles, by what rounding took from a result.
namespace plumb::pipeline {

/// From here on, a product tells what rounding took from it. Of two numbers of 53 bits, m 2^i and n 2^j, that is a
/// multiple of 2^(i + j), and |m n| < 2^106: a double unless i + j < -1074, when the product is less than this.
inline constexpr kernel::UnderflowBound least_whole_product{-969};

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
inline std::optional<kernel::Sign> exact_determinant_sign(double a, double b, double c, double d) {
  using kernel::Sign;
  const double p = a * d, q = b * c;
  if (!std::isfinite(p) || !std::isfinite(q)) return std::nullopt;
  if (p != q) return p > q ? Sign::positive : Sign::negative;  // rounding keeps order
  if ((a == 0 || d == 0) && (b == 0 || c == 0)) return Sign::zero;
  if (std::fabs(p) < least_whole_product) return std::nullopt;
  const double p_lost = std::fma(a, d, -p), q_lost = std::fma(b, c, -q);
  return p_lost > q_lost ? Sign::positive : p_lost < q_lost ? Sign::negative : Sign::zero;
}

}  // namespace plumb::pipeline
