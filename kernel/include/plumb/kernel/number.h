// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace plumb::kernel {

/// From text to numbers, exactly.
///
/// A numeral is: an optional sign, decimal digits with at most one point among, before or after them (at least one
/// digit), and optionally `e` or `E`, an optional sign and digits. There are no NaN, infinity, hexadecimal digits,
/// digit separators, decimal commas or blanks. The locale plays no part.

enum class NumberStatus {
  ok,
  not_a_number,
  out_of_range,  ///< beyond the largest finite binary value, or beyond the limits on decimals below
};

/// Limits on an exact decimal m * 10^e, normalised so that 10 does not divide m: |e| and the digits of m. They keep
/// a short token such as 1e999999999 from asking for gigabytes; binary64 needs no more than 1074 for any of its values.
inline constexpr std::int32_t max_decimal_exponent = 4096;
inline constexpr std::int32_t max_decimal_digits = 4096;

/// A numeral taken apart. If not `truncated`, its value is exactly +-mantissa * 10^exponent10; otherwise nonzero
/// digits beyond the 19 leading ones are in `text` only. exponent10 is not normalised and saturates far beyond any
/// limit (10^17), so it never overflows.
struct Numeral {
  std::string_view text;  ///< the whole numeral
  std::uint64_t mantissa = 0;
  std::int64_t exponent10 = 0;
  bool negative = false;
  bool truncated = false;
};

/// Finds the longest numeral at the start of [first, last), as strtod does: in "1e+" that is "1". Returns the address
/// after it, or nullptr if there is none. The caller decides whether what follows is an error.
const char* scan_numeral(const char* first, const char* last, Numeral& out);

/// The binary64 (binary32) nearest to the numeral, ties to even, subnormals and zeros included; -0 stays -0. A binary32
/// is rounded once, from the text, never through binary64. ok or out_of_range (the nearest would be infinite).
/// Requires the rounding mode to be to-nearest.
NumberStatus to_binary64(const Numeral& numeral, double& value);
NumberStatus to_binary32(const Numeral& numeral, float& value);

/// A decimal, exactly: mantissa * 10^exponent10 with 10 not dividing the mantissa; zero is 0 * 10^0. So equal values
/// have equal fields. If `wide`, the mantissa does not fit 64 bits and is kept apart.
struct Decimal {
  std::int64_t mantissa = 0;
  std::int32_t exponent10 = 0;
  bool wide = false;
};

/// The numeral's own value. `wide_mantissa` is written only when value.wide. ok or out_of_range (the limits above).
NumberStatus to_decimal(const Numeral& numeral, Decimal& value, mpz_class& wide_mantissa);

/// The same for a token that must be a numeral from end to end.
NumberStatus parse_binary64(std::string_view token, double& value);
NumberStatus parse_binary32(std::string_view token, float& value);
NumberStatus parse_decimal(std::string_view token, Decimal& value, mpz_class& wide_mantissa);

/// An option's value: a numeral, taken exactly, or a fraction of two integers, "9/5" (the sign on the numerator, the
/// denominator positive). In lowest terms. Empty for anything else and beyond the limits above (which hold
/// for both parts of a fraction).
std::optional<mpq_class> parse_rational(std::string_view token);

}  // namespace plumb::kernel
