// SPDX-License-Identifier: LGPL-3.0-or-later
#include "taut_corners.h"

#include <algorithm>

namespace plumb::plan {

using kernel::FilteredPoint;
using Index = TautCorners::Index;

TautCorners::TautCorners(const ClearanceTriangulation& triangulation, const Obstacles& obstacles)
    : t_(triangulation.triangulation), obstacles_(obstacles) {
  const PlanMap& map = obstacles.map();
  first_beside_.assign(t_.points.size() + 1, 0);
  for (const Index s : obstacles.segments())
    ++first_beside_[map.segments[s].from + 1], ++first_beside_[map.segments[s].to + 1];
  for (std::size_t p = 1; p < first_beside_.size(); ++p) first_beside_[p] += first_beside_[p - 1];
  beside_.resize(first_beside_.back());
  std::vector<Index> next(first_beside_.begin(), first_beside_.end() - 1);
  for (const Index s : obstacles.segments()) {
    beside_[next[map.segments[s].from]++] = map.segments[s].to;
    beside_[next[map.segments[s].to]++] = map.segments[s].from;
  }
  for (const ClearanceTriangulation::Clearance& c : triangulation.clearances)
    passages_.push_back({FilteredPoint(c.foot), kernel::interval_of(c.squared)});
  find_gaps();
}

void TautCorners::find_gaps() {
  gaps_.resize(t_.points.size());
  after_.assign(3 * t_.triangle_count(), none);
  before_.assign(3 * t_.triangle_count(), none);
  for (Index first = 0; first < 3 * t_.triangle_count(); ++first) {
    if (t_.is_open(first)) continue;
    Index last = first;
    while (t_.is_open(PlanTriangulation::prev(last))) last = t_.twin(PlanTriangulation::prev(last));
    const Index into = PlanTriangulation::prev(last), p = t_.from(first), begin = t_.to(first), end = t_.from(into);
    const auto turn =
        begin == end ? kernel::Sign::negative : kernel::orientation(t_.points[p], t_.points[begin], t_.points[end]);
    if (turn < 0) gaps_[p] = {first, last};
    if (turn == 0) after_[into] = first, before_[first] = into;
  }
}

void DiscSectors::clear(std::size_t points) { around_.assign(points, {}); }

const std::vector<DiscSectors::Near>& DiscSectors::around(Index corner) {
  std::vector<Near>& out = around_[corner];
  if (!out.empty()) return out;
  const auto& points = corners_.triangulation().points;
  const FilteredPoint& centre = points[corner];
  const Obstacles& obstacles = corners_.obstacles();
  for (const Index p : corners_.beside(corner)) out.push_back({points[p], false});
  const mpq_class reach = 4 * radius_.square;
  if (reach > 0)
    obstacles.any_near(centre, centre, root_above(reach), [&](Index s) {
      const auto& segment = obstacles.map().segments[s];
      const FilteredPoint &g = obstacles.begin(s), &h = obstacles.end(s);
      if (segment.from != corner && segment.to != corner && kernel::compare_squared_distance(centre, g, h, reach) < 0)
        out.push_back({FilteredPoint(kernel::nearest_point(centre.at, g.at, h.at)), false});
      return false;
    });
  const FilteredPoint first = out.front().at;
  const auto turn = [&](const FilteredPoint& a, const FilteredPoint& b) {
    return static_cast<int>(kernel::orientation(centre, a, b));
  };
  for (Near& n : out) {
    const int side = turn(first, n.at);
    // On the line through the first, a point is beyond if it lies on the corner's other side.
    n.beyond = side != 0 ? side < 0 : kernel::order_of(centre, n.at) != kernel::order_of(centre, first);
  }
  std::stable_sort(out.begin() + 1, out.end(), [&](const Near& a, const Near& b) {
    return a.beyond != b.beyond ? b.beyond : turn(a.at, b.at) > 0;
  });
  return out;
}

std::size_t DiscSectors::sector(Index corner, const DiscTangent& line, int end) {
  const std::vector<Near>& list = around(corner);
  const bool beyond = line.turn_to_centre(end, list.front().at) <= 0;
  return static_cast<std::size_t>(std::ranges::count_if(list.begin() + 1, list.end(), [&](const Near& n) {
    return n.beyond != beyond ? beyond : line.turn_to_centre(end, n.at) > 0;
  }));
}

}  // namespace plumb::plan
