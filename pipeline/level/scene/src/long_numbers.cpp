// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the unit of a table of points such that few coordinates are long. A table holds integers over one
// denominator, its unit. One coordinate of 1e-45 would make all of them 200 bits long, beyond the machine integers that
// decide what doubles cannot. If all coordinates together are too long, take_long_numbers() chooses a unit that suits
// most, and the others become long coordinates of the table:
//
// 1. exponents_fit() and all_fit() find out whether there is anything to do; for most levels there is not.
// 2. Binary numbers and decimals (beyond_unit): each coordinate has a range of exponents k such that it is an integer
//    of few enough bits in the unit 2^-k (10^-k). fullest() takes the least k that lies in the most ranges. The ranges
//    for machine words are preferred if they hold nearly as many as those for the fixed stage.
// 3. Fractions over one denominator, as the world positions of a glTF (beyond_common_unit): each has a denominator of
//    its own in lowest terms. From the most frequent denominator on, the unit becomes their least common multiple, as
//    long as the integers stay short. set_unit() rewrites the short values in that unit.
// 4. take_places() lists the points with long coordinates, and the finest coordinate, to be named in a message.
//
// Cost: linear in the coordinates and in the range of exponents; the third step sorts, n log n.
// Exact: the values. The estimates of bits are upper bounds, so a coordinate may be long that need not be.
// Source: our own.
#include "positions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/points.h"

namespace plumb::pipeline {
namespace {

using kernel::PointId;

constexpr int most_bits = kernel::max_fixed_coordinate_bits - 1, word_bits = 61;
// Machine words are preferred if at most one coordinate in so many becomes long for it.
constexpr std::size_t few_of = 256;
// So many denominators are tried, the most frequent first.
constexpr std::size_t most_denominators = 64;

int bits_of(const mpz_class& v) { return sgn(v) == 0 ? 0 : static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

// The size of a number mantissa * base^exponent. With base 2 the mantissa is odd.
struct Size {
  int bits;      // of the mantissa; 0: the number is 0
  int exponent;  // of the base
};

// The exponents k >= 0 for which a number is an integer of at most `bits` bits in the unit base^-k.
struct Range {
  int low, high;
  bool holds(int k) const { return low <= k && k <= high; }
};

// An n such that base^n certainly fits so many bits.
int powers_within(int bits, int base) {
  constexpr int bits_of_thousand_tens = 3322;  // rounded up
  if (base == 2 || bits < 0) return bits;
  return bits * 1000 / bits_of_thousand_tens;
}

Range range_of(const Size& s, int base, int bits) {
  if (s.bits > bits) return {1, 0};
  return {std::max(0, -s.exponent), powers_within(bits - s.bits, base) - s.exponent};
}

struct Choice {
  int exponent;
  std::size_t count;
};

// The least exponent in the most ranges.
Choice fullest(const std::vector<Size>& sizes, int base, int bits) {
  int last = 0;
  for (const Size& s : sizes)
    if (s.bits > 0) last = std::max(last, -s.exponent);
  std::vector<std::ptrdiff_t> change(static_cast<std::size_t>(last) + 2, 0);
  for (const Size& s : sizes) {
    const Range r = range_of(s, base, bits);
    if (s.bits == 0 || r.low > r.high) continue;
    ++change[static_cast<std::size_t>(r.low)];
    if (r.high < last) --change[static_cast<std::size_t>(r.high) + 1];
  }
  Choice best{0, 0};
  std::ptrdiff_t count = 0;
  for (int k = 0; k <= last; ++k) {
    count += change[static_cast<std::size_t>(k)];
    if (static_cast<std::size_t>(count) > best.count) best = {k, static_cast<std::size_t>(count)};
  }
  return best;
}

// Chooses the exponent of the unit. Returns for each coordinate whether it is long then.
std::vector<bool> beyond_unit(const std::vector<Size>& sizes, int base) {
  const Choice wide = fullest(sizes, base, most_bits), words = fullest(sizes, base, word_bits);
  const bool few_lost = words.count + sizes.size() / few_of >= wide.count;
  const int exponent = few_lost ? words.exponent : wide.exponent, bits = few_lost ? word_bits : most_bits;
  std::vector<bool> out(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    out[i] = sizes[i].bits > 0 && !range_of(sizes[i], base, bits).holds(exponent);
  return out;
}

// Whether all numbers certainly fit one unit.
template <class SizeOf>
bool all_fit(std::size_t count, const SizeOf& size_of, int base) {
  int low = 0, high = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < count; ++i) {
    const Size s = size_of(i);
    if (s.bits == 0) continue;
    const Range r = range_of(s, base, most_bits);
    low = std::max(low, r.low);
    high = std::min(high, r.high);
  }
  return low <= high;
}

// The same for doubles, by their exponents alone, which suffices for most levels.
bool exponents_fit(const std::vector<std::uint64_t>& words) {
  int lowest = 1075, highest = 1022;  // biased exponents: 1075 of an integer of 53 bits, 1022 of a number below 1
  for (const std::uint64_t word : words) {
    if (word == 0) continue;
    const int exponent = static_cast<int>(word >> 52 & 0x7ff);
    lowest = std::min(lowest, exponent);
    highest = std::max(highest, exponent);
  }
  return (highest - 1022) + (1075 - lowest) <= most_bits;
}

// --- Binary numbers

Size size_of_double(std::uint64_t word) {
  const double v = std::bit_cast<double>(word);
  if (v == 0) return {0, 0};
  int exponent;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(v, &exponent), 53));
  const auto size = static_cast<std::uint64_t>(mantissa < 0 ? -mantissa : mantissa);
  const int spare = std::countr_zero(size);
  return {53 - spare, exponent - 53 + spare};
}

// --- Decimals

Size size_of_decimal(const Positions& p, std::size_t i) {
  if (p.exponents[i] == wide_exponent) return {bits_of(p.wide[p.words[i]].mantissa), p.wide[p.words[i]].exponent10};
  const auto v = static_cast<std::int64_t>(p.words[i]);
  const std::uint64_t size = v < 0 ? std::uint64_t{0} - p.words[i] : p.words[i];
  return {static_cast<int>(std::bit_width(size)), p.exponents[i]};
}

// --- Fractions over one denominator

std::vector<bool> beyond_common_unit(const std::vector<mpq_class>& values, mpz_class& unit) {
  struct Same {
    std::size_t count = 0;
    int bits = std::numeric_limits<int>::min();  // an upper bound on the bits before the point
  };
  std::map<mpz_class, Same> by_denominator;
  for (const mpq_class& v : values) {
    if (v == 0) continue;
    Same& same = by_denominator[v.get_den()];
    ++same.count;
    same.bits = std::max(same.bits, bits_of(v.get_num()) - bits_of(v.get_den()) + 1);
  }
  std::vector<std::pair<const mpz_class*, Same>> order;
  for (const auto& [d, same] : by_denominator) order.emplace_back(&d, same);
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  unit = 1;
  int whole_bits = std::numeric_limits<int>::min();
  for (std::size_t i = 0; i < std::min(order.size(), most_denominators); ++i) {
    const mpz_class finer = lcm(unit, *order[i].first);
    const int bits = std::max(whole_bits, order[i].second.bits);
    if (bits + bits_of(finer) > most_bits) continue;
    unit = finer;
    whole_bits = bits;
  }
  std::vector<bool> out(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const mpq_class at = values[i] * unit;
    out[i] = at.get_den() != 1 || bits_of(at.get_num()) > most_bits;
  }
  return out;
}

// Writes the values that are not long as integers over the unit.
void set_unit(Positions& p, const std::vector<mpq_class>& values, const std::vector<bool>& is_long,
              const mpz_class& unit) {
  p.wide.clear();
  p.denominator = unit;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_long[i]) continue;
    const mpz_class at = values[i].get_num() * (unit / values[i].get_den());
    p.words[i] = static_cast<std::uint64_t>(kernel::to_int64(at));
    p.exponents[i] = 0;
    if (kernel::fits_int64(at)) continue;
    p.words[i] = p.wide.size();
    p.exponents[i] = wide_exponent;
    p.wide.push_back({at, 0});
  }
}

// The memory that a long point takes, without the digits of its coordinates.
constexpr std::uint64_t bytes_of_point = 288;

std::uint64_t bytes_of(const mpq_class& v) {
  return static_cast<std::uint64_t>(bits_of(v.get_num()) + 2 * bits_of(v.get_den())) / 8;
}

// Lists the points that have long coordinates, in input units.
template <class Value>
void take_places(const Value& value, const std::vector<bool>& is_long, LongNumbers& out) {
  std::size_t longest_bits = 0;
  for (std::size_t first = 0; first < is_long.size(); first += 3) {
    if (!is_long[first] && !is_long[first + 1] && !is_long[first + 2]) continue;
    kernel::ExactPoint& place = out.places.emplace_back();
    out.points.push_back(static_cast<PointId>(first / 3));
    out.bytes += bytes_of_point;
    for (std::size_t k = 0; k < 3; ++k) {
      place[k] = value(first + k);
      out.bytes += bytes_of(place[k]);
      // Messages name the finest coordinate.
      const auto bits = static_cast<std::size_t>(bits_of(place[k].get_den()));
      if (is_long[first + k] && bits > longest_bits) longest_bits = bits, out.finest = first + k;
    }
  }
}

}  // namespace

mpz_class mantissa_of(const CoordinateWord& c, const std::vector<WideDecimal>& wide) {
  if (c.exponent == wide_exponent) return wide[c.word].mantissa;
  return mpz_class(kernel::to_gmp(static_cast<std::int64_t>(c.word)));
}
std::int32_t exponent_of(const CoordinateWord& c, const std::vector<WideDecimal>& wide) {
  return c.exponent == wide_exponent ? wide[c.word].exponent10 : c.exponent;
}

mpq_class value_of(const CoordinateWord& c, const std::vector<WideDecimal>& wide, Numbers numbers,
                   const mpz_class& denominator) {
  if (numbers != Numbers::decimal) return std::bit_cast<double>(c.word);
  const std::int32_t exponent = exponent_of(c, wide);
  const mpz_class mantissa = mantissa_of(c, wide);
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned>(std::abs(exponent)));
  mpq_class out(exponent >= 0 ? mpz_class(mantissa * power) : mantissa,
                exponent >= 0 ? denominator : mpz_class(denominator * power));
  out.canonicalize();
  return out;
}

LongNumbers take_long_numbers(Positions& p, Numbers numbers) {
  const std::size_t n = p.words.size();
  const bool decimal = numbers == Numbers::decimal, fractions = decimal && p.denominator != 1;
  const int base = decimal ? 10 : 2;
  const auto value = [&](std::size_t i) {
    return value_of({p.words[i], decimal ? p.exponents[i] : std::int16_t{0}}, p.wide, numbers, p.denominator);
  };
  const auto size_of = [&](std::size_t i) { return decimal ? size_of_decimal(p, i) : size_of_double(p.words[i]); };
  if ((!decimal && exponents_fit(p.words)) || all_fit(n, size_of, base)) return {};

  LongNumbers out;
  std::vector<bool> is_long;
  if (fractions) {
    std::vector<mpq_class> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = value(i);
    mpz_class unit;
    is_long = beyond_common_unit(values, unit);
    take_places([&](std::size_t i) -> const mpq_class& { return values[i]; }, is_long, out);
    set_unit(p, values, is_long, unit);
  } else {
    std::vector<Size> sizes(n);
    for (std::size_t i = 0; i < n; ++i) sizes[i] = size_of(i);
    is_long = beyond_unit(sizes, base);
    take_places(value, is_long, out);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_long[i]) continue;
    p.words[i] = 0;
    if (decimal) p.exponents[i] = 0;
  }
  return out;
}

}  // namespace plumb::pipeline
