// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "geometry.h"

namespace plumb::checker {

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
