// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/integer.h"

namespace plumb::checker {

using Fraction = mpq_class;

/// A fraction that need not be in lowest terms; below > 0.
struct Ratio {
  Integer above, below = 1;
  Ratio() = default;
  explicit Ratio(const Fraction& v) : above(v.get_num()), below(v.get_den()) {}
};

inline Fraction fraction(const Integer& v) { return Fraction(v.gmp()); }
inline const Fraction& fraction(const Fraction& v) { return v; }

/// The same, as a number of any length.
inline Integer number(Wide v) { return v; }
inline const Integer& number(const Integer& v) { return v; }
inline const Fraction& number(const Fraction& v) { return v; }

/// a / b in lowest terms. Requires b != 0.
inline Fraction quotient(const Integer& a, const Integer& b) {
  Fraction q(a.gmp(), b.gmp());
  q.canonicalize();
  return q;
}

inline bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// The number that at most 18 digits make, from `at` on, which is moved behind them.
inline std::uint64_t take_digits(const char*& at, const char* end) {
  const char* here = at;
  std::uint64_t value = 0;
  for (const char* last = end - at > 18 ? at + 18 : end; here != last && is_digit(*here); ++here)
    value = value * 10 + static_cast<std::uint64_t>(*here - '0');
  at = here;
  return value;
}

/// A sum of many fractions: exactly as long as it stays short, and always between two numbers.
class AreaSum {
 public:
  void add(Fraction term);
  /// Adds another one.
  void add(const AreaSum& sum);
  /// None once a denominator has grown beyond limit_bits.
  std::optional<Fraction> exact() const;
  /// The decimals that are certain, at most twelve places, cut off; "..." where more follow.
  std::string decimals() const;
  /// One word from which the sum can be made again.
  std::string word() const;
  /// Requires a word() of a sum.
  static AreaSum of_word(const std::string& word);

 private:
  void add_rounded(const Fraction& term);
  void give_up();

  static constexpr std::size_t limit_bits = 1 << 14, fixed_bits = 128;
  static constexpr int word_base = 32;

  // Sums of 1, 2, 4, ... terms, as the digits of a binary counter: operands of like length are added.
  std::vector<std::optional<Fraction>> partial_;
  // If they have grown too long: the sum lies between low_ and low_ + terms_, in units of 2^-fixed_bits.
  bool given_up_ = false;
  mpz_class low_ = 0, terms_ = 0;
};

}  // namespace plumb::checker
