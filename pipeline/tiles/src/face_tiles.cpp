// SPDX-License-Identifier: GPL-3.0-or-later
#include "face_tiles.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::formulas::orient2d;

// The number of the tile in which a place certainly lies, on none of its lines.
std::optional<std::int64_t> whole(const Interval& at) {
  constexpr double most = 0x1p50;
  const double floor = std::floor(at.low);
  if (!(std::fabs(floor) < most) || floor == at.low || std::floor(at.high) != floor) return std::nullopt;
  return static_cast<std::int64_t>(floor);
}

}  // namespace

FaceTiles::FaceTiles(const TileGrid& grid)
    : grid_(grid), size_(kernel::interval_of(grid.size)), reach_(kernel::interval_of(grid.reach)) {
  for (std::size_t k = 0; k < 2; ++k) origin_[k] = kernel::interval_of(grid.origin[k]);
}

std::optional<std::array<FaceTiles::Range, 2>> FaceTiles::ranges_of(const LevelVertices& vertices,
                                                                    std::span<const std::uint32_t> face) const {
  constexpr std::int64_t most = std::int64_t{1} << 50;
  std::array<Range, 2> out{Range{most, -most}, Range{most, -most}};
  for (const std::uint32_t v : face)
    for (const int axis : {0, 1}) {
      const auto k = static_cast<std::size_t>(axis);
      const Interval at = vertices.about(v, axis) - origin_[k];
      auto first = whole((at - reach_) / size_), last = whole((at + reach_) / size_);
      if (!first || !last) {
        const mpq_class exact = vertices.exact(v, axis);
        const auto [from, to] = grid_.touched(axis, exact, exact);
        if (from < -most || to > most) return std::nullopt;
        first = from.get_si();
        last = to.get_si();
      }
      out[k] = {std::min(out[k].first, *first), std::max(out[k].last, *last)};
    }
  return out;
}

void FaceTiles::find_hull(const LevelVertices& vertices, std::span<const std::uint32_t> face) {
  std::vector<PlanInterval> points;
  for (const std::uint32_t v : face) points.push_back({vertices.about(v, 0), vertices.about(v, 1)});
  hull_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PlanInterval &a = points[i], &b = points[i + 1 == points.size() ? 0 : i + 1];
    bool left = true, right = true;
    for (const PlanInterval& p : points) {
      if (&p == &a || &p == &b) continue;
      const Interval s = orient2d(a, b, p);
      left = left && s.low >= 0;
      right = right && s.high <= 0;
    }
    if (left) hull_.push_back({a, b});
    else if (right) hull_.push_back({b, a});
  }
}

bool FaceTiles::is_apart(const Tile& tile) const {
  std::array<PlanInterval, 2> ends;  // of the tile, widened: lowest and highest
  for (std::size_t k = 0; k < 2; ++k) {
    const auto number = static_cast<double>(k == 0 ? tile.i : tile.j);
    const Interval low = origin_[k] + size_ * Interval(number);
    ends[0][k] = low - reach_;
    ends[1][k] = low + size_ + reach_;
  }
  return std::ranges::any_of(hull_, [&](const std::array<PlanInterval, 2>& edge) {
    for (const std::size_t x : {0, 1})
      for (const std::size_t y : {0, 1})
        if (!(orient2d(edge[0], edge[1], PlanInterval{ends[x][0], ends[y][1]}).high < 0)) return false;
    return true;
  });
}

}  // namespace plumb::pipeline
