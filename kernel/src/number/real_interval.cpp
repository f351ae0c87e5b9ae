// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/real_interval.h"

#include <algorithm>

namespace plumb::kernel {
namespace {

// The least result downward and the greatest upward, over the ends of two intervals: right for what is monotone in
// each.
template <class Operation>
void over_ends(mpfr_ptr low, mpfr_ptr high, mpfr_srcptr const (&a)[2], mpfr_srcptr const (&b)[2],
               Operation&& operation) {
  const int bits = static_cast<int>(mpfr_get_prec(low));
  Real least(bits), most(bits), result(bits);
  mpfr_set_inf(least, 1);
  mpfr_set_inf(most, -1);
  for (mpfr_srcptr x : a)
    for (mpfr_srcptr y : b) {
      operation(result, x, y, MPFR_RNDD);
      mpfr_min(least, least, result, MPFR_RNDD);
      operation(result, x, y, MPFR_RNDU);
      mpfr_max(most, most, result, MPFR_RNDU);
    }
  mpfr_set(low, least, MPFR_RNDD);
  mpfr_set(high, most, MPFR_RNDU);
}

}  // namespace

RealInterval::RealInterval(int bits, const mpq_class& exact) : low_(std::max(bits, 24)), high_(std::max(bits, 24)) {
  mpfr_set_q(low_, exact.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(high_, exact.get_mpq_t(), MPFR_RNDU);
}
RealInterval::RealInterval(const RealInterval& other) : low_(other.bits()), high_(other.bits()) {
  mpfr_set(low_, other.low_, MPFR_RNDD);
  mpfr_set(high_, other.high_, MPFR_RNDU);
}
RealInterval& RealInterval::operator=(const RealInterval& other) {
  if (this == &other) return *this;
  mpfr_set_prec(low_, other.bits());
  mpfr_set_prec(high_, other.bits());
  mpfr_set(low_, other.low_, MPFR_RNDD);
  mpfr_set(high_, other.high_, MPFR_RNDU);
  return *this;
}

RealInterval RealInterval::root(int bits, const mpq_class& square) {
  RealInterval out(bits, square);
  mpfr_sqrt(out.low_, out.low_, MPFR_RNDD);
  mpfr_sqrt(out.high_, out.high_, MPFR_RNDU);
  return out;
}
RealInterval RealInterval::pi(int bits) {
  RealInterval out(bits);
  mpfr_const_pi(out.low_, MPFR_RNDD);
  mpfr_const_pi(out.high_, MPFR_RNDU);
  return out;
}

void RealInterval::set_unknown() {
  mpfr_set_inf(low_, -1);
  mpfr_set_inf(high_, 1);
}

RealInterval& RealInterval::operator+=(const RealInterval& other) {
  mpfr_add(low_, low_, other.low_, MPFR_RNDD);
  mpfr_add(high_, high_, other.high_, MPFR_RNDU);
  if (mpfr_nan_p(low_) || mpfr_nan_p(high_)) set_unknown();
  return *this;
}
RealInterval& RealInterval::operator-=(const RealInterval& other) {
  if (this == &other) return *this -= RealInterval(other);
  mpfr_sub(low_, low_, other.high_, MPFR_RNDD);
  mpfr_sub(high_, high_, other.low_, MPFR_RNDU);
  if (mpfr_nan_p(low_) || mpfr_nan_p(high_)) set_unknown();
  return *this;
}
RealInterval& RealInterval::operator*=(const RealInterval& other) {
  if (!is_finite() || !other.is_finite()) return set_unknown(), *this;
  over_ends(low_, high_, {low_, high_}, {other.low_, other.high_}, mpfr_mul);
  return *this;
}
RealInterval& RealInterval::operator/=(const RealInterval& other) {
  if (!is_finite() || !other.is_finite() || other.contains_zero()) return set_unknown(), *this;
  over_ends(low_, high_, {low_, high_}, {other.low_, other.high_}, mpfr_div);
  return *this;
}

RealInterval angle_of(const RealInterval& x, const RealInterval& y) {
  RealInterval out = RealInterval::pi(x.bits());
  if (!x.is_finite() || !y.is_finite() || (y.contains_zero() && x.low_.sign() <= 0)) {
    mpfr_neg(out.low_, out.high_, MPFR_RNDD);
    return out;
  }
  // Away from the cut the angle is monotone in each coordinate along every side of the box, so its extremes are at
  // corners.
  over_ends(out.low_, out.high_, {y.low_, y.high_}, {x.low_, x.high_}, mpfr_atan2);
  return out;
}

void RootSum::add_root(const mpq_class& square) {
  const mpz_class &n = square.get_num(), &d = square.get_den();
  if (mpz_perfect_square_p(n.get_mpz_t()) && mpz_perfect_square_p(d.get_mpz_t()))
    rational_ += mpq_class(sqrt(n), sqrt(d));
  else irrational_ += RealInterval::root(irrational_.bits(), square);
}
RationalInterval RootSum::value() const {
  const RationalInterval rest = irrational_.rational();
  return {rest.low + rational_, rest.high + rational_};
}

}  // namespace plumb::kernel
