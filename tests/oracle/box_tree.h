// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "geometry.h"

namespace oracle {

/// Boxes split at the median of their centres, so that vertical rays through a million faces are quick.
class BoxTree {
 public:
  explicit BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(0, order_.size());
  }

  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    if (!nodes_.empty()) query(0, q, visit);
  }

 private:
  struct Node {
    Box box;
    std::size_t begin, end, right;  // right == 0: a leaf
  };

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t self = nodes_.size();
    nodes_.push_back({{}, begin, end, 0});
    Box box;
    for (std::size_t i = begin; i < end; ++i) box.add(boxes_[order_[i]]);
    nodes_[self].box = box;
    if (end - begin <= 4) return self;
    const int axis = box.high[0] - box.low[0] >= box.high[1] - box.low[1] ? 0 : 1;
    const auto centre = [&](std::uint32_t i) { return boxes_[i].low[axis] / 2 + boxes_[i].high[axis] / 2; };
    const std::size_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) { return centre(a) < centre(b); });
    build(begin, middle);
    nodes_[self].right = build(middle, end);
    return self;
  }

  template <class Visit>
  void query(std::size_t node, const Box& q, Visit& visit) const {
    const Node& n = nodes_[node];
    if (!n.box.meets(q)) return;
    if (n.right) {
      query(node + 1, q, visit);
      query(n.right, q, visit);
      return;
    }
    for (std::size_t i = n.begin; i < n.end; ++i)
      if (boxes_[order_[i]].meets(q)) visit(order_[i]);
  }

  std::vector<Box> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace oracle
