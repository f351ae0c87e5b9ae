// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/kernel/real.h"
#include "route_path.h"

namespace plumb::pipeline {
namespace {

// A sum of square roots. Rational ones are added as fractions, the others rounded one way.
class RootSum {
 public:
  explicit RootSum(int precision)
      : low_(std::max(precision, 24)), high_(std::max(precision, 24)), term_(std::max(precision, 24)) {
    mpfr_set_zero(low_, 1);
    mpfr_set_zero(high_, 1);
  }

  void add_root(const mpq_class& square) {
    const mpz_class &n = square.get_num(), &d = square.get_den();
    if (mpz_perfect_square_p(n.get_mpz_t()) && mpz_perfect_square_p(d.get_mpz_t())) {
      rational_ += mpq_class(sqrt(n), sqrt(d));
      return;
    }
    add_bound(low_, square, MPFR_RNDD);
    add_bound(high_, square, MPFR_RNDU);
  }

  LengthInterval value() const { return {low_.rational() + rational_, high_.rational() + rational_}; }

 private:
  void add_bound(mpfr_ptr sum, const mpq_class& square, mpfr_rnd_t way) {
    mpfr_set_q(term_, square.get_mpq_t(), way);
    mpfr_sqrt(term_, term_, way);
    mpfr_add(sum, sum, term_, way);
  }

  mpq_class rational_ = 0;
  kernel::Real low_, high_, term_;
};

template <int dimensions>
LengthInterval length_in(const std::vector<ExactPoint>& line, int precision) {
  RootSum sum(precision);
  for (std::size_t i = 1; i < line.size(); ++i) {
    mpq_class square = 0;
    for (int k = 0; k < dimensions; ++k) {
      const mpq_class d = line[i][k] - line[i - 1][k];
      square += d * d;
    }
    sum.add_root(square);
  }
  return sum.value();
}

}  // namespace

LengthInterval length_of(const std::vector<ExactPoint>& line, int precision) { return length_in<3>(line, precision); }
LengthInterval plan_length_of(const std::vector<ExactPoint>& line, int precision) {
  return length_in<2>(line, precision);
}

}  // namespace plumb::pipeline
