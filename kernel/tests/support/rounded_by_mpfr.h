// SPDX-License-Identifier: LGPL-3.0-or-later
// Rounding to a binary format by another program than ours.
#pragma once
#include <gmpxx.h>
#include <mpfr.h>

namespace plumb::tests {

/// The nearest number of so many digits, ties to even, of which the least positive one is 2^least and none is 2^limit
/// or more; infinite beyond.
inline double rounded_by_mpfr(const mpq_class& value, int digits, long least, long limit) {
  const mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_set_emin(least + 1);  // MPFR's mantissas are below 1
  mpfr_set_emax(limit);
  mpfr_t rounded;
  mpfr_init2(rounded, digits);
  const int side = mpfr_set_q(rounded, value.get_mpq_t(), MPFR_RNDN);
  mpfr_subnormalize(rounded, mpfr_check_range(rounded, side, MPFR_RNDN), MPFR_RNDN);
  const double out = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  return out;
}

inline double binary64_by_mpfr(const mpq_class& value) { return rounded_by_mpfr(value, 53, -1074, 1024); }
inline double binary32_by_mpfr(const mpq_class& value) { return rounded_by_mpfr(value, 24, -149, 128); }

}  // namespace plumb::tests
