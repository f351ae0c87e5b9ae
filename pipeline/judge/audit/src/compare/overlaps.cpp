// SPDX-License-Identifier: GPL-3.0-or-later
// Where a found floor lies over itself. The parts of faces that earlier faces cover become faces of a floor of their
// own; those that have a stretch of an edge in space in common, on whichever side, are one place. Cost: N log N for N
// corners. Exact: areas, boxes and points; doubles decide the order only.
#include <algorithm>
#include <map>

#include "compare/uncovered.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/file_grid.h"
#include "plumb/pipeline/places.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

struct Part {
  std::array<std::uint32_t, 2> polygons;
  const mpq_class* area;
  bool below_grid;
};

}  // namespace

bool is_overlap_below_grid(const kernel::PlanRing& part, const mpq_class& grid) {
  // Rounding moves a corner by up to sqrt(1/2) steps, and so does it an edge: a corner that was on the edge may be
  // sqrt(2) steps from it, which is less than 3/2.
  const mpq_class width = grid * mpq_class(3, 2);
  return width > 0 && is_narrower({&part, 1}, width);
}

std::vector<OverlapPlace> find_overlaps(const FloorFaces& found, const std::vector<CoveredFace>& repeated,
                                        const mpq_class& grid, unsigned threads) {
  PieceFloor pieces(found.unit);
  FaceLift lift(found);
  std::vector<Part> parts;
  CornerLists rings;
  kernel::PlanRing whole;
  for (Index f = 0; f < repeated.size(); ++f)
    for (const CoveredFace::Piece& p : repeated[f].pieces) {
      if (p.by.empty()) continue;
      const kernel::PlanRing& ring = ring_of(p, found, f, whole);
      const FloorFaces::Face face = pieces.piece(lift, f, f, kernel::normal_convex_ring(ring));
      rings.emplace_back(face.corners.begin(), face.corners.end());
      parts.push_back(
          {{found.faces[f].owner, found.faces[p.by.front()].owner}, &p.area, is_overlap_below_grid(ring, grid)});
    }
  if (parts.empty()) return {};
  const std::vector<ExactPoint>& points = pieces.floor().points;
  const auto count = static_cast<std::uint32_t>(parts.size());
  kernel::UnionFind sets(count);
  // Parts over one another have edges in the same direction in common.
  for (const SharedEdge& s : shared_edges(points, rings, PolygonTurns(count, kernel::Sign::zero), threads))
    sets.unite(s.a.polygon, s.b.polygon);
  const NearPoints near(points);
  std::map<std::uint32_t, std::size_t> number;  // of a place, by the root of its set
  std::vector<OverlapPlace> out;
  std::vector<PointBox> boxes;
  std::vector<std::uint32_t> largest;  // by place, its largest part
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto [at, is_new] = number.try_emplace(sets.find(i), out.size());
    if (is_new) {
      out.emplace_back().below_grid = true;
      boxes.emplace_back(near, rings[i][0]);
      largest.push_back(i);
    }
    OverlapPlace& place = out[at->second];
    place.area.add(*parts[i].area);
    place.below_grid = place.below_grid && parts[i].below_grid;
    place.polygons.insert(place.polygons.end(), parts[i].polygons.begin(), parts[i].polygons.end());
    std::vector<ExactPoint>& ring = place.rings.emplace_back();
    for (const Index c : rings[i]) {
      boxes[at->second].grow(c);
      ring.push_back(points[c]);
    }
    if (*parts[i].area > *parts[largest[at->second]].area) largest[at->second] = i;
  }
  for (std::size_t p = 0; p < out.size(); ++p) {
    out[p].box = boxes[p].box();
    out[p].inside = middle_of(points, rings[largest[p]]);
    sort_unique(out[p].polygons);
  }
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [](const OverlapPlace& p) { return p.area.near().low + p.area.near().high; });
  return out;
}

}  // namespace plumb::pipeline
