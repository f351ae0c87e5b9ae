// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/plan/cell_landmarks.h"

#include <algorithm>
#include <iterator>

#include "plumb/plan/cell_path.h"

namespace plumb::plan {

CellLandmarks::CellLandmarks(const CellMap& map, int count)
    : count_(count), distances_(map.fan_count() * static_cast<std::size_t>(count), unknown) {
  CellPathSearch search(map);
  const auto pieces = static_cast<Index>(map.piece_count());
  // By component, where the next landmark is: at first any corner, and then the farthest from it.
  std::vector<Index> next(map.cell_count(), CellMap::none), places;
  for (Index p = 0; p < pieces; ++p)
    if (map.fan(map.fan_of(p)).turns) next[map.component(map.cell_of(p))] = p;
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
    for (Index p = 0; p < pieces; ++p) {
      const Index f = map.fan_of(p), c = map.component(map.cell_of(p));
      if (!is_known(found[f])) continue;
      nearest[f] = k <= 0 ? found[f].low : std::min(nearest[f], found[f].low);
      if (nearest[f] > most[c]) most[c] = nearest[f], next[c] = p;
    }
  }
}

}  // namespace plumb::plan
