// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/box_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace plumb::checker {

Box box_of(const Outline& corners) {
  Box box{{HUGE_VAL, HUGE_VAL, 0}, {-HUGE_VAL, -HUGE_VAL, 0}};
  for (const Vertex& v : corners)
    for (const auto& [axis, at] : {std::pair(0, v.fx), std::pair(1, v.fy)}) {
      box.low[axis] = std::isnan(at) ? -HUGE_VAL : std::min(box.low[axis], at - slack(at));
      box.high[axis] = std::isnan(at) ? HUGE_VAL : std::max(box.high[axis], at + slack(at));
    }
  return box;
}

double widened(double at, int sign) { return Box::end(at + sign * slack(at), sign); }

Box box_around(const Segment& p, const Segment& q) {
  Box box{};
  for (std::size_t k = 0; k < 2; ++k) {
    const Fraction &low = std::min(std::min(p[0][k], p[1][k]), std::min(q[0][k], q[1][k])),
                   &high = std::max(std::max(p[0][k], p[1][k]), std::max(q[0][k], q[1][k]));
    box.low[k] = widened(low.get_d(), -1);
    box.high[k] = widened(high.get_d(), 1);
  }
  return box;
}

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(to_index(boxes_.size(), "boxes")) {
  std::iota(order_.begin(), order_.end(), Index{0});
  for (Box& box : boxes_)
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = Box::end(box.low[axis], -1);
      box.high[axis] = Box::end(box.high[axis], 1);
    }
  if (!order_.empty()) add(range(0, order_.size(), true));
  boxes_ = {};
  order_ = {};
}

// Halves go by the lower ends of boxes, along the longer side of their common box in plan. Boxes longer than half of
// that are parted from the others first: every node above one is as long as it. Behind such a part halves come, so that
// no branch is longer than twice that of halves alone.
std::array<BoxTree::Range, 2> BoxTree::parted(const Range& all) {
  const Box& box = all.box;
  const int axis = box.high[0] - box.low[0] > box.high[1] - box.low[1] ? 0 : 1;
  const double half = (box.high[axis] - box.low[axis]) / 2;
  const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(all.begin),
             end = order_.begin() + static_cast<std::ptrdiff_t>(all.end);
  auto middle = begin;
  if (all.may_part)
    middle = std::partition(begin, end, [&](Index i) { return boxes_[i].high[axis] - boxes_[i].low[axis] > half; });
  const bool long_ones = middle != begin && middle != end;
  if (!long_ones) {
    middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](auto p, auto q) { return boxes_[p].low[axis] < boxes_[q].low[axis]; });
  }
  const auto at = static_cast<std::size_t>(middle - order_.begin());
  return {range(all.begin, at, !long_ones), range(at, all.end, !long_ones)};
}

BoxTree::Range BoxTree::range(std::size_t begin, std::size_t end, bool may_part) const {
  Box box = boxes_[order_[begin]];
  for (std::size_t i = begin + 1; i < end; ++i) box.grow(boxes_[order_[i]]);
  return {begin, end, may_part, box};
}

// The longest range is parted until there are four of them, or one for each thing.
std::uint32_t BoxTree::add(const Range& all) {
  std::array<Range, 4> ranges{all, {}, {}, {}};
  std::size_t count = 1;
  for (; count < ranges.size(); ++count) {
    Range& longest = *std::max_element(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(count),
                                       [](const Range& r, const Range& s) { return r.size() < s.size(); });
    if (longest.size() < 2) break;
    const auto [first, second] = parted(longest);
    longest = first;
    ranges[count] = second;
  }
  const std::size_t number = nodes_.size();
  nodes_.emplace_back();
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Box box = k < count ? ranges[k].box : Box{{nan, nan, nan}, {nan, nan, nan}};
    for (int axis = 0; axis < 3; ++axis) {
      nodes_[number].low[axis][k] = static_cast<float>(box.low[axis]);
      nodes_[number].high[axis][k] = static_cast<float>(box.high[axis]);
    }
    if (k >= count) continue;
    const bool is_thing = ranges[k].size() == 1;
    const std::uint32_t child = is_thing ? order_[ranges[k].begin] : add(ranges[k]);
    nodes_[number].child[k] = child;
    nodes_[number].is_thing[k] = is_thing;
  }
  return static_cast<std::uint32_t>(number);
}

}  // namespace plumb::checker
