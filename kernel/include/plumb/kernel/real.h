// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>
#include <mpfr.h>

namespace plumb::kernel {

/// A number of MPFR, for bounds of what is irrational: each operation names the way it rounds. Not copied.
class Real {
 public:
  /// bits: of the mantissa, 2 or more. Not a number until it is set.
  explicit Real(int bits) { mpfr_init2(value_, bits); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }
  int bits() const { return static_cast<int>(mpfr_get_prec(value_)); }
  bool is_finite() const { return mpfr_number_p(value_) != 0; }
  /// Requires a number.
  int sign() const { return mpfr_cmp_ui(value_, 0); }
  /// Exact. Requires a finite number.
  mpq_class rational() const {
    mpq_class q;
    mpfr_get_q(q.get_mpq_t(), value_);
    return q;
  }

 private:
  mpfr_t value_;
};

}  // namespace plumb::kernel
