// SPDX-License-Identifier: GPL-3.0-or-later
// Equal positions become one point, and the points become a PointTable. Points are numbered in the order of the first
// vertex that a face uses, whatever the number of threads.
//
// 1. intern_wide() gives equal decimals beyond 64 bits equal words, so that all positions compare as words.
// 2. FirstVertices::find() finds for each used vertex the first one at its position, in a hash table with open
//    addressing. Each thread has a table of its own for the positions whose hashes fall to it, so threads need not
//    synchronise.
// 3. number_points() numbers the first vertices and moves their positions to the front.
// 4. take_long_numbers() (long_numbers.cpp) sets coordinates apart that would lengthen all others.
// 5. build_binary() makes the table of doubles; build_decimal() scales decimals by one power of ten, to doubles if all
//    of them are exact (scale_within_double), else to GMP integers, and divides by what they have in common (reduced).
//    Both first check that the table stays within max_exact_bytes.
//
// Cost: linear, expected; each thread reads all positions, so there are at most eight. Memory: 16 to 32 bytes a used
// vertex for hash tables, besides positions and table.
// Exact: all of it.
// Source: textbook. The hash folds 128-bit products; it is not meant to withstand chosen input.
#include "positions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "plumb/pipeline/parallel.h"

#include "plumb/kernel/int128.h"
#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

using kernel::no_point;
using kernel::PointId;

// Makes the words of equal wide decimals equal: each becomes the index of the first decimal that equals it.
void intern_wide(Positions& positions) {
  const auto& wide = positions.wide;
  if (wide.empty()) return;
  std::vector<std::uint32_t> order(wide.size()), first(wide.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    if (wide[a].exponent10 != wide[b].exponent10) return wide[a].exponent10 < wide[b].exponent10 ? -1 : 1;
    return cmp(wide[a].mantissa, wide[b].mantissa);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int c = compare(a, b);
    return c != 0 ? c < 0 : a < b;
  });
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && compare(order[i - 1], order[i]) == 0 ? first[order[i - 1]] : order[i];
  for (std::size_t i = 0; i < positions.words.size(); ++i)
    if (positions.exponents[i] == wide_exponent) positions.words[i] = first[positions.words[i]];
}

// Multiplies, and folds the 128-bit product, so that every bit of the input changes low and high bits of the result.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<kernel::Uint128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Sets first[v] to the first used vertex at the position of v. Positions are shared out to threads by their hashes.
class FirstVertices {
 public:
  FirstVertices(const Positions& positions, const std::vector<std::uint8_t>& used, std::vector<PointId>& first)
      : words_(positions.words.data()),
        exponents_(positions.exponents.empty() ? nullptr : positions.exponents.data()),
        used_(used),
        first_(first) {}

  void find(std::size_t part, std::size_t parts) const {
    std::size_t mine = 0;
    for (std::size_t v = 0; v < used_.size(); ++v) mine += used_[v] && hash(v) % parts == part;
    const int bits = std::bit_width(2 * mine + 1);
    std::vector<std::uint64_t> table(std::size_t{1} << bits, empty);
    // In batches, as the table is larger than the caches: its cache lines are requested well before they are needed.
    constexpr std::size_t batch = 32;
    std::uint64_t hashes[batch];
    PointId vertices[batch];
    for (std::size_t v = 0; v < used_.size();) {
      std::size_t n = 0;
      for (; v < used_.size() && n < batch; ++v) {
        if (!used_[v]) continue;
        const std::uint64_t h = hash(v);
        if (h % parts != part) continue;
        hashes[n] = h;
        vertices[n++] = static_cast<PointId>(v);
        __builtin_prefetch(&table[h >> (64 - bits)], 1);
      }
      for (std::size_t i = 0; i < n; ++i) first_[vertices[i]] = enter(table, bits, hashes[i], vertices[i]);
    }
  }

 private:
  static constexpr std::uint64_t empty = ~std::uint64_t{0};

  // An entry is the lowest 31 bits of the hash, which tell most other positions apart without reading them, and the
  // vertex. The slot comes from the highest bits.
  PointId enter(std::vector<std::uint64_t>& table, int bits, std::uint64_t h, PointId v) const {
    const std::uint64_t tag = (h & 0x7fffffff) << 32;
    const std::size_t mask = table.size() - 1;
    for (std::size_t slot = h >> (64 - bits);; slot = (slot + 1) & mask) {
      std::uint64_t& entry = table[slot];
      if (entry == empty) {
        entry = tag | v;
        return v;
      }
      const auto other = static_cast<PointId>(entry);
      if ((entry ^ tag) >> 32 == 0 && equal(other, v)) return other;
    }
  }

  std::uint64_t hash(std::size_t v) const {
    const std::uint64_t* w = words_ + 3 * v;
    std::uint64_t e = 0;
    if (exponents_) {
      const std::int16_t* x = exponents_ + 3 * v;
      e = static_cast<std::uint16_t>(x[0]) | std::uint64_t{static_cast<std::uint16_t>(x[1])} << 16 |
          std::uint64_t{static_cast<std::uint16_t>(x[2])} << 32;
    }
    constexpr std::uint64_t a = 0xa0761d6478bd642full, b = 0xe7037ed1a0b428dbull, c = 0x8ebc6af09c88c6e3ull;
    return mix(mix(w[0] ^ a, w[1] ^ b) ^ c ^ e, w[2] ^ a);
  }

  bool equal(std::size_t v, std::size_t w) const {
    return std::equal(words_ + 3 * v, words_ + 3 * v + 3, words_ + 3 * w) &&
           (!exponents_ || std::equal(exponents_ + 3 * v, exponents_ + 3 * v + 3, exponents_ + 3 * w));
  }

  const std::uint64_t* words_;
  const std::int16_t* exponents_;
  const std::vector<std::uint8_t>& used_;
  std::vector<PointId>& first_;
};

// Numbers the first vertices and moves their positions to the front. Returns the number of points.
std::size_t number_points(Positions& positions, const std::vector<std::uint8_t>& used,
                          std::vector<PointId>& of_vertex) {
  PointId next = 0;
  const bool decimal = !positions.exponents.empty();
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    if (const PointId first = of_vertex[v]; first != v) {
      of_vertex[v] = of_vertex[first];
      continue;
    }
    of_vertex[v] = next;
    for (std::size_t i = 0; i < 3; ++i) {
      positions.words[3 * next + i] = positions.words[3 * v + i];
      if (decimal) positions.exponents[3 * next + i] = positions.exponents[3 * v + i];
    }
    ++next;
  }
  return next;
}

// A decimal coordinate.
struct Term {
  std::int64_t mantissa;
  const mpz_class* wide;  // instead of the mantissa, if not null
  std::int32_t exponent10;
  bool zero() const { return !wide && mantissa == 0; }
};

Term term(const Positions& positions, std::size_t i) {
  if (positions.exponents[i] != wide_exponent)
    return {static_cast<std::int64_t>(positions.words[i]), nullptr, positions.exponents[i]};
  const WideDecimal& wide = positions.wide[positions.words[i]];
  return {0, &wide.mantissa, wide.exponent10};
}

// Writes every coordinate times 10^shift as a double. Returns false if some would not be exact.
bool scale_within_double(const Positions& positions, std::int32_t shift, std::vector<double>& out) {
  constexpr std::int64_t largest = std::int64_t{1} << 53;
  static constexpr auto powers = [] {
    std::array<std::int64_t, 17> p{1};
    for (std::size_t i = 1; i < p.size(); ++i) p[i] = 10 * p[i - 1];
    return p;
  }();
  out.resize(positions.words.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Term t = term(positions, i);
    if (t.zero()) continue;
    const std::int64_t power = static_cast<std::int64_t>(t.exponent10) + shift;
    std::int64_t value;
    if (t.wide || power >= static_cast<std::int64_t>(powers.size()) ||
        __builtin_mul_overflow(t.mantissa, powers[static_cast<std::size_t>(power)], &value) || value > largest ||
        value < -largest)
      return false;
    out[i] = static_cast<double>(value);
  }
  return true;
}

mpz_class power_of_ten(std::int64_t e) {
  mpz_class p;
  mpz_ui_pow_ui(p.get_mpz_t(), 10, static_cast<unsigned>(e));
  return p;
}

// Divides integers and their denominator by their greatest common divisor. Returns the denominator.
template <class Integer>
mpz_class reduced(std::vector<Integer>& integers, mpz_class denominator) {
  mpz_class common = denominator;
  for (const Integer& v : integers) {
    if (common == 1) return denominator;
    if (v != 0) common = gcd(common, mpz_class(v));
  }
  denominator /= common;
  for (Integer& v : integers) {
    if constexpr (std::is_same_v<Integer, double>) v /= common.get_d();  // exact, as the quotient is an integer
    else mpz_divexact(v.get_mpz_t(), v.get_mpz_t(), common.get_mpz_t());
  }
  return denominator;
}

// The memory of a coordinate of so many bits in a PointTable: limbs, the head of the mpz and the double.
std::uint64_t exact_bytes(std::uint64_t bits) { return bits / 8 + 40; }

// Makes the table, or returns the index of the finest coordinate if the table would be too large.
std::optional<std::size_t> build_decimal(const Positions& positions, std::uint64_t max_bytes, kernel::PointTable& out) {
  const std::size_t n = positions.words.size();
  std::int32_t lowest = 0;
  std::size_t finest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Term t = term(positions, i);
    if (t.exponent10 < lowest) lowest = t.exponent10, finest = i;
  }
  const std::int32_t shift = -lowest;
  std::vector<double> scaled;
  if (scale_within_double(positions, shift, scaled)) {
    const mpz_class denominator = reduced(scaled, power_of_ten(shift) * positions.denominator);
    out = kernel::PointTable::from_scaled_doubles(std::move(scaled), denominator);
    return std::nullopt;
  }
  scaled = {};
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Term t = term(positions, i);
    const std::size_t bits = t.wide ? mpz_sizeinbase(t.wide->get_mpz_t(), 2) : 64;
    bytes += exact_bytes(t.zero() ? 0 : bits + static_cast<std::uint64_t>(t.exponent10 + shift) * 10 / 3);
  }
  if (bytes > max_bytes) return finest;
  std::vector<mpz_class> exact(n), powers;
  for (std::size_t i = 0; i < n; ++i) {
    const Term t = term(positions, i);
    if (t.zero()) continue;
    const auto power = static_cast<std::size_t>(t.exponent10 + shift);
    while (powers.size() <= power) powers.push_back(powers.empty() ? mpz_class(1) : mpz_class(powers.back() * 10));
    if (t.wide) exact[i] = *t.wide * powers[power];
    else exact[i] = powers[power] * kernel::to_gmp(t.mantissa);
  }
  const mpz_class denominator = reduced(exact, power_of_ten(shift) * positions.denominator);
  out = kernel::PointTable::from_integers(std::move(exact), denominator);
  return std::nullopt;
}

std::optional<std::size_t> build_binary(const Positions& positions, std::uint64_t max_bytes, kernel::PointTable& out) {
  const std::size_t n = positions.words.size();
  // The biased exponents bound the bits of the integer coordinates. If these are at most 1023, the integers are
  // doubles.
  int lowest = std::numeric_limits<int>::max(), highest = 0;
  std::size_t finest = 0;
  const auto exponent = [&](std::size_t i) { return static_cast<int>(positions.words[i] >> 52 & 0x7ff); };
  for (std::size_t i = 0; i < n; ++i) {
    if (positions.words[i] == 0) continue;
    highest = std::max(highest, exponent(i));
    if (exponent(i) < lowest) lowest = exponent(i), finest = i;
  }
  if (highest - lowest + 53 > 1023) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < n; ++i)
      bytes += exact_bytes(positions.words[i] == 0 ? 0 : static_cast<std::uint64_t>(exponent(i) - lowest + 53));
    if (bytes > max_bytes) return finest;
  }
  std::vector<double> values(n);
  std::transform(positions.words.begin(), positions.words.end(), values.begin(),
                 [](std::uint64_t w) { return std::bit_cast<double>(w); });
  out = kernel::PointTable::from_doubles(values);
  return std::nullopt;
}

}  // namespace

MergedPoints merge_points(Positions& positions, const std::vector<std::uint8_t>& used, const ImportOptions& options,
                          std::size_t threads) {
  intern_wide(positions);
  MergedPoints merged;
  merged.of_vertex.assign(used.size(), no_point);
  // Every part reads all positions, so more than a few parts would only repeat that.
  const std::size_t parts = std::min<std::size_t>(threads, 8);
  const FirstVertices first(positions, used, merged.of_vertex);
  for_chunks(parts, parts, static_cast<unsigned>(parts),
             [&](std::size_t part, std::size_t, std::size_t) { first.find(part, parts); });
  const std::size_t points = number_points(positions, used, merged.of_vertex);
  positions.words.resize(3 * points);
  const bool decimal = options.numbers == Numbers::decimal;
  if (decimal) positions.exponents.resize(3 * points);
  const LongNumbers long_numbers = take_long_numbers(positions, options.numbers);
  auto too_fine = decimal ? build_decimal(positions, options.max_exact_bytes, merged.table)
                          : build_binary(positions, options.max_exact_bytes, merged.table);
  if (long_numbers.bytes > options.max_exact_bytes) too_fine = long_numbers.finest;
  if (too_fine) {
    const auto found = std::find(merged.of_vertex.begin(), merged.of_vertex.end(), *too_fine / 3);
    merged.too_fine = static_cast<std::size_t>(found - merged.of_vertex.begin());
  }
  for (std::size_t i = 0; i < long_numbers.points.size() && !too_fine; ++i)
    merged.table.set_long(long_numbers.points[i], long_numbers.places[i]);
  positions = {};
  return merged;
}

}  // namespace plumb::pipeline
