// SPDX-License-Identifier: GPL-3.0-or-later
// What parts the two sides of a false join in the truth: the gap between their true floors, and what stands in it.
//
// 1. find_joins() measures a gap between what the navmesh has of both sides. Where floor beside the border is missing,
//    the border's own gap is narrower. narrow() takes the facets of both true components that are no farther from the
//    place than that gap is wide, cuts them to a box around it, and measures again (narrowest_gap). Floors over one
//    another are no gap: one end is less than the stance's height above the other, or no farther than it was.
// 2. standing() asks for each polygon near the gap whether it meets the heights of somebody who crosses, over the way
//    from one end to the other, as the column check of portals does (definitions.md). Faces that the ends are on do not
//    stand in the way.
//
// Cost: for each false join the facets and polygons near it, and what narrowest_gap() costs. Memory: trees over the
// boxes of facets and polygons. Both are made only if there is a false join.
// Exact: the width of a gap, and which polygons stand in it. Doubles choose what is looked at.
// Source: our own.
#include <algorithm>
#include <cmath>
#include <optional>

#include "compare/narrowest_gap.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/places.h"

namespace plumb::pipeline {
namespace {

using Index = std::uint32_t;
using PointRing = std::vector<ExactPoint>;

kernel::Box box_around(const std::array<ExactPoint, 2>& corners, const mpq_class& beside, const mpq_class& height) {
  kernel::Box out = kernel::no_box;
  for (std::size_t k = 0; k < 3; ++k) {
    const mpq_class& more = k == 2 ? height : beside;
    out.low[k] = kernel::interval_of(mpq_class(corners[0][k] - more)).low;
    out.high[k] = kernel::interval_of(mpq_class(corners[1][k] + more)).high;
  }
  return out;
}

template <class Corner, class SideOf>
void keep(std::vector<Corner>& ring, const SideOf& side_of) {
  kernel::clip_half_plane(ring, side_of,
                          [](const Corner& p, const mpq_class& at_p, const Corner& q, const mpq_class& at_q) {
                            return kernel::point_along(p, q, mpq_class(at_p / (at_p - at_q)));
                          });
}

// What of a convex ring is in a box in plan.
void cut_to(kernel::PlanRing& ring, const std::array<ExactPoint, 2>& corners, const mpq_class& beside) {
  for (const std::size_t axis : {0, 1}) {
    const mpq_class low = corners[0][axis] - beside, high = corners[1][axis] + beside;
    keep(ring, [&](const kernel::PlanPoint& p) { return mpq_class(p[axis] - low); });
    keep(ring, [&](const kernel::PlanPoint& p) { return mpq_class(high - p[axis]); });
  }
}

// Whether a convex polygon has a point over the way from one place to another, above `low` and below `high`.
bool is_over(PointRing polygon, const ExactPoint& from, const ExactPoint& to, const mpq_class& low,
             const mpq_class& high) {
  const mpq_class x = to[0] - from[0], y = to[1] - from[1];
  if (x == 0 && y == 0) {
    for (const std::size_t axis : {0, 1})
      for (const int sign : {1, -1})
        keep(polygon, [&](const ExactPoint& p) { return mpq_class(sign * (p[axis] - from[axis])); });
  } else {
    for (const int sign : {1, -1})
      keep(polygon, [&](const ExactPoint& p) { return mpq_class(sign * kernel::orient2d(from, to, p)); });
    keep(polygon, [&](const ExactPoint& p) { return mpq_class(x * (p[0] - from[0]) + y * (p[1] - from[1])); });
    keep(polygon, [&](const ExactPoint& p) { return mpq_class(x * (to[0] - p[0]) + y * (to[1] - p[1])); });
  }
  if (polygon.empty()) return false;
  const auto [least, most] =
      std::ranges::minmax(polygon, {}, [](const ExactPoint& p) -> const mpq_class& { return p[2]; });
  return least[2] < high && most[2] > low;
}

class GapFinder {
 public:
  GapFinder(const JoinInput& in, const SceneSurfaces& level, const mpq_class& step, const mpq_class& height)
      : in_(in),
        level_(level),
        step_(step),
        height_(height),
        facets_(facet_boxes(in.comparison.truth)),
        polygons_(polygon_boxes(level)) {}

  void narrow(ComponentJoin& join) const {
    if (join.squared_width == 0) return;
    const double width = std::sqrt(kernel::interval_of(join.squared_width).high);
    if (!std::isfinite(width)) return;
    const mpq_class beside(width);
    const FloorFaces& truth = in_.comparison.truth;
    std::array<std::vector<Index>, 2> faces;
    std::array<std::vector<kernel::PlanRing>, 2> rings;
    std::array<std::vector<NearPolygon>, 2> near;
    facets_.query(box_around(join.box, beside, height_), [&](Index f) {
      const Index component = in_.of_truth[truth.faces[f].owner];
      for (std::size_t side = 0; side < 2; ++side) {
        if (component != join.sides[side].component) continue;
        kernel::PlanRing ring = truth.ring(f);
        cut_to(ring, join.box, beside);
        if (ring.size() < 3 || kernel::signed_area(ring) == 0) continue;
        faces[side].push_back(f);
        near[side].emplace_back(ring);
        rings[side].push_back(std::move(ring));
      }
    });
    if (faces[0].empty() || faces[1].empty()) return;
    const auto ring_of = [&](std::size_t side) -> RingOf {
      return [&, side](std::size_t i) { return rings[side][i]; };
    };
    const NarrowestGap gap = narrowest_gap(near[0], ring_of(0), near[1], ring_of(1));
    if (gap.squared_width >= join.squared_width) return;
    const std::array<Index, 2> face{faces[0][gap.a], faces[1][gap.b]};
    FaceLift lift(truth);
    ExactPoint from = lift(face[0], gap.from), to = lift(face[1], gap.to);
    const mpq_class rise = abs(to[2] - from[2]);
    if (rise >= height_ && rise > abs(join.to[2] - join.from[2])) return;
    join.from = std::move(from);
    join.to = std::move(to);
    join.squared_width = gap.squared_width;
    for (std::size_t side = 0; side < 2; ++side) {
      ComponentJoin::Side& s = join.sides[side];
      s.cells.push_back(truth.faces[face[side]].owner);
      add_faces(in_.truth, s.cells.back(), s.faces);
      sort_unique(s.cells);
      sort_unique(s.faces);
    }
    for (const ExactPoint* p : {&join.from, &join.to})
      for (std::size_t k = 0; k < 3; ++k) {
        join.box[0][k] = std::min(join.box[0][k], (*p)[k]);
        join.box[1][k] = std::max(join.box[1][k], (*p)[k]);
      }
  }

  std::vector<Index> standing(const ComponentJoin& join) const {
    const auto& [lower, higher] = std::minmax(join.from[2], join.to[2]);
    const mpq_class low = lower + step_, high = higher + height_;
    std::array<ExactPoint, 2> way;
    for (std::size_t k = 0; k < 2; ++k) std::tie(way[0][k], way[1][k]) = std::minmax(join.from[k], join.to[k]);
    way[0][2] = low;
    way[1][2] = high;
    std::vector<Index> out;
    polygons_.query(box_around(way, 0, 0), [&](Index s) {
      const Surface& surface = level_.set.surfaces[s];
      for (const ComponentJoin::Side& side : join.sides)
        if (std::ranges::binary_search(side.faces, surface.face)) return;
      PointRing corners;
      for (const auto p : level_.set.corners_of(surface)) corners.push_back(exact_point(level_.scene.points, p));
      if (is_over(std::move(corners), join.from, join.to, low, high)) out.push_back(surface.face);
    });
    sort_unique(out);
    return out;
  }

 private:
  static kernel::BoxTree facet_boxes(const FloorFaces& floor) {
    std::vector<kernel::Box> boxes;
    boxes.reserve(floor.faces.size());
    for (Index f = 0; f < floor.faces.size(); ++f) boxes.push_back(box_of(floor, f));
    return kernel::BoxTree(std::move(boxes));
  }
  static kernel::BoxTree polygon_boxes(const SceneSurfaces& level) {
    std::vector<kernel::Box> boxes;
    boxes.reserve(level.set.surfaces.size());
    for (const Surface& surface : level.set.surfaces) {
      kernel::Box box = kernel::no_box;
      for (const auto p : level.set.corners_of(surface)) {
        const kernel::IntervalPoint near = kernel::interval_point(exact_point(level.scene.points, p));
        kernel::grow(box, {{near[0].low, near[1].low, near[2].low}, {near[0].high, near[1].high, near[2].high}});
      }
      boxes.push_back(box);
    }
    return kernel::BoxTree(std::move(boxes));
  }

  const JoinInput& in_;
  const SceneSurfaces& level_;
  const mpq_class &step_, &height_;
  const kernel::BoxTree facets_, polygons_;
};

}  // namespace

void find_true_gaps(const JoinInput& in, const SceneSurfaces& level, const mpq_class& step, const mpq_class& height,
                    std::vector<ComponentJoin>& joins) {
  if (std::ranges::none_of(joins, &ComponentJoin::is_false)) return;
  const GapFinder finder(in, level, step, height);
  for (ComponentJoin& join : joins) {
    if (!join.is_false) continue;
    finder.narrow(join);
    join.standing = finder.standing(join);
  }
}

}  // namespace plumb::pipeline
