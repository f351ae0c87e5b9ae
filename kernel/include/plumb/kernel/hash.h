// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Hash tables of pairs. They are used for look-ups only and never iterated over, so their order affects no result.
namespace plumb::kernel {

/// Two numbers as one key.
constexpr std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

/// The high half of a product with an odd number, twice (Knuth, 6.4), with the first product's upper half over its
/// lower one: every bit of the key changes the last bits, which are those that tables use, also of pairs of multiples
/// of a power of two.
struct KeyHash {
  std::size_t operator()(std::uint64_t key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
    const std::uint64_t product = key * odd;
    return (product ^ product >> 32) * odd >> 32;
  }
};

template <class Value>
using PairMap = tsl::robin_map<std::uint64_t, Value, KeyHash>;

/// Empties a table that is used many times. It keeps memory for about as many entries as it has, but not the memory of
/// an earlier, much larger use.
template <class Map>
void start_anew(Map& map) {
  const std::size_t most = 8 * std::max<std::size_t>(map.size(), 16);
  if (map.bucket_count() > most) map = Map(most / 2);
  else map.clear();
}

}  // namespace plumb::kernel
