// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <tsl/robin_set.h>

#include <cstdint>
#include <vector>

#include "plumb/kernel/exact_hash.h"
#include "plumb/kernel/exact_point.h"

namespace plumb::kernel {

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

}  // namespace plumb::kernel
