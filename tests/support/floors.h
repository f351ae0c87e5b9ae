// SPDX-License-Identifier: GPL-3.0-or-later
// Floors made by hand, and drawn ones.
#pragma once
#include "plumb/pipeline/floor_faces.h"
#include "support/property.h"

namespace plumb::tests {

using kernel::ExactPoint;
using pipeline::FloorFaces;

/// Of a face, counter-clockwise.
using Corners = std::vector<ExactPoint>;

inline FloorFaces floor_of(const std::vector<Corners>& faces) {
  FloorFaces out;
  for (const Corners& corners : faces) {
    FloorFaces::Face face;
    face.owner = static_cast<FloorFaces::Index>(out.faces.size());
    for (const ExactPoint& p : corners) {
      face.corners.push_back(static_cast<FloorFaces::Index>(out.points.size()));
      out.points.push_back(p);
    }
    out.faces.push_back(std::move(face));
  }
  return out;
}
inline Corners square(const mpq_class& x, const mpq_class& y, const mpq_class& side, const mpq_class& z) {
  return {{x, y, z}, {x + side, y, z}, {x + side, y + side, z}, {x, y + side, z}};
}

inline mpq_class tenth(int v) {
  mpq_class out(v, 10);
  out.canonicalize();
  return out;
}

/// A triangle more, whichever way it runs, unless it has no area.
inline void add_triangle(std::vector<Corners>& faces, Corners corners) {
  const auto at = [&](std::size_t i) { return kernel::PlanRef(corners[i]); };
  const kernel::Sign side = orientation(at(0), at(1), at(2));
  if (side == 0) return;
  if (side < 0) std::swap(corners[1], corners[2]);
  faces.push_back(std::move(corners));
}

/// Triangles on a few planes: many share edges and heights.
inline FloorFaces drawn_floor() {
  std::vector<Corners> faces;
  for (int n = drawn(1, 8); n > 0; --n) {
    const int plane = drawn(0, 3);
    Corners corners;
    for (int k = 0; k < 3; ++k) {
      const mpq_class x = drawn(0, 6), y = tenth(drawn(0, 60));
      const mpq_class z = plane == 0   ? mpq_class(0)
                          : plane == 1 ? mpq_class(x / 2)
                          : plane == 2 ? mpq_class(1 - y / 3)
                                       : mpq_class(2);
      corners.push_back({x, y, z});
    }
    add_triangle(faces, std::move(corners));
  }
  return floor_of(faces);
}

}  // namespace plumb::tests
