// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace plumb::checker {

/// Disjoint sets of the numbers from 0 on. The name of a set is its least number.
class Sets {
 public:
  explicit Sets(std::size_t count = 0) {
    while (size() < count) add();
  }
  std::size_t size() const { return above_.size(); }
  /// A set of one more number, which is returned.
  std::size_t add() {
    above_.push_back(size());
    return size() - 1;
  }
  std::size_t find(std::size_t number) {
    while (above_[number] != number) number = above_[number] = above_[above_[number]];
    return number;
  }
  void unite(std::size_t p, std::size_t q) {
    const auto [low, high] = std::minmax({find(p), find(q)});
    above_[high] = low;
  }

 private:
  std::vector<std::size_t> above_;  // by number: another of its set, or itself
};

}  // namespace plumb::checker
