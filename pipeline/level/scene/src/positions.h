// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinates of a scene while it is read. Every reader fills them in. Its last step is merge_points(), which makes
// points of them: equal positions become one.
#pragma once
#include <gmpxx.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "plumb/kernel/number.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/scene.h"

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

/// Of a decimal: it is mantissa * 10^exponent, over the denominator of the positions.
mpz_class mantissa_of(const CoordinateWord& decimal, const std::vector<WideDecimal>& wide);
std::int32_t exponent_of(const CoordinateWord& decimal, const std::vector<WideDecimal>& wide);
mpq_class value_of(const CoordinateWord& coordinate, const std::vector<WideDecimal>& wide, Numbers numbers,
                   const mpz_class& denominator = 1);

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

/// The points of a scene whose coordinates would lengthen all others, if all were integers over one denominator.
struct LongNumbers {
  std::vector<kernel::PointId> points;     ///< ascending
  std::vector<kernel::ExactPoint> places;  ///< theirs, in input units
  std::uint64_t bytes = 0;                 ///< the memory of these fractions, about
  std::size_t finest = 0;                  ///< the long coordinate with the greatest denominator
};

/// Finds the long coordinates. There are none if all coordinates, over one denominator, fit the machine integers that
/// decide what doubles cannot (kernel::Coordinate). Otherwise a denominator is chosen for which most fit; the long
/// coordinates are returned, and become 0 in `positions`.
LongNumbers take_long_numbers(Positions& positions, Numbers numbers);

struct MergedPoints {
  kernel::PointTable table;
  std::vector<kernel::PointId> of_vertex;  ///< no_point where not used
  /// The vertex with the finest coordinate, instead of the table, if the table would take more than max_exact_bytes.
  std::optional<std::size_t> too_fine;
};

/// One point per distinct position of a vertex v with used[v], in the order of the first such vertex.
/// `positions` is emptied.
MergedPoints merge_points(Positions& positions, const std::vector<std::uint8_t>& used, const ImportOptions& options,
                          std::size_t threads);

}  // namespace plumb::pipeline
