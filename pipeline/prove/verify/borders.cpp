// SPDX-License-Identifier: LGPL-3.0-or-later
#include "verify/borders.h"

#include <algorithm>

#include "base/verdict.h"

namespace plumb::checker {

Borders::Borders(const World& world, const Portals& portals) : world_(world), portals_(portals) {
  const auto& sides = portals_.sides();
  first_side_.resize(portals_.cells().size() + 1);
  for (const Portals::Side& s : sides) ++first_side_[s.cell + 1];
  for (std::size_t c = 1; c < first_side_.size(); ++c) first_side_[c] += first_side_[c - 1];
  covers_.resize(portals_.cells().size());
  for (const Portals::Portal& p : portals_.all()) {
    const Place from = place_of(portals_.place(p.line, p.from)), to = place_of(portals_.place(p.line, p.to));
    const std::size_t axis = by_x(portals_.line(p.line)) ? 0 : 1;
    const auto [low, high] = std::minmax(from[axis], to[axis]);
    for (const Index cell : {p.a, p.b}) covers_[cell].push_back({p.line, p.stance, {low, high}});
  }
}

Segment Borders::ends(Index side) const {
  const Portals::Side& s = portals_.sides()[side];
  return {place_of(portals_.place(s.line, s.low)), place_of(portals_.place(s.line, s.high))};
}

const Plane& Borders::floor(Index side) const {
  return world_.polygons[portals_.cells()[portals_.sides()[side].cell].surface].plane;
}

Index Borders::side_along(Index cell, const Segment& segment) const {
  for (Index s = first_side_[cell]; s < first_side_[cell + 1]; ++s) {
    const Line& line = portals_.line(portals_.sides()[s].line);
    if (std::all_of(segment.begin(), segment.end(), [&](const Place& p) {
          return fraction(line.a) * p[0] + fraction(line.b) * p[1] + fraction(line.c) == 0;
        }))
      return s;
  }
  throw Refutation("the stretch is not on the boundary of cell " + std::to_string(cell));
}

Index Borders::side_with(Index cell, const Segment& segment) const {
  const Index side = side_along(cell, segment);
  const auto [low, high] = ends(side);
  const auto [first, last] = std::minmax(segment[0], segment[1]);
  if (low <= first && first < last && last <= high) return side;
  throw Refutation("the stretch is not on the boundary of cell " + std::to_string(cell));
}

Fraction Borders::height(Index side, const Place& at) const { return height_on(floor(side), at); }

Interval Borders::stretch(Index side, const Segment& segment) const {
  const std::size_t axis = by_x(portals_.line(portals_.sides()[side].line)) ? 0 : 1;
  return {std::min(segment[0][axis], segment[1][axis]), std::max(segment[0][axis], segment[1][axis])};
}

std::vector<Interval> Borders::border(Index s, const Interval& stretch, std::size_t stance) const {
  const Portals::Side& side = portals_.sides()[s];
  std::vector<Interval> covered;
  for (const Cover& c : covers_[side.cell])
    if (c.line == side.line && c.stance >= stance) covered.push_back(c.stretch);
  return without(std::vector<Interval>(1, stretch), covered);
}

void Borders::cover(Index s, const Interval& stretch, std::size_t stance) {
  const Portals::Side& side = portals_.sides()[s];
  covers_[side.cell].push_back({side.line, to_index(stance, "stances"), stretch});
}

}  // namespace plumb::checker
