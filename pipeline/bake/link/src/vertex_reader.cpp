// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/vertex_reader.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plane.h"

namespace plumb::pipeline {

VertexReader::VertexReader(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                           const NavGraph& graph)
    : points_(points), set_(set), map_(map), graph_(graph), store_(graph.store), geometry_(points, set, map) {
  const auto size = static_cast<std::uint32_t>(graph.vertices.size());
  store_.plan.fit(size);
  store_.points.fit(size);
}

const kernel::PlanIntegers& VertexReader::plan(VertexRef v) {
  if (const auto* known = store_.plan.find(v)) return *known;
  return store_.plan.keep(v, made_plan(v));
}

const ExactPoint& VertexReader::operator[](VertexRef v) {
  if (const auto* known = store_.points.find(v)) return *known;
  return store_.points.keep(v, made(v));
}

void VertexReader::make(std::vector<VertexRef> vertices) {
  // Cells ascend by surface.
  std::ranges::sort(vertices, {},
                    [&](VertexRef v) { return std::tuple(graph_.vertices[v].cell, graph_.vertices[v].corner, v); });
  for (const VertexRef v : vertices) (*this)[v];
}

kernel::PlanIntegers VertexReader::made_plan(VertexRef v) {
  const GraphVertex& g = graph_.vertices[v];
  if (g.point != kernel::no_point) return kernel::plan_integers(points_, g.point);
  if (g.cell == GraphVertex::no_cell) {
    auto [x, y, w] = kernel::plan_integers(graph_.points[g.corner]);
    const mpz_class& unit = points_.denominator();
    return {x * unit, y * unit, std::move(w)};
  }
  const kernel::PolygonId surface = map_.table.cells[g.cell].surface;
  const kernel::LineTable::Group* lines = map_.table.kept.find(surface);
  if (!lines || std::max(g.lines[0], g.lines[1]) >= 2 * lines->count) {
    return geometry_.vertex_in_plan(map_.table.cells[g.cell], g.corner);
  }
  return meeting(surface, *lines, g.lines[0], g.lines[1]);
}

kernel::PlanIntegers VertexReader::meeting(kernel::PolygonId surface, const kernel::LineTable::Group& lines,
                                           kernel::LineId first, kernel::LineId second) const {
  const kernel::PointId origin = kernel::origin_corner(points_, set_.corners_of(set_.surfaces[surface]));
  auto [x, y, w] = map_.table.kept.vertex(points_, origin, lines, first, second);
  return kernel::moved_by(points_, origin, {std::move(x), std::move(y), std::move(w)});
}

ExactPoint VertexReader::lifted(kernel::PolygonId surface, const kernel::PlanIntegers& plan) {
  const KnownPlane& plane = plane_of(surface);
  return kernel::point_over(points_, plane.anchor, plane.normal, plan);
}

kernel::PlanIntegers VertexReader::corner_plan(kernel::PolygonId surface, kernel::LineId first,
                                               kernel::LineId second) const {
  return meeting(surface, *map_.table.kept.find(surface), first, second);
}

ExactPoint VertexReader::corner(kernel::PolygonId surface, kernel::LineId first, kernel::LineId second) {
  return lifted(surface, corner_plan(surface, first, second));
}

kernel::HeightIntegers VertexReader::height(kernel::PolygonId surface, const kernel::PlanIntegers& plan) {
  const KnownPlane& plane = plane_of(surface);
  return kernel::height_over(points_, plane.anchor, plane.normal, plan);
}

kernel::HeightIntegers VertexReader::height(VertexRef v) {
  const GraphVertex& g = graph_.vertices[v];
  if (g.point != kernel::no_point) return kernel::height_integers(points_, g.point);
  if (g.cell != GraphVertex::no_cell) return height(map_.table.cells[g.cell].surface, plan(v));
  const mpq_class& z = graph_.points[g.corner][2];
  return {z.get_num() * points_.denominator(), z.get_den()};
}

ExactPoint VertexReader::over(kernel::PolygonId surface, kernel::PointId point) {
  return lifted(surface, kernel::plan_integers(points_, point));
}

ExactPoint VertexReader::made(VertexRef v) {
  const GraphVertex& g = graph_.vertices[v];
  if (g.point != kernel::no_point) return exact_point(points_, g.point);
  if (g.cell == GraphVertex::no_cell) return graph_.points[g.corner];
  const kernel::PolygonId surface = map_.table.cells[g.cell].surface;
  return lifted(surface, plan(v));
}

auto VertexReader::plane_of(kernel::PolygonId surface) -> const KnownPlane& {
  KnownPlane& known = planes_[surface % planes_.size()];
  if (known.surface == surface) return known;
  const kernel::Plane plane(points_, set_.corners_of(set_.surfaces[surface]));
  known = {surface, plane.anchor(), plane.exact(points_)};
  return known;
}

}  // namespace plumb::pipeline
