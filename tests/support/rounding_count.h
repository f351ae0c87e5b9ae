// SPDX-License-Identifier: GPL-3.0-or-later
// Recomputes the error constants of double filters: the predicates' own formulas, run on numbers that count roundings.
#pragma once
#include <gmpxx.h>

#include <algorithm>

namespace plumb::tests {

/// How many factors (1 + u) a computed value may carry, relative to the same formula over the magnitudes of its terms.
struct Rounded {
  int count = 0;
  Rounded operator+(Rounded o) const { return {std::max(count, o.count) + 1}; }
  Rounded operator-(Rounded o) const { return *this + o; }
  Rounded operator*(Rounded o) const { return {count + o.count + 1}; }
};

inline const mpq_class u = mpq_class(1, mpz_class(1) << 53);

inline mpq_class power(const mpq_class& base, int n) {
  mpq_class r = 1;
  for (int i = 0; i < n; ++i) r *= base;
  return r;
}

}  // namespace plumb::tests
