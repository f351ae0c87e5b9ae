// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/box_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plumb::checker {

void Box::grow(const Box& o) {
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = std::min(low[axis], o.low[axis]);
    high[axis] = std::max(high[axis], o.high[axis]);
  }
}

Box box_of(const Outline& corners) {
  Box box{{HUGE_VAL, HUGE_VAL, 0}, {-HUGE_VAL, -HUGE_VAL, 0}};
  for (const Vertex& v : corners)
    for (const auto& [axis, at] : {std::pair(0, v.fx), std::pair(1, v.fy)}) {
      box.low[axis] = std::isnan(at) ? -HUGE_VAL : std::min(box.low[axis], at - slack(at));
      box.high[axis] = std::isnan(at) ? HUGE_VAL : std::max(box.high[axis], at + slack(at));
    }
  return box;
}

double widened(double at, int sign) {
  const double out = at + sign * slack(at);
  return std::isnan(out) ? sign * HUGE_VAL : out;
}

Box box_around(const Segment& p, const Segment& q) {
  Box box{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto [low, high] = std::minmax({p[0][k], p[1][k], q[0][k], q[1][k]});
    box.low[k] = widened(low.get_d(), -1);
    box.high[k] = widened(high.get_d(), 1);
  }
  return box;
}

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)) {
  std::vector<Index> order(to_index(boxes_.size(), "boxes"));
  std::iota(order.begin(), order.end(), Index{0});
  nodes_.reserve(2 * order.size());
  if (!order.empty()) add(order, 0, order.size(), true);
}

// Halves go by the lower ends of boxes, along the longer side of their common box in plan. Boxes longer than half of
// that are parted from the others first: every node above one is as long as it. Below such a node halves come, so that
// no branch is longer than twice that of halves alone.
void BoxTree::add(std::vector<Index>& order, std::size_t begin, std::size_t end, bool may_part) {
  const std::size_t at = nodes_.size();
  Box box = boxes_[order[begin]];
  for (std::size_t i = begin; i < end; ++i) box.grow(boxes_[order[i]]);
  nodes_.push_back({box, end - begin == 1 ? order[begin] : none, 0});
  if (end - begin > 1) {
    const int axis = box.high[0] - box.low[0] > box.high[1] - box.low[1] ? 0 : 1;
    const double half = (box.high[axis] - box.low[axis]) / 2;
    const auto iterator = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
    std::size_t middle = begin;
    if (may_part)
      middle = static_cast<std::size_t>(
          std::partition(iterator(begin), iterator(end),
                         [&](Index i) { return boxes_[i].high[axis] - boxes_[i].low[axis] > half; }) -
          order.begin());
    const bool parted = middle != begin && middle != end;
    if (!parted) {
      middle = begin + (end - begin) / 2;
      std::nth_element(iterator(begin), iterator(middle), iterator(end),
                       [&](auto p, auto q) { return boxes_[p].low[axis] < boxes_[q].low[axis]; });
    }
    add(order, begin, middle, !parted);
    add(order, middle, end, !parted);
  }
  nodes_[at].beyond = nodes_.size();
}

}  // namespace plumb::checker
