// SPDX-License-Identifier: LGPL-3.0-or-later
#include "borders.h"

#include <algorithm>
#include <cmath>

#include "verdict.h"

namespace checker {

Place place_of(const Vertex& v) { return {quotient(v.x, v.w), quotient(v.y, v.w)}; }

Fraction height_on(const Plane& n, const Place& at) { return (n.d - n.nx * at[0] - n.ny * at[1]) / n.nz; }

double widened(double at, int sign) {
  const double out = at + sign * slack(at);
  return std::isnan(out) ? sign * HUGE_VAL : out;
}

Box box_around(const Segment& p, const Segment& q) {
  Box box{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto [low, high] = std::minmax({p[0][k], p[1][k], q[0][k], q[1][k]});
    box.low[k] = widened(low.get_d(), -1);
    box.high[k] = widened(high.get_d(), 1);
  }
  return box;
}

Borders::Borders(const World& world, const Portals& portals) : world_(world), portals_(portals) {
  const auto& sides = portals_.sides();
  first_side_.resize(portals_.cells().size() + 1);
  for (const Portals::Side& s : sides) ++first_side_[s.cell + 1];
  for (std::size_t c = 1; c < first_side_.size(); ++c) first_side_[c] += first_side_[c - 1];
  std::vector<Box> boxes;
  for (Index s = 0; s < sides.size(); ++s) {
    const Polygon& floor = world_.polygons[portals_.cells()[sides[s].cell].surface];
    Box& box = boxes.emplace_back(box_around(ends(s), ends(s)));
    box.low[2] = floor.low[2];
    box.high[2] = floor.high[2];
  }
  tree_.emplace(std::move(boxes));
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
    const Line line = portals_.line(portals_.sides()[s].line);
    if (std::all_of(segment.begin(), segment.end(),
                    [&](const Place& p) { return line.a * p[0] + line.b * p[1] + line.c == 0; }))
      return s;
  }
  throw False("the stretch is not on the boundary of cell " + std::to_string(cell));
}

Index Borders::side_with(Index cell, const Segment& segment) const {
  const Index side = side_along(cell, segment);
  const auto [low, high] = ends(side);
  const auto [first, last] = std::minmax(segment[0], segment[1]);
  if (low <= first && first < last && last <= high) return side;
  throw False("the stretch is not on the boundary of cell " + std::to_string(cell));
}

Place Borders::outward(Index side) const {
  const Line line = portals_.line(portals_.sides()[side].line);
  const int sign = portals_.sides()[side].left ? -1 : 1;
  return {sign * line.a, sign * line.b};
}

Fraction Borders::height(Index side, const Place& at) const { return height_on(floor(side), at); }

Stretch Borders::stretch(Index side, const Segment& segment) const {
  const std::size_t axis = by_x(portals_.line(portals_.sides()[side].line)) ? 0 : 1;
  return {std::min(segment[0][axis], segment[1][axis]), std::max(segment[0][axis], segment[1][axis])};
}

std::vector<Stretch> Borders::border(Index s, const Stretch& stretch, std::size_t stance) const {
  const Portals::Side& side = portals_.sides()[s];
  std::vector<Stretch> left{stretch};
  for (const Cover& c : covers_[side.cell]) {
    if (c.line != side.line || c.stance < stance) continue;
    std::vector<Stretch> more;
    for (const Stretch& l : left) {
      if (l.from < c.stretch.from) more.push_back({l.from, std::min(l.to, c.stretch.from)});
      if (c.stretch.to < l.to) more.push_back({std::max(l.from, c.stretch.to), l.to});
    }
    left.swap(more);
  }
  return left;
}

void Borders::cover(Index s, const Stretch& stretch, std::size_t stance) {
  const Portals::Side& side = portals_.sides()[s];
  covers_[side.cell].push_back({side.line, to_index(stance, "stances"), stretch});
}

}  // namespace checker
