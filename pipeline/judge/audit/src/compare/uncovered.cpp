// SPDX-License-Identifier: GPL-3.0-or-later
// What nothing covers of a floor, as faces of a floor of its own.
// PieceFloor lifts pieces of faces into space and numbers their corners, equal ones once, so that pieces which touch
// have points in common. Uncovered makes all uncovered pieces of a floor and finds which of them hang together along
// edges: over all pieces, and over pieces of one component (joined_by_edges). level_faces() makes the scene's polygons
// such a floor, but for those that PlanBoxes shows to be beside it. Cost: N log N for N corners. Exact, but for boxes,
// which are rounded outward.
#include "compare/uncovered.h"

#include <cmath>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

kernel::BoxTree tree_of(const FloorFaces& floor) {
  std::vector<kernel::Box> boxes;
  boxes.reserve(floor.faces.size());
  for (Index f = 0; f < floor.faces.size(); ++f) boxes.push_back(box_of(floor, f));
  return kernel::BoxTree(std::move(boxes));
}

}  // namespace

void PieceFloor::add_uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                               std::vector<mpq_class>& areas) {
  std::size_t count = 0, corners = 0;
  for (Index f = 0; f < covered.size(); ++f)
    for (const CoveredFace::Piece& p : covered[f].pieces) {
      if (!p.by.empty()) continue;
      ++count;
      corners += p.ring.empty() ? floor.faces[f].corners.size() : p.ring.size();
    }
  areas.reserve(areas.size() + count);
  floor_.faces.reserve(floor_.faces.size() + count);
  floor_.points.reserve(floor_.points.size() + corners);  // to move a point takes memory
  FaceLift lift(floor);
  for (Index f = 0; f < covered.size(); ++f)
    for (const CoveredFace::Piece& p : covered[f].pieces) {
      if (!p.by.empty()) continue;
      add(piece(lift, f, f, p.ring.empty() ? kernel::normal_convex_ring(floor.ring(f)) : p.ring));
      areas.push_back(p.area);
    }
}

Uncovered::Uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                     const std::vector<std::uint32_t>& component, unsigned threads)
    : pieces(floor.unit) {
  pieces.add_uncovered(floor, covered, areas);
  pieces.floor().make_near();
  CornerLists rings;
  rings.reserve(faces().size());
  std::vector<std::uint32_t> divisions[2];  // without parts, and by component
  divisions[0].resize(faces().size());
  for (const FloorFaces::Face& f : faces()) {
    rings.emplace_back(f.corners.begin(), f.corners.end());
    divisions[1].push_back(component[floor.faces[f.owner].owner]);
  }
  auto joined = joined_by_edges(pieces.floor().points, rings, divisions, threads);
  place = std::move(joined[0]);
  finding = std::move(joined[1]);
}

PlanBoxes::PlanBoxes(const FloorFaces& floor) : tree_(tree_of(floor)) {}

bool PlanBoxes::may_meet(kernel::Box box) const {
  box.low[2] = -HUGE_VAL;
  box.high[2] = HUGE_VAL;
  return tree_.any(box, [](std::uint32_t) { return true; });
}

FloorFaces level_faces(const SceneSurfaces& level, const PlanBoxes& near,
                       const std::function<bool(const Surface&)>& chosen) {
  FloorFaces out;
  out.unit = level.scene.points.denominator();
  const kernel::Interval unit = kernel::interval_of(out.unit);
  constexpr auto unused = static_cast<Index>(-1);
  std::vector<Index> number(level.scene.points.size(), unused);
  for (Index s = 0; s < level.set.surfaces.size(); ++s) {
    const Surface& surface = level.set.surfaces[s];
    if (surface.kind == SurfaceKind::vertical || !chosen(surface)) continue;
    const auto corners = level.set.corners_of(surface);
    kernel::Box box = kernel::no_box;
    for (const auto p : corners) {
      const kernel::Interval x = kernel::interval_of(level.scene.points, p, 0) / unit,
                             y = kernel::interval_of(level.scene.points, p, 1) / unit;
      kernel::grow(box, {{x.low, y.low, 0}, {x.high, y.high, 0}});
    }
    // Doubles say nothing of a unit beyond them.
    if (std::isfinite(unit.high) && !near.may_meet(box)) continue;
    FloorFaces::Face& face = out.faces.emplace_back();
    face.owner = s;
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
