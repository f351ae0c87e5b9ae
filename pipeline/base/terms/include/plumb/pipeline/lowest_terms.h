// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <optional>
#include <ranges>
#include <string>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// Brings numbers that a program gives into lowest terms, as all that computes with them requires: mpq_class(18, 10) is
/// not in them, and mpq_class(1, 0) is no number. Takes a number, one that may be missing, and any range of these: a
/// point, a list of points.
class LowestTerms {
 public:
  /// `option`: the name that the error gives, "--step".
  LowestTerms& operator()(const std::string& option, mpq_class& number);
  template <class Value>
  LowestTerms& operator()(const std::string& option, std::optional<Value>& value) {
    return value ? (*this)(option, *value) : *this;
  }
  template <std::ranges::range Values>
  LowestTerms& operator()(const std::string& option, Values& values) {
    for (auto& value : values) (*this)(option, value);
    return *this;
  }
  /// Whether a number is in lowest terms.
  static bool are_of(const mpq_class& number);
  /// bad_option for the first number whose denominator is 0.
  const std::optional<Error>& refused() const { return refused_; }

 private:
  std::optional<Error> refused_;
};

}  // namespace plumb::pipeline
