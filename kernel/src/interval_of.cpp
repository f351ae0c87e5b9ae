// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_of.h"

#include <cmath>
#include <limits>

namespace plumb::kernel {
namespace {

// A power of two within it, and a numerator of 53 bits over one, are doubles.
constexpr SafeRange denominator_range{900};

// From the next double towards zero, which is infinite beyond the range.
Interval beyond(double towards_zero, int sign) {
  constexpr double most = std::numeric_limits<double>::max();
  if (sign > 0) return {std::min(towards_zero, most), step_up(towards_zero)};
  return {step_down(towards_zero), std::max(towards_zero, -most)};
}

}  // namespace

Interval interval_of(const mpq_class& number) {
  const mpz_srcptr n = number.get_num_mpz_t(), d = number.get_den_mpz_t();
  const bool integer = mpz_cmp_ui(d, 1) == 0, short_numerator = mpz_sizeinbase(n, 2) <= 53;
  if (integer && short_numerator) return Interval(mpz_get_d(n));
  const auto bits = static_cast<int>(mpz_sizeinbase(d, 2));
  if (bits < denominator_range && short_numerator && mpz_scan1(d, 0) + 1 == static_cast<std::size_t>(bits))
    return Interval(std::ldexp(mpz_get_d(n), 1 - bits));
  return beyond(mpq_get_d(number.get_mpq_t()), mpz_sgn(n));
}

Interval interval_of(const mpz_class& number) {
  const double towards_zero = number.get_d();
  return number == towards_zero ? Interval(towards_zero) : beyond(towards_zero, sgn(number));
}

}  // namespace plumb::kernel
