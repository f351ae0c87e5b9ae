// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/geometry.h"

namespace plumb::checker {

/// An area that was found: between two numbers that are no more than `terms` units of 2^-128 apart, and exactly if that
/// was wanted.
struct Measure {
  mpz_class low = 0;  ///< in those units
  std::uint32_t terms = 0;
  std::optional<Fraction> exact;
};

/// Twice the area of an outline.
Measure doubled_area(const Outline& corners, bool exactly);

/// A sum of many of them. Unlike an AreaSum it may be had exactly however long it is, or not at all.
class Total {
 public:
  /// `exactly`: whether is() will be asked.
  explicit Total(bool exactly = false) : exactly_(exactly) {}
  void add(const Measure& m);
  void add(const Total& other) { add(other, 1); }
  void subtract(const Total& other) { add(other, -1); }
  /// Whether it is this number. Requires that all terms were known exactly.
  bool is(const Fraction& value) const;
  /// Whether it is certainly farther than that from a number.
  bool is_certainly_off(const Fraction& value, const Fraction& by) const;
  bool is_certainly_above(const Fraction& value) const;
  /// It over a number, as a double for people.
  std::string text(const Fraction& unit) const;

 private:
  void add(const Total& other, int sign);

  mpz_class low_ = 0, slack_ = 0;  // it lies between low_ and low_ + slack_, in units of 2^-128
  bool exactly_;
  std::vector<Fraction> terms_;  // of all that are not whole
  mpz_class whole_ = 0;          // the sum of the others
};

}  // namespace plumb::checker
