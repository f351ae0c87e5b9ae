// SPDX-License-Identifier: LGPL-3.0-or-later
// Enclosures of irrational numbers: RationalInterval, by two fractions, is what others are given; Real and RealInterval
// compute them with MPFR, to as many bits as are asked for.
#pragma once
#include <gmpxx.h>
#include <mpfr.h>

namespace plumb::kernel {

/// A closed interval with rational ends, that certainly contains a real number; one point where that is known to be
/// rational.
struct RationalInterval {
  mpq_class low, high;
  mpq_class width() const { return high - low; }
};

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

/// Two numbers of MPFR that a real number certainly lies between: every operation rounds outward. What two intervals
/// make has the precision of the first. A result that nothing is known about reaches to infinity.
class RealInterval {
 public:
  /// @param bits of the mantissas, 24 or more
  explicit RealInterval(int bits, const mpq_class& exact = 0);
  RealInterval(const RealInterval& other);
  RealInterval& operator=(const RealInterval& other);

  /// The root of a number that is not negative.
  static RealInterval root(int bits, const mpq_class& square);
  /// Half of a circle's circumference over its radius.
  static RealInterval pi(int bits);

  int bits() const { return low_.bits(); }
  /// Both ends; requires that they are finite.
  RationalInterval rational() const { return {low_.rational(), high_.rational()}; }
  bool is_finite() const { return low_.is_finite() && high_.is_finite(); }
  bool contains_zero() const { return low_.sign() <= 0 && high_.sign() >= 0; }
  /// Doubles around it.
  double low() const { return mpfr_get_d(low_, MPFR_RNDD); }
  double high() const { return mpfr_get_d(high_, MPFR_RNDU); }

  RealInterval& operator+=(const RealInterval& other);
  RealInterval& operator-=(const RealInterval& other);
  RealInterval& operator*=(const RealInterval& other);
  RealInterval& operator/=(const RealInterval& other);

 private:
  friend RealInterval angle_of(const RealInterval& x, const RealInterval& y);
  void set_unknown();

  Real low_, high_;
};

inline RealInterval operator+(RealInterval a, const RealInterval& b) { return a += b; }
inline RealInterval operator-(RealInterval a, const RealInterval& b) { return a -= b; }
inline RealInterval operator*(RealInterval a, const RealInterval& b) { return a *= b; }
inline RealInterval operator/(RealInterval a, const RealInterval& b) { return a /= b; }

/// Counter-clockwise from the x axis to a vector, between -pi and pi. All of that where the vector may be zero, or may
/// be on either side of the negative x axis.
RealInterval angle_of(const RealInterval& x, const RealInterval& y);

/// A sum of square roots. Rational ones are added as fractions, the others rounded outward: n of them make an interval
/// less than (n + 2) 2^(2 - bits) wide, relatively.
class RootSum {
 public:
  explicit RootSum(int bits) : irrational_(bits) {}
  /// The root of a number that is not negative.
  void add_root(const mpq_class& square);
  RationalInterval value() const;

 private:
  mpq_class rational_ = 0;
  RealInterval irrational_;
};

}  // namespace plumb::kernel
