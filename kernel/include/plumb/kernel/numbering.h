// SPDX-License-Identifier: LGPL-3.0-or-later
// Equal things get one number: pairs of numbers, points and lines, in the order in which they first appear. The hash
// tables are only looked up and never iterated over, so their order affects no result.
#pragma once
#include <gmpxx.h>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "plumb/kernel/points.h"

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

/// Of a point in lowest terms: the same wherever and whenever it is computed.
template <std::size_t dimensions>
std::size_t hash_of(const std::array<mpq_class, dimensions>& point) {
  std::uint64_t h = 0;
  for (const mpq_class& v : point)
    for (const mpz_srcptr part : {v.get_num_mpz_t(), v.get_den_mpz_t()}) {
      h ^= static_cast<std::uint64_t>(mpz_sgn(part) + 1);
      for (std::size_t k = 0; k < word_count(part); ++k) h = (h ^ word_of(part, k)) * 0x9e3779b97f4a7c15u;
      h ^= h >> 29;
    }
  return static_cast<std::size_t>(h);
}

/// Numbers points by first appearance: equal points get one number. Appends new ones to the table it is given, whose
/// points are distinct and in lowest terms. Hashes are only looked up, never walked through.
class PointNumbering {
 public:
  explicit PointNumbering(std::vector<ExactPoint>& points) : points_(points), known_(0, Hash{&points}, Same{&points}) {
    known_.reserve(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) known_.insert(i);
  }

  /// A point that is known already is not copied.
  std::uint32_t operator()(const ExactPoint& point) {
    const auto at = known_.find(point);
    return at == known_.end() ? (*this)(ExactPoint(point)) : *at;
  }
  std::uint32_t operator()(ExactPoint&& point) {
    const auto next = static_cast<std::uint32_t>(points_.size());
    points_.push_back(std::move(point));
    const auto [at, is_new] = known_.insert(next);
    if (!is_new) points_.pop_back();
    return *at;
  }

 private:
  struct Hash {
    using is_transparent = void;
    const std::vector<ExactPoint>* points;
    std::size_t operator()(const ExactPoint& point) const { return hash_of(point); }
    std::size_t operator()(std::uint32_t i) const { return hash_of((*points)[i]); }
  };
  struct Same {
    using is_transparent = void;
    const std::vector<ExactPoint>* points;
    bool operator()(const ExactPoint& a, std::uint32_t b) const { return a == (*points)[b]; }
    bool operator()(std::uint32_t a, const ExactPoint& b) const { return (*points)[a] == b; }
    bool operator()(std::uint32_t a, std::uint32_t b) const { return (*points)[a] == (*points)[b]; }
  };

  std::vector<ExactPoint>& points_;
  // With their hashes: to compute one takes longer than to keep it.
  tsl::robin_set<std::uint32_t, Hash, Same, std::allocator<std::uint32_t>, true> known_;
};

/// Numbers lines in plan by first appearance: the lines through two pairs of points have one number if they are one.
class LineNumbering {
 public:
  /// Requires different points.
  std::uint32_t operator()(const PlanPoint& p, const PlanPoint& q) {
    const bool upright = p[0] == q[0];
    PlanPoint key{0, p[0]};
    if (!upright) {
      key[0] = (q[1] - p[1]) / (q[0] - p[0]);
      key[1] = p[1] - key[0] * p[0];
    }
    const auto [at, is_new] = lines_[upright].try_emplace(std::move(key), count_);
    count_ += is_new;
    return at->second;
  }

 private:
  // By slope and where it meets the other axis: of lines that are not parallel to y, and of those that are.
  std::map<PlanPoint, std::uint32_t> lines_[2];
  std::uint32_t count_ = 0;
};

}  // namespace plumb::kernel
