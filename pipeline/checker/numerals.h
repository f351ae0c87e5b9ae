// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string_view>

#include "geometry.h"

namespace plumb::checker {

enum class Numbers { binary64, binary32, decimal };

/// A number of the level's file: a double, or a fraction.
class Coordinate {
 public:
  explicit Coordinate(double value) : near_(value) {}
  explicit Coordinate(Fraction value) : near_(value.get_d()), fraction_(std::move(value)) {}

  /// -1, 0 or 1. Of numbers of one kind.
  int compare(const Coordinate& o) const;
  Coordinate negated() const { return fraction_ ? Coordinate(Fraction(-*fraction_)) : Coordinate(-near_); }
  double near() const { return near_; }
  std::size_t denominator_bits() const;
  /// None if it is a double.
  const Fraction* fraction() const { return fraction_ ? &*fraction_ : nullptr; }
  Fraction times(const Integer& scale) const;
  /// The same, 2^power times, if it is a double, and that is a whole number.
  std::optional<double> whole_times_two_to(int power) const;

 private:
  double near_;  // truncated, if it is no double
  std::optional<Fraction> fraction_;
};

/// The number that a coordinate's text stands for (definitions, "Numbers"). Throws Refused for what is no finite
/// number.
Coordinate coordinate(std::string_view token, Numbers numbers);

/// Throws Refused unless the text is a number, however large.
void require_numeral(std::string_view token);

}  // namespace plumb::checker
