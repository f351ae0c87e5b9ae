// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Hash tables of pairs. They are only looked up, never walked through: the order of what is in them is nobody's
// business.
namespace plumb::kernel {

/// Two numbers as one key.
constexpr std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

/// The high half of a product with an odd number: every bit of the key moves it (Knuth, 6.4).
struct KeyHash {
  std::size_t operator()(std::uint64_t key) const { return key * 0x9e3779b97f4a7c15u >> 32; }
};

template <class Value>
using PairMap = tsl::robin_map<std::uint64_t, Value, KeyHash>;

/// Empties a table for the next of many uses, which may need as much as this one: without the memory that a much larger
/// one took.
template <class Map>
void start_anew(Map& map) {
  const std::size_t most = 8 * std::max<std::size_t>(map.size(), 16);
  if (map.bucket_count() > most) map = Map(most / 2);
  else map.clear();
}

}  // namespace plumb::kernel
