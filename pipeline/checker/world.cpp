// SPDX-License-Identifier: LGPL-3.0-or-later
#include "world.h"

namespace checker {

const Shape& World::shape(std::uint32_t polygon) const {
  shapes.resize(polygons.size());
  Shape& shape = shapes[polygon];
  if (!shape.sides.empty()) return shape;
  const Ring& ring = polygons[polygon].corners;
  const auto add_side = [&](const Scene::Point& p, const Scene::Point& q) { shape.sides.emplace_back(p.y - q.y, q.x - p.x, p.x * q.y - p.y * q.x); };
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Scene::Point &p = scene.points[ring[i]], &q = scene.points[ring[i + 1 == ring.size() ? 0 : i + 1]];
    if (!polygons[polygon].vertical()) {
      shape.corners.emplace_back(p.x, p.y, 1);
      add_side(p, q);
    } else if (p.x != q.x || p.y != q.y) {
      add_side(p, q);
      break;
    }
  }
  return shape;
}

}  // namespace checker
