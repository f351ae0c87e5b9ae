// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace plumb::kernel {

/// Disjoint sets of 0, 1, ... (Galler & Fischer 1964, with path halving). The name of a set is its lowest member,
/// whatever the order of joining.
class UnionFind {
 public:
  explicit UnionFind(std::uint32_t n = 0) { reset(n); }
  /// n sets of one member each.
  void reset(std::uint32_t n) {
    parent_.resize(n);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  /// Adds a set of one new member. @return the member
  std::uint32_t add() {
    parent_.push_back(size());
    return parent_.back();
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }

  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  /// Joins the sets of two members. @return false if they were in one set
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    if (a == b) return false;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    return true;
  }
  /// Makes v a set of its own again. It must be called for all members of v's set before anything else is asked.
  void part(std::uint32_t v) { parent_[v] = v; }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace plumb::kernel
