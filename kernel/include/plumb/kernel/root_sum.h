// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>

#include "plumb/kernel/real.h"

namespace plumb::kernel {

/// A real number between two rationals; one point where it is known to be rational.
struct RationalInterval {
  mpq_class low = 0, high = 0;
  mpq_class width() const { return high - low; }
};

/// A sum of square roots. Rational ones are added as fractions, the others rounded one way: n of them make an interval
/// less than (n + 2) 2^(2 - precision) wide, relatively.
class RootSum {
 public:
  /// precision: in bits; at least 24 are taken.
  explicit RootSum(int precision)
      : low_(std::max(precision, 24)), high_(std::max(precision, 24)), term_(std::max(precision, 24)) {
    mpfr_set_zero(low_, 1);
    mpfr_set_zero(high_, 1);
  }

  /// The root of a number that is not negative.
  void add_root(const mpq_class& square) {
    const mpz_class &n = square.get_num(), &d = square.get_den();
    if (mpz_perfect_square_p(n.get_mpz_t()) && mpz_perfect_square_p(d.get_mpz_t())) {
      rational_ += mpq_class(sqrt(n), sqrt(d));
      return;
    }
    add_bound(low_, square, MPFR_RNDD);
    add_bound(high_, square, MPFR_RNDU);
  }

  RationalInterval value() const { return {low_.rational() + rational_, high_.rational() + rational_}; }

 private:
  void add_bound(mpfr_ptr sum, const mpq_class& square, mpfr_rnd_t way) {
    mpfr_set_q(term_, square.get_mpq_t(), way);
    mpfr_sqrt(term_, term_, way);
    mpfr_add(sum, sum, term_, way);
  }

  mpq_class rational_ = 0;
  Real low_, high_, term_;
};

}  // namespace plumb::kernel
