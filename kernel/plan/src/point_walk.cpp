// SPDX-License-Identifier: LGPL-3.0-or-later
#include "point_walk.h"

#include <algorithm>

namespace plumb::plan {

using kernel::FilteredPoint;
using Index = PointWalk::Index;

std::vector<Index> PointWalk::along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                    const std::vector<Index>& at_start) const {
  if (from == to) return at_start;
  const FilteredPoint p(from), q(to);
  const auto side_of_edge = [&](Index h, const FilteredPoint& at) {
    return kernel::orientation(t_.points[t_.from(h)], t_.points[t_.to(h)], at);
  };
  const auto side = [&](Index corner) { return kernel::orientation(p, q, t_.points[t_.from(corner)]); };
  // Triangles of which the way has more than a point.
  std::vector<Index> passed, out;
  const auto pass = [&](Index triangle) {
    if (std::ranges::find(passed, triangle) == passed.end()) passed.push_back(triangle);
  };
  const auto edges = [](Index triangle) { return std::array{3 * triangle, 3 * triangle + 1, 3 * triangle + 2}; };
  for (const Index triangle : at_start)
    if (std::ranges::none_of(edges(triangle),
                             [&](Index h) { return side_of_edge(h, p) == 0 && side_of_edge(h, q) < 0; }))
      pass(triangle);
  // From a corner on: the triangles of its fan that lie ahead.
  const auto pass_around = [&](Index corner) {
    const auto look = [&](Index h) {
      if (side(t_.next(h)) <= 0 && side(t_.prev(h)) >= 0) pass(h / 3);
    };
    Index h = corner;
    look(h);
    while (t_.is_open(t_.prev(h)) && t_.twin(t_.prev(h)) != corner) look(h = t_.twin(t_.prev(h)));
    for (h = corner; t_.is_open(h) && t_.next(t_.twin(h)) != corner;) look(h = t_.next(t_.twin(h)));
  };
  for (std::size_t i = 0; i < passed.size(); ++i) {
    const auto sides = edges(passed[i]);
    if (std::ranges::all_of(sides, [&](Index h) { return side_of_edge(h, q) >= 0; })) {
      out.push_back(passed[i]);
      continue;
    }
    // It leaves over the side that runs from its right to its left; or at a corner, the farther one if there are two.
    const auto leaves = std::ranges::find_if(sides, [&](Index h) { return side(h) < 0 && side(t_.next(h)) > 0; });
    if (leaves != sides.end()) {
      if (t_.is_open(*leaves)) pass(t_.twin(*leaves) / 3);
      continue;
    }
    for (const Index h : sides) {
      const bool onward = side(h) == 0 && side(t_.prev(h)) >= 0 && side(t_.next(h)) <= 0;
      if (side(h) == 0 && !onward) pass_around(h);
    }
  }
  out = t_.joined_at(q, std::move(out));
  std::ranges::sort(out);
  return out;
}

}  // namespace plumb::plan
