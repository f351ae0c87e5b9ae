// SPDX-License-Identifier: LGPL-3.0-or-later
// From numbers to doubles and to text. number.h is the way back.
// The first part rounds: fractions and integers to the nearest double or float. The second part writes numbers for
// people; where a text is not the number itself, it says so.
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "plumb/kernel/real_interval.h"

namespace plumb::kernel {

/// The binary64 nearest to a value, ties to even, subnormals included; infinite beyond the range.
/// Unlike mpq_class::get_d, which truncates.
double nearest_double(const mpq_class& value);

/// The binary32 nearest to a value, rounded once. As nearest_double otherwise.
float nearest_float(const mpq_class& value);

/// The same for n * 2^exponent, without a division.
double nearest_double(const mpz_class& n, std::int64_t exponent);
float nearest_float(const mpz_class& n, std::int64_t exponent);

/// Appends the shortest decimal text that reads back as exactly this double. Zero is "0", whatever its sign.
void append_decimal(std::string& out, double value);

/// The value with all its digits, "-0.0625"; none if no decimal is the value. About as many digits as the denominator
/// has bits.
std::optional<std::string> complete_decimal(const mpq_class& value);

/// The longest fraction that a text shows, in characters; a longer one is shown as decimal_text().
inline constexpr std::size_t longest_fraction = 40;

/// The nearest double as the shortest decimal, or seventeen digits beyond the range of doubles, "1e+400"; followed by
/// "..." where that is not the value itself.
std::string decimal_text(const mpq_class& value);
/// The value and nothing else: "1.8", or "1/3" where that decimal is not the value.
std::string exact_text(const mpq_class& value);
/// "1.8 (9/5)"; "0.3333333333333333... (1/3)"; "2"; "1.7999999999999998..." where the
/// fraction is too long to show.
std::string fraction_text(const mpq_class& value);
/// The fraction alone: "9/5", or its decimal where it is longer.
std::string short_fraction(const mpq_class& value, std::size_t longest = longest_fraction);
/// About the value in six digits, as printf's %g writes a double, but beyond the range of doubles, too: "5e+599".
std::string six_digits(const mpq_class& value);
/// "(1.5, 0, -2.25)", decimals, as decimal_text.
std::string point_text(const std::array<mpq_class, 3>& p);
/// The two ends of an interval as decimals of 15 significant digits, rounded outward.
struct DecimalInterval {
  std::string low, high;
};
DecimalInterval outward_decimals(const RationalInterval& interval);

/// "45" or "33.6900675259797 to 33.6900675259798", rounded outward.
std::string interval_text(const RationalInterval& degrees);

}  // namespace plumb::kernel
