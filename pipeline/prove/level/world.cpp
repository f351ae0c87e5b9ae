// SPDX-License-Identifier: LGPL-3.0-or-later
// The level as the records are judged by: its polygons seen from above, and what its solids do to places of surfaces
// (docs/theory/certificate.md, proof of 9).
//
// 1. World::make_shapes() makes the sides and corners of each polygon in plan; of a vertical one, its trace.
// 2. Bodies holds the polygons that count and are not vertical in a tree of boxes. winding() adds 1 for each polygon
//    straight above a place that faces up, and subtracts 1 for each that faces down. crossing() returns the segment in
//    which the part of a polygon above a surface's plane meets that plane.
//
// Cost: shapes are linear in the corners. A winding number takes time for each polygon whose box is over the place; all
// of them at worst. Memory: linear.
// Exact: every decision; boxes only name candidates.
// Source: the definitions (5b) and the proof are ours; the count along a ray is textbook.
#include "level/world.h"

#include <algorithm>
#include <cmath>

namespace plumb::checker {
namespace {

std::vector<Box> boxes_of(const World& world, const std::vector<Index>& numbers) {
  std::vector<Box> out;
  for (const Index i : numbers) out.push_back(box_of(world.polygons[i]));
  return out;
}

}  // namespace

void World::make_shapes() {
  step_ratio = Ratio(step);
  for (const Fraction& height : heights) height_ratios.emplace_back(height);
  shapes_.resize(polygons.size());
  for (std::size_t i = 0; i < polygons.size(); ++i) shapes_[i] = shape_of(polygons[i]);
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
  shape.corners.reserve(2);
  add_side(*first, *last);
  add_corner(*first);
  add_corner(*last);
  return shape;
}

std::vector<Index> Bodies::standing(const World& world) {
  std::vector<Index> out;
  for (Index i = 0; i < world.polygons.size(); ++i)
    if (world.polygons[i].counts && !world.polygons[i].vertical()) out.push_back(i);
  return out;
}

Bodies::Bodies(const World& world) : world_(world), numbers_(standing(world)), tree_(boxes_of(world, numbers_)) {}

// The box of the point is wider than the error of its doubles, as boxes of cells are.
std::int64_t Bodies::winding(Index surface, const Vertex& at) const {
  const Polygon& t = world_.polygons[surface];
  const Box column{{at.fx - slack(at.fx), at.fy - slack(at.fy), t.low[2]},
                   {at.fx + slack(at.fx), at.fy + slack(at.fy), HUGE_VAL}};
  std::int64_t winding = 0;
  tree_.query(column, [&](Index i) {
    const Index number = numbers_[i];
    const Polygon& q = world_.polygons[number];
    if (number == surface || world_.compare_top(q, t) <= 0) return;
    for (const Line& s : world_.shape(number).sides)
      if (!positive_next_to(s, at)) return;
    if (world_.compare_top(t, q) >= 0) {  // z_Q - z_T times both n.z
      const Plane &n = t.plane, &m = q.plane;
      if (!positive_next_to({n.nx * m.nz - m.nx * n.nz, n.ny * m.nz - m.ny * n.nz, m.d * n.nz - n.d * m.nz}, at))
        return;
    }
    winding += q.faces_up ? 1 : -1;
  });
  return winding;
}

std::optional<Bodies::Crossing> Bodies::crossing(Index surface, Index polygon) const {
  const Plane& n = world_.polygons[surface].plane;
  const Ring& c = world_.polygons[polygon].corners;
  std::vector<Integer> heights;
  for (const Index p : c) heights.push_back(n.over(world_.scene.points[p]));
  if (std::none_of(heights.begin(), heights.end(), [](const Integer& h) { return sgn(h) > 0; })) return std::nullopt;
  std::vector<Vertex> met;
  for (std::size_t i = 0; i < c.size(); ++i) {
    const std::size_t j = i + 1 == c.size() ? 0 : i + 1;
    const Point &p = world_.scene.points[c[i]], &q = world_.scene.points[c[j]];
    if (sgn(heights[i]) == 0) met.emplace_back(p);
    if (sgn(heights[i]) * sgn(heights[j]) >= 0) continue;
    const Integer s = abs(heights[j]), t = abs(heights[i]);  // each end weighs as much as the height of the other
    met.emplace_back(s * p.x + t * q.x, s * p.y + t * q.y, s * p.w + t * q.w);
  }
  // A plane meets a convex polygon that is not in it in an edge, in two points of its boundary, or in one.
  const auto equal = [](const Vertex& v, const Vertex& w) { return v.x * w.w == w.x * v.w && v.y * w.w == w.y * v.w; };
  for (std::size_t i = 1; i < met.size(); ++i)
    if (!equal(met[0], met[i])) return Crossing{Line::through(met[0], met[i]), {met[0], met[i]}};
  return std::nullopt;
}

}  // namespace plumb::checker
