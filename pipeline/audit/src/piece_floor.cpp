// SPDX-License-Identifier: GPL-3.0-or-later
#include "piece_floor.h"

#include "plumb/kernel/convex_relation.h"

namespace plumb::pipeline {

using Index = FloorFaces::Index;

void PieceFloor::add_uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                               std::vector<mpq_class>& areas) {
  std::size_t count = 0;
  for (const CoveredFace& f : covered) count += f.pieces.size();
  areas.reserve(areas.size() + count);
  FaceLift lift(floor);
  for (Index f = 0; f < covered.size(); ++f)
    for (const CoveredFace::Piece& p : covered[f].pieces) {
      if (!p.by.empty()) continue;
      add(piece(lift, f, f, p.ring.empty() ? kernel::normal_convex_ring(floor.ring(f)) : p.ring));
      areas.push_back(p.area);
    }
}

FloorFaces level_faces(const SceneSurfaces& level, const std::function<bool(const Surface&)>& chosen) {
  FloorFaces out;
  out.unit = level.scene.points.denominator();
  constexpr auto unused = static_cast<Index>(-1);
  std::vector<Index> number(level.scene.points.size(), unused);
  for (Index s = 0; s < level.set.surfaces.size(); ++s) {
    const Surface& surface = level.set.surfaces[s];
    if (surface.kind == SurfaceKind::vertical || !chosen(surface)) continue;
    FloorFaces::Face& face = out.faces.emplace_back();
    face.owner = s;
    const auto corners = level.set.corners_of(surface);
    for (auto p = corners.rbegin(); p != corners.rend(); ++p) {
      if (number[*p] == unused) {
        number[*p] = static_cast<Index>(out.points.size());
        out.points.push_back(exact_point(level.scene.points, *p));
      }
      face.corners.push_back(number[*p]);
    }
  }
  return out;
}

}  // namespace plumb::pipeline
