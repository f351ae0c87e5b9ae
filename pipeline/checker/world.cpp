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
    const Scene::Point &p = scene.points[from], &q = scene.points[to];
    if (vertical && p.x == q.x && p.y == q.y) continue;
    Line& side = shape.sides.emplace_back(p.y - q.y, q.x - p.x, p.x * q.y - p.y * q.x);
    side.from = from;
    side.to = to;
    if (vertical) break;
    shape.corners.emplace_back(p.x, p.y, 1).point = from;
  }
  return shape;
}

}  // namespace checker
