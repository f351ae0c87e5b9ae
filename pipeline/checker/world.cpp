// SPDX-License-Identifier: LGPL-3.0-or-later
#include "world.h"

namespace checker {

const Shape& World::shape(Index polygon) const {
  shapes.resize(polygons.size());
  Shape& shape = shapes[polygon];
  if (!shape.sides.empty()) return shape;
  const Ring& ring = polygons[polygon].corners;
  const bool vertical = polygons[polygon].vertical();
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Index from = ring[i], to = ring[i + 1 == ring.size() ? 0 : i + 1];
    const Point &p = scene.points[from], &q = scene.points[to];
    if (vertical && compare(p, q, 0) == 0 && compare(p, q, 1) == 0) continue;
    Line& side = shape.sides.emplace_back(Line::through(p, q));
    side.from = from;
    side.to = to;
    if (vertical) break;
    shape.corners.emplace_back(p).point = from;
  }
  return shape;
}

}  // namespace checker
