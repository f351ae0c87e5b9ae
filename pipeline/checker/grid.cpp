// SPDX-License-Identifier: LGPL-3.0-or-later
#include "grid.h"

#include <algorithm>

namespace checker {

Grid::Grid(const std::vector<Polygon>& polygons) : polygons_(polygons) {
  double extent = 0;
  for (int axis = 0; axis < 2; ++axis) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Polygon& p : polygons) {
      low = std::min(low, p.low[axis]);
      high = std::max(high, p.high[axis]);
    }
    origin_[axis] = low;
    extent = std::max(extent, high - low);
  }
  // Beyond the range of doubles, everything is one cell.
  const bool usable = extent > 0 && extent < 1e300;
  for (std::size_t level = 1; usable && level < levels; ++level) per_unit_[level] = std::ldexp(1 / extent, static_cast<int>(level));
  for (std::uint32_t i = 0; i < polygons.size(); ++i) {
    const Polygon& p = polygons[i];
    const double size = std::max(p.high[0] - p.low[0], p.high[1] - p.low[1]);
    std::size_t level = 0;
    while (usable && level + 1 < levels && size * per_unit_[level + 1] <= 0.5) ++level;
    const auto [x, y] = cell_of(p.low, level);
    grids_[level].push_back({x, y, i});
  }
  for (auto& entries : grids_) std::sort(entries.begin(), entries.end());
}

std::size_t Grid::first_at(const std::vector<Entry>& entries, std::int64_t x, std::int64_t y) {
  const auto at = std::lower_bound(entries.begin(), entries.end(), std::pair(x, y),
                                   [](const Entry& e, const auto& key) { return std::pair<std::int64_t, std::int64_t>(e.x, e.y) < key; });
  return static_cast<std::size_t>(at - entries.begin());
}

}  // namespace checker
