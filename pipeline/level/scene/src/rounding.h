// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// Rounds n / denominator to the nearest binary64 or binary32, ties to even. The denominator must outlive it.
class Rounding {
 public:
  Rounding(const mpz_class& denominator, Numbers numbers)
      : denominator_(denominator),
        bits_(mpz_scan1(denominator.get_mpz_t(), 0)),
        as_float_(numbers == Numbers::binary32) {
    dyadic_ = mpz_sizeinbase(denominator.get_mpz_t(), 2) == bits_ + 1;
  }
  double operator()(const mpz_class& n) const {
    const std::int64_t exponent = -static_cast<std::int64_t>(bits_);
    if (dyadic_)
      return as_float_ ? static_cast<double>(kernel::nearest_float(n, exponent)) : kernel::nearest_double(n, exponent);
    mpq_class value(n, denominator_);
    value.canonicalize();
    return as_float_ ? static_cast<double>(kernel::nearest_float(value)) : kernel::nearest_double(value);
  }

 private:
  const mpz_class& denominator_;
  mp_bitcnt_t bits_;
  bool as_float_, dyadic_;
};

}  // namespace plumb::pipeline
