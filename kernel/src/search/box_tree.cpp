// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/box_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace plumb::kernel {
namespace {

// Ten bits, two zeros between each.
std::uint32_t spread(std::uint32_t v) {
  v = (v | v << 16) & 0x030000ffu;
  v = (v | v << 8) & 0x0300f00fu;
  v = (v | v << 4) & 0x030c30c3u;
  return (v | v << 2) & 0x09249249u;
}

// Stable least-significant-digit radix sort of (key, value) on 30-bit keys.
void sort_by_key(std::vector<std::uint64_t>& items) {
  std::vector<std::uint64_t> other(items.size());
  for (int shift = 32; shift < 62; shift += 10) {
    std::array<std::size_t, 1024> start{};
    for (const std::uint64_t i : items) ++start[(i >> shift) & 1023];
    std::size_t sum = 0;
    for (std::size_t& s : start) sum += std::exchange(s, sum);
    for (const std::uint64_t i : items) other[start[(i >> shift) & 1023]++] = i;
    items.swap(other);
  }
}

std::vector<std::uint32_t> all_of(const std::vector<Box>& boxes) {
  std::vector<std::uint32_t> all(boxes.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

}  // namespace

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::make_shared<const std::vector<Box>>(std::move(boxes))) {
  build(all_of(*boxes_));
}

BoxTree::BoxTree(std::vector<Box> boxes, const std::vector<std::uint32_t>& chosen)
    : BoxTree(std::make_shared<const std::vector<Box>>(std::move(boxes)), chosen) {}

BoxTree::BoxTree(std::shared_ptr<const std::vector<Box>> boxes, const std::vector<std::uint32_t>& chosen)
    : boxes_(std::move(boxes)) {
  build(chosen);
}

void BoxTree::build(const std::vector<std::uint32_t>& chosen) {
  const std::vector<Box>& boxes = *boxes_;
  Box all = no_box;
  for (const std::uint32_t i : chosen) grow(all, boxes[i]);
  double extent = 0;
  for (int k = 0; k < 3; ++k) extent = std::max(extent, all.high[k] - all.low[k]);
  const double scale = extent > 0 && std::isfinite(extent) ? 1023 / extent : 0;

  const std::size_t n = chosen.size();
  std::vector<std::uint64_t> keyed(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Box& b = boxes[chosen[i]];
    std::uint64_t key = 0;
    for (int k = 0; k < 3; ++k) {
      const double middle = (b.low[k] / 2 + b.high[k] / 2 - all.low[k]) * scale;
      key |= std::uint64_t{spread(middle >= 0 && middle <= 1023 ? static_cast<std::uint32_t>(middle) : 0u)} << k;
    }
    keyed[i] = key << 32 | chosen[i];
  }
  sort_by_key(keyed);
  order_.resize(n);
  for (std::size_t i = 0; i < n; ++i) order_[i] = static_cast<std::uint32_t>(keyed[i]);
  if (n == 0) return;
  levels_.emplace_back((n + width - 1) / width);
  for (std::size_t i = 0; i < n; ++i) levels_[0][i / width].set(i % width, boxes[order_[i]]);
  while (levels_.back().size() > 1) {
    const std::vector<Node>& below = levels_.back();
    std::vector<Node> level((below.size() + width - 1) / width);
    for (std::size_t i = 0; i < below.size(); ++i) level[i / width].set(i % width, below[i].bounds());
    levels_.push_back(std::move(level));
  }
}

BoxGroups BoxTree::grouped(std::span<const std::uint32_t> group) const {
  BoxGroups out;
  if (levels_.empty()) return out;
  std::vector<std::uint32_t>& boxes = out.common_.emplace_back();
  boxes.reserve(order_.size());
  for (const std::uint32_t i : order_) boxes.push_back(group[i]);
  while (out.common_.size() < levels_.size()) {
    const std::vector<std::uint32_t>& below = out.common_.back();
    std::vector<std::uint32_t> level((below.size() + width - 1) / width, BoxGroups::hidden);
    for (std::size_t i = 0; i < below.size(); ++i) {
      std::uint32_t& common = level[i / width];
      if (common == BoxGroups::hidden) common = below[i];
      else if (below[i] != BoxGroups::hidden && below[i] != common) common = BoxGroups::none;
    }
    out.common_.push_back(std::move(level));
  }
  return out;
}

BoxTree::Node::Node() {
  for (int k = 0; k < 3; ++k) {
    std::fill_n(low[k], width, std::numeric_limits<float>::infinity());
    std::fill_n(high[k], width, -std::numeric_limits<float>::infinity());
  }
}

void BoxTree::Node::set(std::size_t child, const Box& box) {
  for (int k = 0; k < 3; ++k) {
    low[k][child] = static_cast<float>(box.low[k]);
    high[k][child] = static_cast<float>(box.high[k]);
  }
}

Box BoxTree::Node::bounds() const {
  Box b = no_box;
  for (int k = 0; k < 3; ++k) {
    b.low[k] = *std::min_element(low[k], low[k] + width);
    b.high[k] = *std::max_element(high[k], high[k] + width);
  }
  return b;
}

BoxTree::Query::Query(const Box& q) {
  for (int k = 0; k < 3; ++k) {
    low[k] = static_cast<float>(q.low[k]);
    high[k] = static_cast<float>(q.high[k]);
  }
}

}  // namespace plumb::kernel
