// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>

namespace plumb::checker {

using Integer = mpz_class;
using Fraction = mpq_class;
/// An integer of the machine, for formulas whose values are known to fit.
__extension__ typedef __int128 Wide;

inline int sgn(Wide v) { return (v > 0) - (v < 0); }

inline Integer integer_of(Wide v) {
  __extension__ typedef unsigned __int128 Bits;
  const Bits bits = v < 0 ? -static_cast<Bits>(v) : static_cast<Bits>(v);
  const mp_limb_t limbs[] = {static_cast<mp_limb_t>(bits), static_cast<mp_limb_t>(bits >> 64)};
  static_assert(sizeof(mp_limb_t) == 8);
  mpz_t view;
  return Integer(mpz_roinit_n(view, limbs, v < 0 ? -2 : 2));
}

/// The same, as a number of any length.
inline Integer number(Wide v) { return integer_of(v); }
inline const Integer& number(const Integer& v) { return v; }
inline const Fraction& number(const Fraction& v) { return v; }

/// a / b in lowest terms. Requires b != 0.
inline Fraction quotient(const Integer& a, const Integer& b) {
  Fraction q(a, b);
  q.canonicalize();
  return q;
}

}  // namespace plumb::checker
