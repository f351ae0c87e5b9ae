// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/scene.h"

/// The coordinates of a scene while it is read. Every reader fills them in, and merge_points() makes points of them.
namespace plumb::pipeline {

/// A decimal whose mantissa does not fit 64 bits.
struct WideDecimal {
  mpz_class mantissa;
  std::int32_t exponent10;
};
/// In place of an exponent, it says that the word is an index into the wide decimals.
inline constexpr std::int16_t wide_exponent = 0x7fff;

/// Positions, z up, three words each: a binary64's bits (a binary32 is widened, -0 is 0), or a decimal's mantissa with
/// `exponents` beside it. Equal positions have equal words and exponents, wide decimals apart.
struct Positions {
  std::vector<std::uint64_t> words;
  std::vector<std::int16_t> exponents;  // Numbers::decimal only
  std::vector<WideDecimal> wide;
  mpz_class denominator = 1;  // Numbers::decimal only: the common denominator of all positions
};

/// A coordinate as Positions keeps it.
struct CoordinateWord {
  std::uint64_t word = 0;
  std::int16_t exponent = 0;
};

/// The bits of a finite binary64; either way, a zero becomes +0.
inline CoordinateWord word_of(double value, bool negate) {
  return {std::bit_cast<std::uint64_t>(negate ? 0.0 - value : value + 0.0), 0};
}

/// Converts a numeral as `numbers` says. A wide decimal is appended to positions.wide; `wide` is a buffer. Returns
/// false if the numeral is out of range.
template <Numbers numbers>
bool convert(const kernel::Numeral& numeral, bool negate, Positions& positions, mpz_class& wide, CoordinateWord& out) {
  if constexpr (numbers == Numbers::decimal) {
    kernel::Decimal value;
    if (to_decimal(numeral, value, wide) != kernel::NumberStatus::ok) return false;
    out = {static_cast<std::uint64_t>(negate ? -value.mantissa : value.mantissa),
           static_cast<std::int16_t>(value.exponent10)};
    if (value.wide) {
      if (negate) wide = -wide;
      out = {positions.wide.size(), wide_exponent};
      positions.wide.push_back({wide, value.exponent10});
    }
  } else {
    std::conditional_t<numbers == Numbers::binary32, float, double> value = 0;
    if constexpr (numbers == Numbers::binary32) {
      if (to_binary32(numeral, value) != kernel::NumberStatus::ok) return false;
    } else {
      if (to_binary64(numeral, value) != kernel::NumberStatus::ok) return false;
    }
    out = word_of(static_cast<double>(value), negate);
  }
  return true;
}

/// Why such a coordinate is out of range, and what to do: the end of a message about it.
inline const char* out_of_range_reason(Numbers numbers) {
  switch (numbers) {
    case Numbers::binary32: return " is beyond the range of float; use --numbers double, or a larger unit";
    case Numbers::binary64: return " is beyond the range of double; use a larger unit";
    case Numbers::decimal: break;
  }
  return " has more than 4096 digits or an exponent beyond 4096; round it, or use --numbers double";
}

}  // namespace plumb::pipeline
