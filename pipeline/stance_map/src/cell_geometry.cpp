// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/cell_geometry.h"

#include <algorithm>
#include <unordered_map>

#include "plumb/kernel/exact.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {

using kernel::VertexId;

struct CellGeometry::State {
  State(const kernel::PointTable& p, const SurfaceSet& s, const StanceMap& m) : points(p), map(m), surface(p, s, m) {}

  std::vector<VertexId> vertices(const vcd::Cell& cell) {
    surface.enter(cell.surface);
    const auto sources = map.table.lines_of(cell);
    std::vector<VertexId> out;
    for (std::size_t i = 0; i < sources.size(); ++i)
      out.push_back(surface.corner(sources[i], sources[i + 1 == sources.size() ? 0 : i + 1]));
    return out;
  }

  // The point of the surface where two lines meet. It is kept, since many cells have it.
  const ExactPoint& point_at(VertexId v) {
    if (surface.id() != cached) {
      points_at.clear();
      cached = surface.id();
    }
    const auto [l, m] = surface.plan().lines_of(v);
    const auto [low, high] = std::minmax({surface.plan().representative(l), surface.plan().representative(m)});
    const auto [at, is_new] = points_at.try_emplace(std::uint64_t{low} << 32 | high);
    if (is_new) at->second = surface.lift(v);
    return at->second;
  }

  const kernel::PointTable& points;
  const StanceMap& map;
  SurfacePlan surface;
  std::unordered_map<std::uint64_t, ExactPoint> points_at;  // of surface `cached`
  kernel::PolygonId cached = kernel::no_polygon;
};

CellGeometry::CellGeometry(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
    : state_(std::make_unique<State>(points, set, map)) {}
CellGeometry::~CellGeometry() = default;
CellGeometry::CellGeometry(CellGeometry&&) noexcept = default;

std::vector<ExactPoint> CellGeometry::vertices(const vcd::Cell& cell) {
  std::vector<ExactPoint> out;
  if (cell.line_count == 0) {
    for (const kernel::PointId p : state_->surface.corners(cell.surface)) out.push_back(exact_point(state_->points, p));
    return out;
  }
  for (const VertexId v : state_->vertices(cell)) out.push_back(state_->point_at(v));
  return out;
}

ExactPoint CellGeometry::vertex(const vcd::Cell& cell, std::uint32_t corner) {
  SurfacePlan& s = state_->surface;
  if (cell.line_count == 0) return exact_point(state_->points, s.corners(cell.surface)[corner]);
  s.enter(cell.surface);
  const auto sources = state_->map.table.lines_of(cell);
  return state_->point_at(s.corner(sources[corner], sources[corner + 1 == sources.size() ? 0 : corner + 1]));
}

kernel::PlanIntegers CellGeometry::vertex_in_plan(const vcd::Cell& cell, std::uint32_t corner) {
  SurfacePlan& s = state_->surface;
  if (cell.line_count == 0) {
    const kernel::PointId p = s.corners(cell.surface)[corner];
    return plan_integers(state_->points, p);
  }
  s.enter(cell.surface);
  const auto sources = state_->map.table.lines_of(cell);
  return s.in_plan(s.corner(sources[corner], sources[corner + 1 == sources.size() ? 0 : corner + 1]));
}

std::array<ExactPoint, 2> CellGeometry::ends(const vcd::Obstruction& o) {
  SurfacePlan& s = state_->surface;
  s.enter(o.surface);
  const kernel::LineId line = s.line(o.line);
  return {state_->point_at(s.meet(line, s.line(o.from))), state_->point_at(s.meet(line, s.line(o.to)))};
}

mpq_class CellGeometry::area(const vcd::Cell& cell) {
  std::vector<std::array<mpq_class, 2>> p;
  if (cell.line_count == 0) {
    const auto corners = state_->surface.corners(cell.surface);
    for (const kernel::PointId c : corners)
      p.push_back({state_->points.exact(c, 0) - state_->points.exact(corners[0], 0),
                   state_->points.exact(c, 1) - state_->points.exact(corners[0], 1)});
  } else {
    for (const VertexId v : state_->vertices(cell)) p.push_back(kernel::exact_point(state_->surface.plan(), v));
  }
  return kernel::doubled_area(p) / (2 * state_->points.denominator() * state_->points.denominator());
}

}  // namespace plumb::pipeline
