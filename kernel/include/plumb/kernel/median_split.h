// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace plumb::kernel {

/// An axis-parallel line: x = at (axis 0) or y = at.
struct MedianSplit {
  int axis;
  double at;
};

/// Chooses an axis-parallel line that splits many things: at the median of their lower ends, on the axis where the
/// larger side has fewer things. None if no split pays: each side must have at least a quarter fewer things than there
/// are, and both sides together at most half as many again. low(i, axis), high(i, axis): the ends of thing i; count(i):
/// the number of things that it counts as.
template <class Low, class High, class Count>
std::optional<MedianSplit> median_split(const std::vector<std::uint32_t>& things, Low&& low, High&& high, Count&& count,
                                        std::vector<double>& buffer) {
  std::size_t all = 0;
  for (const std::uint32_t i : things) all += count(i);
  std::optional<MedianSplit> best;
  std::size_t best_worst = all * 3 / 4 + 1;
  for (int axis = 0; axis < 2; ++axis) {
    buffer.clear();
    for (const std::uint32_t i : things)
      for (std::size_t k = count(i); k > 0; --k) buffer.push_back(low(i, axis));
    const auto middle = buffer.begin() + static_cast<std::ptrdiff_t>(buffer.size() / 2);
    std::ranges::nth_element(buffer, middle);
    std::size_t below = 0, above = 0;
    for (const std::uint32_t i : things) {
      below += low(i, axis) < *middle ? count(i) : 0;
      above += high(i, axis) > *middle ? count(i) : 0;
    }
    if (below + above > all * 3 / 2 || std::max(below, above) >= best_worst) continue;
    best_worst = std::max(below, above);
    best = {axis, *middle};
  }
  return best;
}

}  // namespace plumb::kernel
