// SPDX-License-Identifier: LGPL-3.0-or-later
#include "world.h"

#include <algorithm>

namespace plumb::checker {

void World::make_shapes() {
  shapes_.resize(polygons.size());
  threads.run_ranges(polygons.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) shapes_[i] = shape_of(polygons[i]);
  });
}

Shape World::shape_of(const Polygon& polygon) const {
  Shape shape;
  const Ring& ring = polygon.corners;
  const auto add_side = [&](Index from, Index to) -> const Line& {
    Line& side = shape.sides.emplace_back(Line::through(scene.points[from], scene.points[to]));
    side.from = from;
    side.to = to;
    return side;
  };
  const auto add_corner = [&](Index c) { shape.corners.emplace_back(scene.points[c]).point = c; };
  const std::size_t n = ring.size();
  if (!polygon.vertical()) {
    shape.sides.reserve(n);
    shape.corners.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      add_side(ring[i], ring[i + 1 == n ? 0 : i + 1]);
      add_corner(ring[i]);
    }
    return shape;
  }
  const auto differ = [&](Index c, int axis) { return compare(scene.points[ring[0]], scene.points[c], axis) != 0; };
  const int axis = std::any_of(ring.begin(), ring.end(), [&](Index c) { return differ(c, 0); }) ? 0 : 1;
  const auto [first, last] = std::minmax_element(
      ring.begin(), ring.end(), [&](Index c, Index d) { return compare(scene.points[c], scene.points[d], axis) < 0; });
  add_side(*first, *last);
  add_corner(*first);
  add_corner(*last);
  return shape;
}

}  // namespace plumb::checker
