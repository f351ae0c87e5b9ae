// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/rational_interval.h"
#include "plumb/kernel/real.h"

namespace plumb::kernel {

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
