// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// A sum of many fractions: exactly as long as it stays short, and always between two numbers.
class AreaSum {
 public:
  void add(const Fraction& term);
  /// Adds another one.
  void add(const AreaSum& sum);
  /// None once a denominator has grown beyond limit_bits.
  std::optional<Fraction> exact() const;
  /// The decimals that are certain, at most twelve places, cut off; "..." where more follow.
  std::string decimals() const;

 private:
  void add_exactly(Fraction sum);
  void give_up();

  static constexpr std::size_t limit_bits = 1 << 14, fixed_bits = 128;

  // Sums of 1, 2, 4, ... terms, as the digits of a binary counter: operands of like length are added.
  std::vector<std::optional<Fraction>> partial_;
  bool given_up_ = false;
  Integer low_ = 0, terms_ = 0;  // the sum lies between low_ and low_ + terms_, in units of 2^-fixed_bits
};

}  // namespace plumb::checker
