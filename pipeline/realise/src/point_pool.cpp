// SPDX-License-Identifier: GPL-3.0-or-later
#include "point_pool.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/interval_segment.h"

namespace plumb::pipeline {
namespace {

using Name = PointPool::Name;

// Relative to the greatest coordinate; of what doubles tell less of, the exact point tells at once.
constexpr kernel::Hint useful_width{0x1p-40};

bool useful(const NearPoint& near) {
  double size = 0;
  for (const kernel::Interval& i : near) size = std::max({size, std::fabs(i.low), std::fabs(i.high)});
  return std::ranges::all_of(near, [&](const kernel::Interval& i) { return i.high - i.low <= useful_width * size; });
}

}  // namespace

PointPool::PointPool(const LinkedLevel& level)
    : level_(level), reader_(level.scene.points, level.set, level.map, level.graph) {
  portal_near_.reserve(4 * level.graph.portals.size());
  for (const OffmeshPortal& p : level.graph.portals)
    for (const auto* ends : {&p.on_a, &p.on_b})
      for (const ExactPoint& end : *ends) portal_near_.push_back(near(end));
  plan_.fit(static_cast<std::uint32_t>(portal_near_.size()));
}

NearPoint PointPool::near(const ExactPoint& p) const {
  return {kernel::interval_coordinate(p[0], unit()), kernel::interval_coordinate(p[1], unit()),
          kernel::interval_coordinate(p[2], unit())};
}

NearPoint PointPool::near_input(kernel::PointId point) const {
  const auto at = [&](int axis) { return kernel::interval_of(level_.scene.points, point, axis); };
  return {at(0), at(1), at(2)};
}

NearPoint PointPool::near(Name name) const {
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) {
    const GraphVertex& v = level_.graph.vertices[name];
    if (v.point != kernel::no_point) return near_input(v.point);
    return {v.near(0), v.near(1), v.near(2)};
  }
  return name < first_made() ? portal_near_[name - vertices] : made_[name - first_made()].near;
}

const ExactPoint& PointPool::exact(Name name) const {
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) {
    if (const ExactPoint* known = level_.graph.store.points.find(name)) return *known;
    const std::scoped_lock lock(making_);
    return reader_[name];
  }
  if (name < first_made()) {
    const std::size_t end = name - vertices;
    const OffmeshPortal& portal = level_.graph.portals[end / 4];
    return (end % 4 < 2 ? portal.on_a : portal.on_b)[end % 2];
  }
  const auto i = static_cast<std::uint32_t>(name - first_made());
  if (made_[i].kind == Kind::given) return given_[made_[i].from[0]];
  if (const ExactPoint* known = exact_.find(i)) return *known;
  return exact_.keep(i, make(made_[i]));
}

ExactPoint PointPool::make(const Made& made) const {
  const auto& from = made.from;
  if (made.kind == Kind::cut)
    return kernel::passing_point(exact(from[0]), exact(from[1]), exact(from[2]), exact(from[3]));
  const std::scoped_lock lock(making_);
  if (made.kind == Kind::corner) return reader_.corner(from[0], from[1], from[2]);
  if (made.kind == Kind::input) return kernel::exact_point(level_.scene.points, from[0]);
  return reader_.over(from[0], from[1]);
}

const kernel::PlanIntegers& PointPool::plan(Name name) const {
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) {
    if (const auto* known = level_.graph.store.plan.find(name)) return *known;
    const std::scoped_lock lock(making_);
    return reader_.plan(name);
  }
  const auto i = static_cast<std::uint32_t>(name - vertices);
  if (const auto* known = plan_.find(i)) return *known;
  return plan_.keep(i, make_plan(name));
}

kernel::PlanIntegers PointPool::make_plan(Name name) const {
  const kernel::PointTable& points = level_.scene.points;
  if (name >= first_made()) {
    const Made& made = made_[name - first_made()];
    if (made.kind == Kind::corner) return reader_.corner_plan(made.from[0], made.from[1], made.from[2]);
    if (made.kind == Kind::over_point || made.kind == Kind::input) {
      const kernel::PointId p = made.from[made.kind == Kind::input ? 0 : 1];
      return {points.exact(p, 0), points.exact(p, 1), 1};
    }
  }
  auto [x, y, w] = kernel::plan_integers(exact(name));
  return {x * unit(), y * unit(), std::move(w)};
}

int PointPool::turn(Name a, Name b, Name c, Name d) const {
  thread_local kernel::PlanOrientation orientation;
  return orientation.turn(plan(a), plan(b), plan(c), plan(d));
}

Name PointPool::add(Made made) {
  const auto i = static_cast<std::uint32_t>(made_.size());
  made_.push_back(std::move(made));
  if (i >= room_) {
    room_ = std::max<std::uint32_t>(1024, 2 * i);
    exact_.fit(room_);
    plan_.fit(room_ + static_cast<std::uint32_t>(portal_near_.size()));
  }
  return static_cast<Name>(first_made() + i);
}

Name PointPool::add_given(ExactPoint point) {
  const auto number = static_cast<std::uint32_t>(given_.size());
  const NearPoint doubles = near(point);
  given_.push_back(std::move(point));
  return add({Kind::given, {number}, doubles});
}

Name PointPool::input_point(kernel::PointId point) {
  if (input_.empty()) {
    input_.assign(level_.scene.points.size(), no_half_edge);
    const auto& vertices = level_.graph.vertices;
    for (VertexRef v = 0; v < vertices.size(); ++v)
      if (vertices[v].point != kernel::no_point) input_[vertices[v].point] = v;
  }
  Name& known = input_[point];
  if (known == no_half_edge) known = add({Kind::input, {point}, near_input(point)});
  return known;
}

Name PointPool::cut(Name p, Name q, Name from, Name to) {
  const auto [low, high] = std::minmax(p, q);
  const auto [first, last] = std::minmax(from, to);
  const auto [known, is_new] = cuts_.try_emplace(CutKey{low, high, first, last});
  if (!is_new) return known->second;
  const NearPoint near = kernel::passing_point(this->near(p), this->near(q), this->near(from), this->near(to));
  return known.value() = useful(near)
                             ? add({Kind::cut, {p, q, from, to}, near})
                             : add_given(kernel::passing_point(exact(p), exact(q), exact(from), exact(to)));
}

void PointPool::enter(kernel::PolygonId surface, const SurfaceFrame& frame) {
  const auto& vertices = level_.graph.vertices;
  const auto surface_of = [&](VertexRef v) { return level_.map.table.cells[vertices[v].cell].surface; };
  if (surface_ == kernel::no_polygon) {
    for (VertexRef v = 0; v < vertices.size(); ++v)
      if (vertices[v].cell != GraphVertex::no_cell && vertices[v].lines[1] != kernel::no_line) by_surface_.push_back(v);
    if (!std::ranges::is_sorted(by_surface_, {}, surface_of)) std::ranges::sort(by_surface_, {}, surface_of);
  }
  surface_ = surface;
  kernel::start_anew(corners_);
  const kernel::LineTable::Group* kept = level_.map.table.kept.find(surface);
  const std::uint32_t lines = kept ? 2 * kept->count : 0;
  for (const VertexRef v : std::ranges::equal_range(by_surface_, surface, {}, surface_of)) {
    const auto [l, m] = vertices[v].lines;
    if (l >= lines || m >= lines) continue;
    const auto [low, high] = std::minmax({frame.frame().representative(l), frame.frame().representative(m)});
    corners_.insert_or_assign(kernel::pair_key(low, high), v);
  }
}

Name PointPool::corner(SurfaceFrame& frame, kernel::VertexId vertex) {
  if (frame.id() != surface_) enter(frame.id(), frame);
  const auto [l, m] = frame.frame().lines_of(vertex);
  const auto [low, high] = std::minmax({frame.frame().representative(l), frame.frame().representative(m)});
  const auto [known, is_new] = corners_.try_emplace(kernel::pair_key(low, high));
  if (!is_new) return known->second;
  const kernel::LineTable::Group* kept = level_.map.table.kept.find(surface_);
  if (!kept || std::max(l, m) >= 2 * kept->count) return known.value() = add_given(frame.lift(vertex));
  const NearVertex v = frame.near(vertex, frame.approx(vertex));
  const NearPoint near{v.near(0), v.near(1), v.near(2)};
  const kernel::PointId point = frame.frame().point_of(vertex);
  if (point != kernel::no_point)
    return known.value() = frame.in_plane(point) ? input_point(point) : add({Kind::over_point, {surface_, point}, near});
  if (!useful(near)) return known.value() = add_given(frame.lift(vertex));
  return known.value() = add({Kind::corner, {surface_, l, m}, near});
}

bool PointPool::same(Name a, Name b) const {
  if (a == b) return true;
  const NearPoint p = near(a), q = near(b);
  bool known = true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (p[k].high < q[k].low || q[k].high < p[k].low) return false;
    known = known && kernel::is_exact(p[k]) && kernel::is_exact(q[k]);
  }
  return known || same_exactly(a, b);
}

// no_polygon: not named as a point of a surface.
kernel::PolygonId PointPool::surface_of(Name name) const {
  const auto& vertices = level_.graph.vertices;
  if (name < vertices.size()) {
    const CellId cell = vertices[name].cell;
    return cell == GraphVertex::no_cell ? kernel::no_polygon : level_.map.table.cells[cell].surface;
  }
  if (name < first_made()) return kernel::no_polygon;
  const Made& made = made_[name - first_made()];
  return made.kind == Kind::corner || made.kind == Kind::over_point ? made.from[0] : kernel::no_polygon;
}

// Without fractions where both are points of surfaces: these are integers that nobody needs to reduce.
bool PointPool::same_exactly(Name a, Name b) const {
  const kernel::PolygonId s = surface_of(a), t = surface_of(b);
  if (s == kernel::no_polygon || t == kernel::no_polygon) return exact(a) == exact(b);
  const kernel::PlanIntegers &p = plan(a), &q = plan(b);
  if (!kernel::same_place(p, q)) return false;
  if (s == t) return true;
  const std::scoped_lock lock(making_);
  return reader_.height(s, p) == reader_.height(t, q);
}

int PointPool::compare(Name a, Name b) const {
  if (a == b) return 0;
  const NearPoint p = near(a), q = near(b);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto at = [&](Name name) { return [this, name, k]() -> const mpq_class& { return exact(name)[k]; }; };
    if (const int order = kernel::compare(p[k], at(a), q[k], at(b))) return order;
  }
  return 0;
}

}  // namespace plumb::pipeline
