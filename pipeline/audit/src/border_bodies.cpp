// SPDX-License-Identifier: GPL-3.0-or-later
#include "border_bodies.h"

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {

FloorFaces border_bodies(DerivedMesh& derived, kernel::Label stance, const kernel::DiscPolygon& disc) {
  const MeshPoints& points = derived.mesh().points;
  FloorFaces out;
  out.unit = derived.mesh().denominator;
  for (const BorderInterval& b : derived.border(stance)) {
    const ExactPoint &from = points[b.from], &to = points[b.to];
    const mpq_class dx = to[0] - from[0], dy = to[1] - from[1];
    const mpq_class rise = (to[2] - from[2]) / (dx * dx + dy * dy);
    FloorFaces::Face face;
    face.owner = b.cell;
    const auto add = [&](const ExactPoint& end, const kernel::PlanPoint& corner) {
      const mpq_class along = corner[0] * dx + corner[1] * dy;
      face.corners.push_back(static_cast<FloorFaces::Index>(out.points.size()));
      out.points.push_back({end[0] + corner[0], end[1] + corner[1], end[2] + along * rise});
    };
    // Edges of the disc's polygon that run against the segment are around its end, the others around its start: a
    // corner between two of these is at one end, one between both kinds at both.
    const std::size_t n = disc.corners.size();
    const auto leads_on = [&](std::size_t edge) {  // its outward normal points along the segment
      return sgn(mpq_class(disc.edges[edge].normal[0] * dx + disc.edges[edge].normal[1] * dy)) > 0;
    };
    for (std::size_t i = 0; i < n; ++i) {
      const bool before = leads_on(i == 0 ? n - 1 : i - 1), after = leads_on(i);
      add(before ? to : from, disc.corners[i]);
      if (before != after) add(after ? to : from, disc.corners[i]);
    }
    out.faces.push_back(std::move(face));
  }
  return out;
}

}  // namespace plumb::pipeline
