// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace plumb::partition {

/// Disjoint sets; the lower root stays, so that roots do not depend on the order of joining.
class UnionFind {
 public:
  explicit UnionFind(std::uint32_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    if (a == b) return false;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    return true;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace plumb::partition
