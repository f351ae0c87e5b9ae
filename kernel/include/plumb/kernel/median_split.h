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

/// Where many things are parted by one: at the lower end of one of them, nearest the middle of these ends. None where
/// that does not pay: each side has to be left with a quarter fewer, and both together with half as many again at most.
/// low(i, axis), high(i, axis): the ends of thing i.
template <class Low, class High>
std::optional<MedianSplit> median_split(const std::vector<std::uint32_t>& things, Low&& low, High&& high,
                                        std::vector<double>& buffer) {
  std::optional<MedianSplit> best;
  std::size_t best_worst = things.size() * 3 / 4 + 1;
  for (int axis = 0; axis < 2; ++axis) {
    buffer.clear();
    for (const std::uint32_t i : things) buffer.push_back(low(i, axis));
    const auto middle = buffer.begin() + static_cast<std::ptrdiff_t>(buffer.size() / 2);
    std::ranges::nth_element(buffer, middle);
    std::size_t below = 0, above = 0;
    for (const std::uint32_t i : things) {
      below += low(i, axis) < *middle;
      above += high(i, axis) > *middle;
    }
    if (below + above > things.size() * 3 / 2 || std::max(below, above) >= best_worst) continue;
    best_worst = std::max(below, above);
    best = {axis, *middle};
  }
  return best;
}

}  // namespace plumb::kernel
