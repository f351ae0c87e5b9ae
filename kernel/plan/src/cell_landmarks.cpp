// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/plan/cell_landmarks.h"

#include <algorithm>
#include <iterator>

#include "plumb/plan/cell_path.h"

namespace plumb::plan {

CellLandmarks::CellLandmarks(const CellMap& map, int count)
    : count_(count), distances_(map.fan_count() * static_cast<std::size_t>(count), unknown) {
  CellPathSearch search(map);
  const auto each_piece = [&](auto&& visit) {
    for (Index c = 0; c < map.cell_count(); ++c)
      for (Index p = map.first(c); p < map.end(c); ++p) visit(p, map.fan_of(p), map.component(c));
  };
  // By component, where the next landmark is: at first any corner, and then the farthest from it.
  std::vector<Index> next(map.cell_count(), CellMap::none), places;
  each_piece([&](Index p, Index f, Index component) {
    if (map.fan(f).turns) next[component] = p;
  });
  std::vector<double> nearest(map.fan_count(), HUGE_VAL);
  for (int k = -1; k < count; ++k) {
    places.clear();
    std::ranges::copy_if(next, std::back_inserter(places), [](Index p) { return p != CellMap::none; });
    const std::vector<kernel::Interval>& found = search.distances(places);
    for (Index f = 0; k >= 0 && f < found.size(); ++f)
      if (is_known(found[f]))
        distances_[static_cast<std::size_t>(f) * static_cast<std::size_t>(count) + static_cast<std::size_t>(k)] =
            found[f];
    std::vector<double> most(map.cell_count(), 0);
    next.assign(map.cell_count(), CellMap::none);
    each_piece([&](Index p, Index f, Index c) {
      if (!is_known(found[f])) return;
      nearest[f] = k <= 0 ? found[f].low : std::min(nearest[f], found[f].low);
      if (nearest[f] > most[c]) most[c] = nearest[f], next[c] = p;
    });
  }
}

void CellLandmarks::follow(const CellMap& map, const CellMap::ChangedFans& changed,
                           const std::map<Index, Index>& within) {
  extend(map.fan_count());
  const auto row = [&](Index fan) { return distances_.begin() + static_cast<std::ptrdiff_t>(fan) * count_; };
  std::vector<std::pair<Index, std::vector<kernel::Interval>>> rows;
  for (const auto& [fan, corner] : changed.made) {
    const Index cell = map.cell_of(corner);
    const auto old = within.find(cell);
    const auto pieces = changed.old_pieces.find(old == within.end() ? cell : old->second);
    if (pieces == changed.old_pieces.end()) continue;
    auto& distances = rows.emplace_back(fan, std::vector(static_cast<std::size_t>(count_), unknown)).second;
    const kernel::FilteredPoint& at = map.points()[map.from(corner)];
    for (Index p = pieces->second.first; p < pieces->second.second; ++p) {
      const kernel::FilteredPoint& from = map.points()[map.from(p)];
      const kernel::Interval dx = at.ix - from.ix, dy = at.iy - from.iy,
                             straight = kernel::root(kernel::formulas::dot2d(dx, dy, dx, dy));
      auto known = row(map.whole_fan(p));
      for (kernel::Interval& d : distances) {
        d = {std::max(d.low, (*known - straight).low), std::min(d.high, (*known + straight).high)};
        ++known;
      }
    }
  }
  for (const Index fan : changed.gone) std::fill_n(row(fan), count_, unknown);
  for (const auto& [fan, distances] : rows) std::ranges::copy(distances, row(fan));
}

}  // namespace plumb::plan
