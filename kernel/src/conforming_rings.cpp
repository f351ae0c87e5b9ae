// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/conforming_rings.h"

#include <algorithm>

#include "plumb/kernel/numbered_places.h"

namespace plumb::kernel {

void ConformingRings::add(std::vector<Side> ring) {
  std::vector<Corner>& numbered = rings_.emplace_back();
  for (Side& s : ring) numbered.push_back({number_({std::move(s.end[0]), std::move(s.end[1]), 0}), s.line});
}

void ConformingRings::add(const PlanRing& ring) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanPoint& end = ring[i + 1 == ring.size() ? 0 : i + 1];
    sides.push_back({end, line_through_(ring[i], end)});
  }
  add(std::move(sides));
}

std::vector<std::vector<ConformingRings::Corner>> ConformingRings::conforming() const {
  const NumberedPlaces places(points_);
  const auto in_order = [&](std::uint32_t a, std::uint32_t b) { return places.compare(a, b) < 0; };
  const auto each_side = [&](const std::vector<Corner>& ring, const auto& visit) {
    for (std::size_t i = 0; i < ring.size(); ++i) visit(ring[i == 0 ? ring.size() - 1 : i - 1].point, ring[i]);
  };

  // What a corner lies on the side of has a side of its own there: at each corner some ring has a side along the line.
  std::vector<std::vector<std::uint32_t>> on_line;
  for (const auto& ring : rings_)
    each_side(ring, [&](std::uint32_t from, const Corner& side) {
      if (on_line.size() <= side.line) on_line.resize(side.line + 1);
      on_line[side.line].insert(on_line[side.line].end(), {from, side.point});
    });
  for (auto& corners : on_line) {
    std::ranges::sort(corners, in_order);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  }

  std::vector<std::vector<Corner>> out;
  for (const auto& ring : rings_) {
    std::vector<Corner>& corners = out.emplace_back();
    each_side(ring, [&](std::uint32_t from, const Corner& side) {
      const auto& all = on_line[side.line];
      const auto at = [&](std::uint32_t v) { return std::ranges::lower_bound(all, v, in_order) - all.begin(); };
      const std::ptrdiff_t first = at(from), last = at(side.point), step = first < last ? 1 : -1;
      for (std::ptrdiff_t k = first; k != last;) {
        k += step;
        corners.push_back({all[static_cast<std::size_t>(k)], side.line});
      }
    });
  }
  return out;
}

}  // namespace plumb::kernel
