// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cmath>
#include <optional>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/kernel/sign.h"

// What doubles tell exactly of doubles, by what rounding took from a result.
namespace plumb::kernel {

/// From here on, a product tells what rounding took from it. Of two numbers of 53 bits, m 2^i and n 2^j, that is a
/// multiple of 2^(i + j), and |m n| < 2^106: a double unless i + j < -1074, when the product is less than this.
inline constexpr UnderflowBound least_whole_product{-969};

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
inline std::optional<Sign> exact_determinant_sign(double a, double b, double c, double d) {
  const double p = a * d, q = b * c;
  if (!std::isfinite(p) || !std::isfinite(q)) return std::nullopt;
  if (p != q) return p > q ? Sign::positive : Sign::negative;  // rounding keeps order
  if ((a == 0 || d == 0) && (b == 0 || c == 0)) return Sign::zero;
  if (std::fabs(p) < least_whole_product) return std::nullopt;
  const double p_lost = std::fma(a, d, -p), q_lost = std::fma(b, c, -q);
  return p_lost > q_lost ? Sign::positive : p_lost < q_lost ? Sign::negative : Sign::zero;
}

/// The sign of (b - a) x (d - c), of points that are doubles. None, too, where a difference is no double and leaves it
/// open.
///
/// With whole differences, a product carries one rounding, and the two are compared by their roundings. Else
/// turn_bound's derivation (point_predicates.h) holds where no product underflows.
inline std::optional<Sign> turn_of_doubles(double ax, double ay, double bx, double by, double cx, double cy, double dx,
                                           double dy) {
  const double ux = bx - ax, uy = by - ay, vx = dx - cx, vy = dy - cy;
  const double size = formulas::determinant_size(ux, uy, vx, vy);
  if (size >= least_whole_product)
    if (const auto sign = certified_sign(formulas::determinant(ux, uy, vx, vy), turn_bound * size)) return sign;
  const bool whole = is_exact_difference(bx, ax, ux) && is_exact_difference(by, ay, uy) &&
                     is_exact_difference(dx, cx, vx) && is_exact_difference(dy, cy, vy);
  return whole ? exact_determinant_sign(ux, uy, vx, vy) : std::nullopt;
}

}  // namespace plumb::kernel
