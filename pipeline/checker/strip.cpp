// SPDX-License-Identifier: LGPL-3.0-or-later
#include "strip.h"

#include <algorithm>

namespace checker {
namespace {

Place minus(const Place& p, const Place& q) { return {p[0] - q[0], p[1] - q[1]}; }
Fraction dot(const Place& p, const Place& q) { return p[0] * q[0] + p[1] * q[1]; }
Fraction cross(const Place& p, const Place& q) { return p[0] * q[1] - p[1] * q[0]; }

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

}  // namespace

bool cut(Stretch& s, const Linear& f) {
  const Fraction from = f(s.from), to = f(s.to);
  if (sgn(from) < 0 && sgn(to) < 0) return false;
  if (sgn(from) * sgn(to) < 0) (sgn(from) < 0 ? s.from : s.to) = f.at_0 / (f.at_0 - f.at_1);
  else if (sgn(from) < 0) s.from = s.to;
  else if (sgn(to) < 0) s.to = s.from;
  return s.from < s.to;
}

std::optional<Strip> Strip::make(const std::array<Place, 2>& p, const std::array<Place, 2>& q, const Place& outward) {
  Strip strip;
  strip.base_ = p[0];
  strip.along_ = minus(p[1], p[0]);
  strip.outward_ = outward;
  Fraction* reach = &strip.reach_.at_0;
  for (std::size_t i = 0; i < 2; ++i, reach = &strip.reach_.at_1) {
    const Place across = minus(q[i], p[i]);
    *reach = dot(across, outward) / dot(outward, outward);
    if (sgn(cross(across, outward)) != 0 || sgn(*reach) < 0) return std::nullopt;
  }
  if (sgn(strip.reach_.at_0) == 0 && sgn(strip.reach_.at_1) == 0) return std::nullopt;
  return strip;
}

Fraction Strip::u(const Place& at) const { return dot(minus(at, base_), along_) / dot(along_, along_); }
Fraction Strip::v(const Place& at) const { return dot(minus(at, base_), outward_) / dot(outward_, outward_); }

// The polygon is cut to the closed prism over a part of the strip in which one floor is the higher one. What is left is
// convex; if some of it is above the lower bound and some below the upper one, all of its interior is between them.
bool Strip::stopped(const World& world, const Floors& floors, std::size_t stance, Index polygon) const {
  std::vector<Corner> whole;
  for (const Index c : world.polygons[polygon].corners) {
    const Scene::Point& p = world.scene.points[c];
    const Place at{p.x, p.y};
    whole.push_back({u(at), v(at), p.z});
  }
  cut(whole, [](const Corner& c) -> Fraction { return c.u; });
  cut(whole, [](const Corner& c) -> Fraction { return 1 - c.u; });
  cut(whole, [](const Corner& c) -> Fraction { return c.v; });
  cut(whole, [&](const Corner& c) -> Fraction { return reach_(c.u) - c.v; });
  const Linear rise{floors.far.at_0 - floors.near.at_0, floors.far.at_1 - floors.near.at_1};
  for (const int sign : {1, -1}) {  // where the far floor is the higher one, and where the near one is
    std::vector<Corner> part = whole;
    cut(part, [&](const Corner& c) -> Fraction { return sign * rise(c.u); });
    const Linear &low = sign > 0 ? floors.near : floors.far, &high = sign > 0 ? floors.far : floors.near;
    const auto above = [&](const Corner& c) -> Fraction { return c.z - low(c.u) - world.step; };
    const auto below = [&](const Corner& c) -> Fraction { return high(c.u) + world.heights[stance - 1] - c.z; };
    cut(part, above);
    cut(part, below);
    const bool between = std::any_of(part.begin(), part.end(), [&](const Corner& c) { return sgn(above(c)) > 0; }) &&
                         std::any_of(part.begin(), part.end(), [&](const Corner& c) { return sgn(below(c)) > 0; });
    if (between && std::any_of(part.begin(), part.end(), [&](const Corner& c) { return c.u != part.front().u; }))
      return true;
  }
  return false;
}

}  // namespace checker
