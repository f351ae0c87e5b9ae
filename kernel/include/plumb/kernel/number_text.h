// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <string>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/slope.h"

// Exact numbers for people.
namespace plumb::kernel {

/// Longest fraction that a text shows; beyond, its decimal followed by "...".
inline constexpr std::size_t longest_fraction = 40;

/// The nearest double as the shortest decimal, followed by "..." where that is not the value itself.
std::string decimal_text(const mpq_class& value);
/// The value and nothing else: "1.8", or "1/3" where no decimal of a double is the value.
std::string exact_text(const mpq_class& value);
/// "1.8 (9/5)"; "0.3333333333333333... (1/3)"; "2"; "1.7999999999999998..." where the
/// fraction is too long to show.
std::string fraction_text(const mpq_class& value);
/// The fraction alone: "9/5", or its decimal where it is longer.
std::string short_fraction(const mpq_class& value, std::size_t longest = longest_fraction);
/// About the value in six digits, as printf's %g writes a double, but beyond the range of doubles, too: "5e+599".
std::string six_digits(const mpq_class& value);
/// "(1.5, 0, -2.25)", decimals, as decimal_text.
std::string point_text(const ExactPoint& p);
/// "45" or "33.6900675259797 to 33.6900675259798", rounded outward.
std::string interval_text(const RationalInterval& degrees);

}  // namespace plumb::kernel
