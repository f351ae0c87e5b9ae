// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::plan {

/// Nodes of a search in the order of their bounds; of one bound, the last one put is the first, as it leads farthest.
/// The first is held outside of the heap: most nodes are taken as soon as they are put.
class SightQueue {
 public:
  using Index = std::uint32_t;
  struct Queued {
    double least;  // no path over the node is shorter
    Index node;
    // In a heap, the one that comes first last.
    friend bool operator<(const Queued& a, const Queued& b) {
      return a.least > b.least || (a.least == b.least && a.node < b.node);
    }
  };

  bool empty() const { return held_.node == none && heap_.empty(); }
  void clear() {
    heap_.clear();
    held_ = nothing;
  }
  void put(double least, Index node) {
    Queued later{least, node};
    if (held_ < later) std::swap(held_, later);
    if (later.node == none) return;
    heap_.push_back(later);
    std::push_heap(heap_.begin(), heap_.end());
  }
  /// Not of an empty one.
  Queued take() {
    if (heap_.empty() || heap_.front() < held_) return std::exchange(held_, nothing);
    std::pop_heap(heap_.begin(), heap_.end());
    const Queued first = heap_.back();
    heap_.pop_back();
    return first;
  }

 private:
  static constexpr Index none = 0xffffffffu;
  static constexpr Queued nothing{HUGE_VAL, none};
  std::vector<Queued> heap_;
  Queued held_ = nothing;
};

}  // namespace plumb::plan
