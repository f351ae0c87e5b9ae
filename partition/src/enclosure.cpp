// SPDX-License-Identifier: GPL-3.0-or-later
#include "enclosure.h"

#include <cmath>

namespace plumb::partition {
namespace {

// A power of two within it, and a numerator of 53 bits over one, are doubles.
constexpr kernel::SafeRange denominator_range{900};

}  // namespace

kernel::Interval enclosure(const mpq_class& number) {
  const mpz_srcptr n = number.get_num_mpz_t(), d = number.get_den_mpz_t();
  const bool integer = mpz_cmp_ui(d, 1) == 0;
  if (integer && mpz_sizeinbase(n, 2) <= 53) return kernel::Interval(mpz_get_d(n));
  const double towards_zero = mpq_get_d(number.get_mpq_t());  // truncates
  const auto bits = static_cast<int>(mpz_sizeinbase(d, 2));
  if (bits < denominator_range && mpz_sizeinbase(n, 2) <= 53 && mpz_scan1(d, 0) + 1 == static_cast<std::size_t>(bits)) return kernel::Interval(towards_zero);
  if (!std::isfinite(towards_zero)) {
    const double largest = std::numeric_limits<double>::max();
    return towards_zero > 0 ? kernel::Interval(largest, HUGE_VAL) : kernel::Interval(-HUGE_VAL, -largest);
  }
  return sgn(number) > 0 ? kernel::Interval(towards_zero, kernel::step_up(towards_zero))
                         : kernel::Interval(kernel::step_down(towards_zero), towards_zero);
}

}  // namespace plumb::partition
