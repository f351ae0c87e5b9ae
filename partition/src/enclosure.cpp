// SPDX-License-Identifier: GPL-3.0-or-later
#include "enclosure.h"

#include <cmath>

namespace plumb::partition {

kernel::Interval enclosure(const mpq_class& number) {
  const mpz_srcptr n = number.get_num_mpz_t(), d = number.get_den_mpz_t();
  const bool integer = mpz_cmp_ui(d, 1) == 0;
  if (integer && mpz_sizeinbase(n, 2) <= 53) return kernel::Interval(mpz_get_d(n));
  const double towards_zero = mpq_get_d(number.get_mpq_t());  // truncates
  const std::size_t bits = mpz_sizeinbase(d, 2);
  // A numerator of 53 bits over a power of two far from the subnormal numbers.
  if (bits < 900 && mpz_sizeinbase(n, 2) <= 53 && mpz_scan1(d, 0) + 1 == bits) return kernel::Interval(towards_zero);
  if (!std::isfinite(towards_zero)) {
    const double largest = std::numeric_limits<double>::max();
    return towards_zero > 0 ? kernel::Interval(largest, HUGE_VAL) : kernel::Interval(-HUGE_VAL, -largest);
  }
  return sgn(number) > 0 ? kernel::Interval(towards_zero, kernel::step_up(towards_zero))
                         : kernel::Interval(kernel::step_down(towards_zero), towards_zero);
}

}  // namespace plumb::partition
