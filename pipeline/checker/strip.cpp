// SPDX-License-Identifier: LGPL-3.0-or-later
#include "strip.h"

#include <algorithm>

namespace plumb::checker {
namespace {

Place minus(const Place& p, const Place& q) { return {p[0] - q[0], p[1] - q[1]}; }
Fraction dot(const Place& p, const Place& q) { return p[0] * q[0] + p[1] * q[1]; }

struct Corner {
  Fraction u, v, z;
};

// The part of a convex outline where f, a linear function of the corners' coordinates, is not negative. It may be a
// segment or a point.
template <class Function>
void cut(std::vector<Corner>& outline, Function&& f) {
  std::vector<Corner> kept;
  std::vector<Fraction> values;
  for (const Corner& c : outline) values.push_back(f(c));
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const std::size_t j = i + 1 == outline.size() ? 0 : i + 1;
    if (sgn(values[i]) >= 0) kept.push_back(outline[i]);
    if (sgn(values[i]) * sgn(values[j]) >= 0) continue;
    const Corner &c = outline[i], &d = outline[j];
    const Fraction t = values[i] / (values[i] - values[j]);
    kept.push_back({c.u + t * (d.u - c.u), c.v + t * (d.v - c.v), c.z + t * (d.z - c.z)});
  }
  outline.swap(kept);
}

struct Heights {
  Fraction low, high;
};
Heights heights(const Strip& s) {
  const auto [low, high] =
      std::minmax({s.near(s.stretch.from), s.near(s.stretch.to), s.far(s.stretch.from), s.far(s.stretch.to)});
  return {low, high};
}

}  // namespace

SegmentFrame::SegmentFrame(const Segment& base, const Place& outward)
    : base_(base[0]), along_(minus(base[1], base[0])), outward_(outward) {
  const Fraction along = dot(along_, along_), out = dot(outward_, outward_);
  to_u_ = {along_[0] / along, along_[1] / along};
  to_v_ = {outward_[0] / out, outward_[1] / out};
}

Fraction SegmentFrame::u(const Place& at) const { return dot(minus(at, base_), to_u_); }
Fraction SegmentFrame::v(const Place& at) const { return dot(minus(at, base_), to_v_); }
Place SegmentFrame::at(const Fraction& u, const Fraction& v) const {
  return {base_[0] + u * along_[0] + v * outward_[0], base_[1] + u * along_[1] + v * outward_[1]};
}
Fraction SegmentFrame::squared_unit() const { return dot(outward_, outward_); }

Box Strip::box(const World& world, std::size_t stance) const {
  const auto side = [&](const Fraction& u) { return Segment{frame.at(u, 0), frame.at(u, reach(u))}; };
  Box box = box_around(side(stretch.from), side(stretch.to));
  const Heights floors = heights(*this);
  box.low[2] = widened(Fraction(floors.low + world.step).get_d(), -1);
  box.high[2] = widened(Fraction(floors.high + world.heights[stance - 1]).get_d(), 1);
  return box;
}

// The polygon is cut to the closed prism over a part of the strip in which one floor is the higher one. What is left is
// convex; if some of it is above the lower bound and some below the upper one, all of its interior is between them.
void take_stopped(const World& world, const Strip& strip, Index polygon, std::vector<std::vector<Stretch>>& free) {
  const Polygon& p = world.polygons[polygon];
  const Heights floors = heights(strip);
  if (p.top <= floors.low + world.step || p.bottom >= floors.high + world.heights[free.size() - 1]) return;
  for (const Line& line : strip.around)
    if (std::all_of(p.corners.begin(), p.corners.end(),
                    [&](Index c) { return side(line, Vertex(world.scene.points[c])) < 0; }))
      return;
  std::vector<Corner> whole;
  for (const Index c : p.corners) {
    const Point& point = world.scene.points[c];
    const Place at{exact(point, 0), exact(point, 1)};
    whole.push_back({strip.frame.u(at), strip.frame.v(at), exact(point, 2)});
  }
  cut(whole, [&](const Corner& c) -> Fraction { return c.u - strip.stretch.from; });
  cut(whole, [&](const Corner& c) -> Fraction { return strip.stretch.to - c.u; });
  cut(whole, [](const Corner& c) -> Fraction { return c.v; });
  cut(whole, [&](const Corner& c) -> Fraction { return strip.reach(c.u) - c.v; });
  const Linear rise = strip.far - strip.near;
  for (const int sign : {1, -1}) {  // where the far floor is the higher one, and where the near one is
    std::vector<Corner> part = whole;
    cut(part, [&](const Corner& c) -> Fraction { return sign * rise(c.u); });
    const Linear &low = sign > 0 ? strip.near : strip.far, &high = sign > 0 ? strip.far : strip.near;
    const auto above = [&](const Corner& c) -> Fraction { return c.z - low(c.u) - world.step; };
    cut(part, above);
    for (std::size_t s = 1; s <= free.size() && !part.empty(); ++s) {
      if (free[s - 1].empty()) continue;
      const auto below = [&](const Corner& c) -> Fraction { return high(c.u) + world.heights[s - 1] - c.z; };
      std::vector<Corner> stopping = part;
      cut(stopping, below);
      if (std::none_of(stopping.begin(), stopping.end(), [&](const Corner& c) { return sgn(above(c)) > 0; }) ||
          std::none_of(stopping.begin(), stopping.end(), [&](const Corner& c) { return sgn(below(c)) > 0; }))
        continue;
      const auto [first, last] = std::minmax_element(stopping.begin(), stopping.end(),
                                                     [](const Corner& c, const Corner& d) { return c.u < d.u; });
      if (first->u < last->u) take_away(free[s - 1], {first->u, last->u});
    }
  }
}

}  // namespace plumb::checker
