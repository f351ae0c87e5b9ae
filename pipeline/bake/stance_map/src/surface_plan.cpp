// SPDX-License-Identifier: GPL-3.0-or-later
// The lines and corners of a stance map's cells, computed again from their provenance, one surface at a time.
//
// 1. SurfacePlan::enter() sets the plane of a surface and restores the lines that decompose() kept for it. line()
//    returns the line of a source; make() computes one that was not kept: an edge, a plane at a level, an edge of a
//    wall, a line of the body of a border, a split, or a diagonal between two corners.
// 2. corner() is where consecutive edges of a cell meet; where an input point is there, it is made from that, which has
//    shorter numbers. lift() returns the point of the surface over a vertex as fractions, in_plan() the vertex as
//    integers that are not reduced, near() doubles with error bounds.
// 3. CellGeometry answers for whole cells: their corners, the ends of obstructions, areas. It keeps the points of the
//    surface at hand, since many cells have the same ones.
//
// Cost: a look-up in a hash table for each line; making a line takes a few products of integers. Memory: the lines and
// points of one surface.
// Exact: lines and points. near() gives bounds; where lines are nearly parallel, approx() computes exactly and rounds.
// Source: ours.
#include "plumb/pipeline/surface_plan.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <unordered_map>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/cell.h"
#include "plumb/kernel/exact_polygon.h"

namespace plumb::pipeline {
namespace {

using kernel::LineId;
using kernel::LineSource;
using kernel::VertexId;

// A relative error; a vertex where lines are nearly parallel has a greater one, and is then computed exactly.
constexpr kernel::Hint useful_error{0x1p-40};

std::vector<mpq_class> heights(const StanceMap& map) {
  std::vector<mpq_class> h;
  for (const Stance& s : map.stances) h.push_back(s.height);
  return h;
}

}  // namespace

std::atomic<std::uint64_t> SurfacePlan::lines_made_ = 0;

SurfacePlan::SurfacePlan(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
    : points_(points), set_(set), map_(map), levels_(points, heights(map), map.step), plan_(points, 0) {}

void SurfacePlan::enter(kernel::PolygonId surface) {
  if (surface_ == surface) return;
  surface_ = surface;
  plane_.emplace(points_, corners(surface));
  normal_.reset();
  plan_.reset(origin_corner(points_, corners(surface)));
  kernel::start_anew(lines_);
  const kernel::LineTable& kept = map_.table.kept;
  const kernel::LineTable::Group* group = kept.find(surface);
  if (!group) return;
  plan_.restore(kept, *group);
  lines_.reserve(group->count);
  for (LineId l = 0; l < 2 * group->count; l += 2) lines_.insert_or_assign(plan_.source(l), l);
}

LineId SurfacePlan::line(LineSource source) {
  const auto flip = static_cast<LineId>(source.reversed);
  source.reversed = false;
  if (const auto known = lines_.find(source); known != lines_.end()) return known->second ^ flip;
  const LineId line = make(source);  // a diagonal makes others first
  lines_made_.fetch_add(1, std::memory_order_relaxed);
  lines_.emplace(source, line);
  return line ^ flip;
}

LineId SurfacePlan::make(const LineSource& s) {
  switch (s.kind) {
    case kernel::edge_kind: {
      const auto c = corners(s.id);
      return plan_.edge(c[s.index], c[(s.index + 1) % c.size()], s);
    }
    case vcd::slab_kind:
      return *vcd::slab_line(plan_, *plane_, kernel::Plane(points_, corners(s.id)), levels_, s.index, s);
    case kernel::at_x_kind: return plan_.at_x(s.id);
    case kernel::at_y_kind: return plan_.at_y(s.id);
    case vcd::wall_at_x_kind:
    case vcd::wall_at_y_kind: {
      const auto c = corners(s.id);
      const std::uint32_t edge = s.index / vcd::level_stride;
      return vcd::crossing_line(plan_, *plane_, c[edge], c[(edge + 1) % c.size()], levels_, s.index % vcd::level_stride,
                                s.kind == vcd::wall_at_x_kind, s);
    }
    case vcd::body_side_kind:
    case vcd::body_slant_kind: return body_line(s.id, s);
    case vcd::body_end_kind:
    case vcd::body_level_kind: return body_line(map_.clearance->border.stretch_at[s.id], s);
    case vcd::split_at_x_kind:
    case vcd::split_at_y_kind: return vcd::split_line(plan_, s);
    case kernel::diagonal_kind: {
      const kernel::Diagonal d = map_.table.diagonals[s.id];
      const VertexId from = meet(line(d.from[0]), line(d.from[1])), to = meet(line(d.to[0]), line(d.to[1]));
      return plan_.diagonal(from, to);
    }
  }
  assert(false);
  return kernel::no_line;
}

LineId SurfacePlan::body_line(std::uint32_t stretch, const LineSource& source) {
  return vcd::body_line(plan_, *plane_, map_.clearance->border.edge(stretch), map_.clearance->shape, source);
}

VertexId SurfacePlan::meet(LineId l, LineId m) {
  return plan_.turn(l, m) == kernel::Sign::negative ? plan_.vertex(l, m) : plan_.vertex(m, l);
}

kernel::PointId SurfacePlan::corner_point(const LineSource& from, const LineSource& to) const {
  if (from.kind != kernel::edge_kind || to.kind != kernel::edge_kind || from.id != to.id || from.reversed ||
      to.reversed)
    return kernel::no_point;
  const auto c = corners(from.id);
  return (from.index + 1) % c.size() == to.index ? c[to.index] : kernel::no_point;
}

VertexId SurfacePlan::corner(const LineSource& from, const LineSource& to) {
  const LineId l = line(from), m = line(to);
  const kernel::PointId point = corner_point(from, to);
  return point == kernel::no_point ? plan_.vertex(l, m) : plan_.vertex(point, l, m);
}

bool SurfacePlan::in_plane(kernel::PointId p) const {
  constexpr std::size_t many = 16;  // corners take longer to look at than a sign to find
  const auto own = corners(surface_);
  return (own.size() <= many && std::ranges::find(own, p) != own.end()) ||
         vcd::rise(points_, *plane_, p, levels_, 0, false, counts_) == kernel::Sign::zero;
}

ExactPoint SurfacePlan::lift(VertexId v) {
  if (!normal_) normal_ = plane_->exact(points_);
  return kernel::point_over(points_, plane_->anchor(), *normal_, in_plan(v));
}

kernel::PlanIntegers SurfacePlan::in_plan(VertexId v) const {
  if (const kernel::PointId p = plan_.point_of(v); p != kernel::no_point) return plan_integers(points_, p);
  auto [x, y, w] = plan_.exact_vertex(v);
  return moved_by(points_, plan_.origin(), {std::move(x), std::move(y), std::move(w)});
}

// Where lines are nearly parallel doubles tell little about the point where they meet; computed exactly and then
// rounded it is as precise as any.
kernel::ImplicitPlan::ApproxVertex SurfacePlan::approx(VertexId v) const {
  const auto p = plan_.approx(v);
  if (p.error <= useful_error * (std::fabs(p.x) + std::fabs(p.y))) return p;
  const auto [l, m] = plan_.lines_of(v);
  if (m == kernel::no_line) return p;
  const auto [x, y] = plan_.approx_meet(l, m);
  if (std::isnan(x) || std::isnan(y)) return p;
  return {x, y, kernel::ImplicitPlan::meet_error * std::max(std::fabs(x), std::fabs(y))};
}

NearVertex SurfacePlan::near(VertexId v, const kernel::ImplicitPlan::ApproxVertex& p) const {
  const auto origin = [&](int axis) { return kernel::near_number(points_, plan_.origin(), axis); };
  const kernel::BoundedDouble dx{p.x, p.error}, dy{p.y, p.error}, x = origin(0) + dx, y = origin(1) + dy;
  NearVertex out{x.at, y.at, kernel::enlarged(std::max(x.error, y.error))};
  // Coordinates of input points are exact: the vertex may be an input point, or the place where axis-parallel lines
  // through input points meet.
  const kernel::PointId point = plan_.point_of(v);
  kernel::PointId on[2] = {point, point};
  if (point == kernel::no_point)
    for (const LineId line : plan_.lines_of(v)) {
      // Of an axis-parallel line one coefficient is 0, if doubles hold it, as of all lines equal to it.
      const auto may_be_zero = [](double v) { return !(std::fabs(v) > 0); };
      const kernel::LineRecord& r = plan_.record(line);
      if (may_be_zero(r.b) && on[0] == kernel::no_point) on[0] = plan_.axis_point(line, 0);
      if (may_be_zero(r.a) && on[1] == kernel::no_point) on[1] = plan_.axis_point(line, 1);
    }
  for (int axis = 0; axis < 2; ++axis)
    if (on[axis] != kernel::no_point) {
      (axis == 0 ? out.x : out.y) = points_.approx(on[axis], axis);
      (axis == 0 ? out.exact_x : out.exact_y) = points_.approx_is_exact(on[axis], axis);
    }
  if (out.exact_x && out.exact_y) out.error = 0;
  if (point != kernel::no_point && !points_.is_whole_in_plan(point))
    out.error = std::max(near_number(points_, point, 0).error, near_number(points_, point, 1).error);
  const auto& normal = plane_->approx();
  const bool level = points_.approx_is_exact(plan_.origin(), 2) && normal[0] == 0 &&
                     normal[1] == 0;  // over an origin that doubles hold
  const kernel::BoundedDouble z = kernel::near_height(normal, origin(2), dx, dy);
  out.z = z.at;
  out.z_error = level ? 0 : kernel::enlarged(z.error);
  return out;
}

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
