// SPDX-License-Identifier: LGPL-3.0-or-later
// Recomputes error bounds: formulas as they stand in the source, run on numbers that know how far rounding may take
// them.
#pragma once
#include <gmpxx.h>

#include <algorithm>

#include "plumb/kernel/error_bound.h"

namespace plumb::tests {

inline const mpq_class u = mpq_class(1, mpz_class(1) << 53);

inline mpq_class power(const mpq_class& base, int n) {
  mpq_class r = 1;
  for (int i = 0; i < n; ++i) r *= base;
  return r;
}

/// How many factors 1 + e, |e| <= u, a computed value may carry, and how many may divide it, relative to the same
/// formula over the magnitudes of its terms.
struct Rounded {
  int count = 0, below = 0;
  Rounded operator+(Rounded o) const { return {std::max(count, o.count) + 1, std::max(below, o.below)}; }
  Rounded operator-(Rounded o) const { return *this + o; }
  Rounded operator-() const { return *this; }
  Rounded operator*(Rounded o) const { return {count + o.count + 1, below + o.below}; }
  Rounded operator/(Rounded o) const { return {count + o.below + 1, below + o.count}; }
  friend Rounded sqrt(Rounded r) { return {(r.count + 1) / 2 + 1, (r.below + 1) / 2}; }

  mpq_class most() const { return power(1 + u, count) / power(1 - u, below); }
  mpq_class least() const { return power(1 - u, count) / power(1 + u, below); }
  /// Of the value, relative to the exact magnitudes.
  mpq_class error() const { return most() - 1; }
};

/// The double 1: multiplying by it rounds nothing.
struct One {};
inline Rounded operator*(Rounded r, One) { return r; }

/// A computed value of at most this size, and how far it may be from the exact one.
struct Bounded {
  mpq_class size, error;
  Bounded operator+(const Bounded& o) const {
    return {(size + o.size) * (1 + u), error + o.error + u * (size + o.size)};
  }
  Bounded operator-(const Bounded& o) const { return *this + o; }
  Bounded operator*(const Bounded& o) const {
    return {size * o.size * (1 + u), size * o.error + (o.size + o.error) * error + u * size * o.size};
  }
};

/// Error over computed magnitudes, which may be too small by as many roundings and one for the constant.
inline mpq_class relative_error(Rounded r) { return r.error() / r.least() / (1 - u); }

/// Where only the sign counts, the last operation, which never changes it, adds no error: it may only make the value
/// look larger, and its sum of magnitudes smaller, by one rounding each (and one for the constant).
inline mpq_class sign_error(Rounded r) {
  const Rounded before{r.count - 1};
  return before.error() / before.least() * (1 + u) / power(1 - u, 2);
}

inline mpq_class value_of(double bound) { return mpq_class(bound); }
/// Is a bound at least what is needed, and one rounding less not?
inline bool serves(double bound, const mpq_class& needed) { return needed <= value_of(bound); }
inline bool is_least(double bound, const mpq_class& needed) {
  return serves(bound, needed) && needed > value_of(bound) - u;
}

}  // namespace plumb::tests
