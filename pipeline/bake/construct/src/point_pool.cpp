// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the points of a navmesh in the making. A name says how a point arises; doubles around it are at hand, and
// its exact coordinates are made when a question needs them, once.
//
// 1. Names ascend: vertices of the graph, four ends for each portal, then those that are made here. input_point(),
//    over_point(), corner(), cut() and given() make them. cut() finds a cut of the same line and edge again by a hash,
//    also where only a stretch of the edge is left (whole_edge()). Where doubles around a cut are too wide to be of use
//    (is_useful()), its coordinates are made at once.
// 2. near() returns doubles; exact() returns fractions; plan() returns integers x, y, w of the place, not reduced. Each
//    is kept by the first thread that has made it.
// 3. turn(), same() and compare() answer questions. turn() knows collinear points by their names first: points that lie
//    on one line of a surface (on_known_line()) or of a cut (on_known_cut()). same() knows equal points of different
//    surfaces by the lines that meet there (in_common()), which is most of them: neighbours have an edge in common, and
//    the same obstacles cut it.
// Threads: naming_ guards the lists; their elements never move. making_ guards the one VertexReader; make_exact() gives
// each thread its own.
//
// Cost: a name takes constant time; input_point() once makes a list as long as the input. The numbers of a cut grow
// with those of all its four points, so chains of cuts cost most. Memory: linear in the names.
// Exact: every answer. same() and compare() decide by intervals and make exact numbers where these meet; same_exactly()
// compares integers that are not reduced where it can. turn() computes on the integers.
// Source: exact numbers that are made late are textbook (lazy evaluation); the names are ours.
#include "point_pool.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/vcd/levels.h"

namespace plumb::pipeline {
namespace {

using Name = PointPool::Name;

// Whether a line is an edge of a surface. Then it lies in the surface.
bool is_edge_of(const kernel::KeptLine& line, kernel::PolygonId surface) {
  return line.source.kind == kernel::edge_kind && line.source.id == surface;
}

using KeptLines = std::array<const kernel::KeptLine*, 2>;  // a line, and the first line of its surface equal to it

bool is_plan_line(const kernel::LineSource& s) {
  return s.kind == kernel::edge_kind || s.kind == kernel::at_x_kind || s.kind == kernel::at_y_kind;
}

// Whether two lines were made from the same: equal in plan, if they are no more than projected edges or axis-parallel.
// The plane of a polygon at some height above the ground gives another line on each surface, but cuts an edge that two
// surfaces have in common at one place.
bool made_alike(const KeptLines& a, const KeptLines& b, bool along_common_edge) {
  for (std::size_t k = 0; k < 2; ++k) {
    if (!a[k] || !b[k]) return false;
    const kernel::LineSource &s = a[k]->source, &t = b[k]->source;
    if (s.kind == t.kind && s.id == t.id && s.index == t.index &&
        (is_plan_line(s) || (along_common_edge && s.kind == vcd::slab_kind)))
      return true;
  }
  return false;
}

constexpr kernel::Hint useful_width{0x1p-40};  // relative to the greatest coordinate

}  // namespace

bool is_useful(const FilteredPoint& near) {
  double size = 0;
  for (const kernel::Interval& i : near) size = std::max({size, std::fabs(i.low), std::fabs(i.high)});
  return size < HUGE_VAL &&
         std::ranges::all_of(near, [&](const kernel::Interval& i) { return i.high - i.low <= useful_width * size; });
}

PointPool::PointPool(const LinkedLevel& level)
    : level_(level), reader_(level.scene.points, level.set, level.map, level.graph) {
  portal_near_.reserve(4 * level.graph.portals.size());
  for (const OffmeshPortal& p : level.graph.portals)
    for (const auto* ends : {&p.on_a, &p.on_b})
      for (const ExactPoint& end : *ends) portal_near_.push_back(near(end));
  portal_plan_.fit(static_cast<std::uint32_t>(portal_near_.size()));
}

std::size_t PointPool::size() const {
  const std::lock_guard lock(naming_);
  return first_made() + made_.size();
}

// --- Names

Name PointPool::add_locked(Kind kind, const std::array<std::uint32_t, 4>& from, const FilteredPoint& near) {
  made_.emplace_back(kind, from, near);
  return static_cast<Name>(first_made() + made_.size() - 1);
}

Name PointPool::add(Kind kind, const std::array<std::uint32_t, 4>& from, const FilteredPoint& near) {
  const std::lock_guard lock(naming_);
  return add_locked(kind, from, near);
}

Name PointPool::given(ExactPoint point) {
  const FilteredPoint doubles = near(point);
  const std::lock_guard lock(naming_);
  const Name name = add_locked(Kind::given, {}, doubles);
  made(name).exact.keep(std::move(point));
  return name;
}

Name PointPool::input_point(kernel::PointId point) {
  const std::lock_guard lock(naming_);
  if (input_.empty()) {
    input_.assign(level_.scene.points.size(), no_half_edge);
    const auto& vertices = level_.graph.vertices;
    for (VertexRef v = 0; v < vertices.size(); ++v)
      if (vertices[v].point != kernel::no_point) input_[vertices[v].point] = v;
  }
  Name& known = input_[point];
  if (known == no_half_edge) known = add_locked(Kind::input, {point}, near_input(point));
  return known;
}

Name PointPool::over_point(kernel::PolygonId surface, kernel::PointId point, const FilteredPoint& near) {
  return add(Kind::over_point, {surface, point}, near);
}

Name PointPool::corner(kernel::PolygonId surface, std::array<kernel::LineId, 2> lines, const FilteredPoint& near) {
  return add(Kind::corner, {surface, lines[0], lines[1]}, near);
}

Name PointPool::cut(Name p, Name q, Name from, Name to) {
  const auto [low, high] = std::minmax(p, q);
  const auto [first, last] = whole_edge(from, to);
  const CutKey key{low, high, first, last};
  {
    const std::lock_guard lock(naming_);
    if (const auto known = cuts_.find(key); known != cuts_.end()) return known->second;
  }
  FilteredPoint near = kernel::passing_point(this->near(low), this->near(high), this->near(first), this->near(last));
  std::optional<ExactPoint> point;
  if (!is_useful(near)) {
    point = kernel::passing_point(exact(low), exact(high), exact(first), exact(last));
    near = this->near(*point);
  }
  const std::lock_guard lock(naming_);
  const auto [known, is_new] = cuts_.try_emplace(key);
  if (is_new) known.value() = add_locked(Kind::cut, key, near);
  if (is_new && point) made(known->second).exact.keep(std::move(*point));
  return known->second;
}

// The edge that a stretch of it is of, where an end of the stretch is a cut of an edge and the other one is on that
// edge, too: an edge is cut at one place by one line, however much of it was left. The lower name first.
std::array<PointPool::Name, 2> PointPool::whole_edge(Name from, Name to) const {
  const auto edge_cut_at = [&](Name name) -> std::array<Name, 2> {
    if (name < first_made() || made(name).kind != Kind::cut) return {name, name};
    return {made(name).from[2], made(name).from[3]};
  };
  const auto at_from = edge_cut_at(from), at_to = edge_cut_at(to);
  if (at_from[0] != at_from[1] && (at_from == at_to || to == at_from[0] || to == at_from[1])) return at_from;
  if (at_to[0] != at_to[1] && (from == at_to[0] || from == at_to[1])) return at_to;
  return {std::min(from, to), std::max(from, to)};
}

void PointPool::end_naming() {
  const std::lock_guard lock(naming_);
  std::exchange(cuts_, {});
  std::exchange(input_, {});
}

// --- Doubles

FilteredPoint PointPool::near(const ExactPoint& p) const {
  return {kernel::interval_coordinate(p[0], unit()), kernel::interval_coordinate(p[1], unit()),
          kernel::interval_coordinate(p[2], unit())};
}

FilteredPoint PointPool::near_input(kernel::PointId point) const {
  const auto at = [&](int axis) { return kernel::interval_of(level_.scene.points, point, axis); };
  return {at(0), at(1), at(2)};
}

FilteredPoint PointPool::near(Name name) const {
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) {
    const GraphVertex& v = level_.graph.vertices[name];
    if (v.point != kernel::no_point) return near_input(v.point);
    return {v.near(0), v.near(1), v.near(2)};
  }
  return name < first_made() ? portal_near_[name - vertices] : made(name).near;
}

// --- Exactly

// Null if it has not been made.
const ExactPoint* PointPool::known_exact(Name name) const {
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) return level_.graph.store.points.find(name);
  if (name >= first_made()) return made(name).exact.find();
  const std::size_t end = name - vertices;
  const OffmeshPortal& portal = level_.graph.portals[end / 4];
  return &(end % 4 < 2 ? portal.on_a : portal.on_b)[end % 2];
}

const ExactPoint& PointPool::exact(Name name, VertexReader& reader) const {
  if (const ExactPoint* known = known_exact(name)) return *known;
  if (name < level_.graph.vertices.size()) return reader[name];
  const Made& m = made(name);
  const auto& from = m.from;
  switch (m.kind) {
    case Kind::corner: return m.exact.keep(reader.corner(from[0], from[1], from[2]));
    case Kind::over_point: return m.exact.keep(reader.over(from[0], from[1]));
    case Kind::input: return m.exact.keep(kernel::exact_point(level_.scene.points, from[0]));
    case Kind::cut:
      return m.exact.keep(kernel::passing_point(exact(from[0], reader), exact(from[1], reader), exact(from[2], reader),
                                                exact(from[3], reader)));
    case Kind::given: break;
  }
  return *m.exact.find();
}

const ExactPoint& PointPool::exact(Name name) const {
  if (const ExactPoint* known = known_exact(name)) return *known;
  const std::lock_guard lock(making_);
  return exact(name, reader_);
}

void PointPool::make_exact(std::span<const Name> names, unsigned threads) const {
  constexpr std::size_t names_at_once = 4096;
  parallel_each(names.size(), names_at_once, threads, [&](unsigned) {
    return [&, reader = VertexReader(level_.scene.points, level_.set, level_.map, level_.graph)](
               std::size_t i) mutable { exact(names[i], reader); };
  });
}

// Null if it has not been made.
const kernel::PlanIntegers* PointPool::known_plan(Name name) const {
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) return level_.graph.store.plan.find(name);
  if (name < first_made()) return portal_plan_.find(static_cast<std::uint32_t>(name - vertices));
  return made(name).plan.find();
}

const kernel::PlanIntegers& PointPool::plan(Name name) const {
  if (const auto* known = known_plan(name)) return *known;
  const std::size_t vertices = level_.graph.vertices.size();
  if (name < vertices) return level_.graph.store.plan.keep(name, make_plan(name));
  if (name < first_made()) return portal_plan_.keep(static_cast<std::uint32_t>(name - vertices), make_plan(name));
  return made(name).plan.keep(make_plan(name));
}

kernel::PlanIntegers PointPool::make_plan(Name name) const {
  const kernel::PointTable& points = level_.scene.points;
  if (name < level_.graph.vertices.size()) {
    const std::lock_guard lock(making_);
    return reader_.made_plan(name);
  }
  if (name >= first_made()) {
    const Made& m = made(name);
    if (m.kind == Kind::corner) return reader_.corner_plan(m.from[0], m.from[1], m.from[2]);
    if (m.kind == Kind::cut && !m.exact.find())
      return kernel::meeting_place(plan(m.from[0]), plan(m.from[1]), plan(m.from[2]), plan(m.from[3]));
    if (m.kind == Kind::over_point || m.kind == Kind::input) {
      return kernel::plan_integers(points, m.from[m.kind == Kind::input ? 0 : 1]);
    }
  }
  auto [x, y, w] = kernel::plan_integers(exact(name));
  return {x * unit(), y * unit(), std::move(w)};
}

PointPool::Origin PointPool::origin_of(Name name) const {
  const auto& vertices = level_.graph.vertices;
  if (name < vertices.size()) {
    const GraphVertex& v = vertices[name];
    if (v.cell == GraphVertex::no_cell) return {v.point};
    return {v.point, level_.map.table.cells[v.cell].surface, v.lines};
  }
  if (name < first_made()) return {};
  const Made& m = made(name);
  if (m.kind == Kind::input) return {m.from[0]};
  if (m.kind == Kind::over_point) return {kernel::no_point, m.from[0]};
  if (m.kind == Kind::corner) return {kernel::no_point, m.from[0], {m.from[1], m.from[2]}};
  if (m.kind == Kind::cut) return origin_of_cut(m.from[2], m.from[3]);
  return {};
}

// A cut of an edge between two points of one surface is on that surface, and on a line of it that both are on.
PointPool::Origin PointPool::origin_of_cut(Name from, Name to) const {
  const Origin p = origin_of(from), q = origin_of(to);
  if (p.surface == kernel::no_polygon || q.surface != p.surface) return {};
  Origin cut{kernel::no_point, p.surface};
  if (const kernel::LineTable::Group* kept = level_.map.table.kept.find(p.surface))
    for (const kernel::LineId l : p.lines)
      for (const kernel::LineId m : q.lines)
        if (line_number(*kept, l) != kernel::no_line && line_number(*kept, l) == line_number(*kept, m))
          cut.lines[0] = l;
  return cut;
}

// One number for equal lines of a surface; none for those that were not kept.
kernel::LineId PointPool::line_number(const kernel::LineTable::Group& kept, kernel::LineId line) const {
  return line < 2 * kept.count ? level_.map.table.kept.lines(kept)[line >> 1].canonical >> 1 : kernel::no_line;
}

// A line of a point's surface that the stance map kept, and the first line equal to it; null where it was not kept.
KeptLines PointPool::kept_line(const Origin& o, std::size_t i) const {
  const kernel::LineTable::Group* kept = level_.map.table.kept.find(o.surface);
  if (!kept || o.lines[i] >= 2 * kept->count) return {};
  const auto lines = level_.map.table.kept.lines(*kept);
  const kernel::KeptLine& line = lines[o.lines[i] >> 1];
  return {&line, &lines[line.canonical >> 1]};
}

// The input point that a point is known to be: it was made from that, or is where an edge of its surface meets another
// line through an end of that edge.
kernel::PointId PointPool::input_point_of(const Origin& o) const {
  if (o.point != kernel::no_point || o.surface == kernel::no_polygon) return o.point;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto along = kept_line(o, i), across = kept_line(o, 1 - i);
    if (!along[1] || !across[0] || !is_edge_of(*along[1], o.surface)) continue;
    for (const kernel::PointId end : {along[1]->from, along[1]->to})
      for (const kernel::KeptLine* l : across)
        if (l->from == end || l->to == end) return end;
  }
  return kernel::no_point;
}

// What is known of two points by the lines that meet there, without their coordinates.
PointPool::Common PointPool::in_common(const Origin& p, const Origin& q) const {
  Common common;
  std::array<KeptLines, 2> its, others;
  for (std::size_t i = 0; i < 2; ++i) its[i] = kept_line(p, i), others[i] = kept_line(q, i);
  common.height = p.surface == q.surface && p.surface != kernel::no_polygon;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto &a = its[i], &b = its[1 - i];
    for (std::size_t j = 0; j < 2; ++j) {
      const auto &c = others[j], &d = others[1 - j];
      const bool edge = a[1] && c[1] && is_edge_of(*a[1], p.surface) && is_edge_of(*c[1], q.surface) &&
                        std::minmax(a[1]->from, a[1]->to) == std::minmax(c[1]->from, c[1]->to);
      common.height |= edge;
      common.place |= (edge || made_alike(a, c, false)) && made_alike(b, d, edge);
    }
    // An input point at the end of an edge of the other point's surface is on that surface.
    const auto ends_at = [](const KeptLines& l, kernel::PolygonId surface, kernel::PointId point) {
      return point != kernel::no_point && l[1] && is_edge_of(*l[1], surface) &&
             (l[1]->from == point || l[1]->to == point);
    };
    common.height |= ends_at(its[i], p.surface, q.point) || ends_at(others[i], q.surface, p.point);
  }
  return common;
}

// Whether one line of one surface is known to pass through all three.
bool PointPool::on_known_line(Name a, Name b, Name c) const {
  const Origin p = origin_of(a), q = origin_of(b), r = origin_of(c);
  if (p.surface == kernel::no_polygon || q.surface != p.surface || r.surface != p.surface) return false;
  const kernel::LineTable::Group* kept = level_.map.table.kept.find(p.surface);
  if (!kept) return false;
  const auto line = [&](kernel::LineId l) { return line_number(*kept, l); };
  return std::ranges::any_of(p.lines, [&](kernel::LineId l) {
    const auto is_it = [&](kernel::LineId m) { return line(m) == line(l); };
    return line(l) != kernel::no_line && std::ranges::any_of(q.lines, is_it) && std::ranges::any_of(r.lines, is_it);
  });
}

// Whether three points are known to be on one line because some of them are cuts: a cut is on its line and on its edge.
bool PointPool::on_known_cut(Name a, Name b, Name c) const {
  using Line = std::array<Name, 2>;
  const auto lines_of = [&](Name name, std::array<Line, 2>& lines) {
    if (name < first_made() || made(name).kind != Kind::cut) return false;
    const auto& from = made(name).from;
    lines = {{{from[0], from[1]}, {from[2], from[3]}}};
    return true;
  };
  std::array<Line, 2> known, its;
  for (const Name name : {a, b, c}) {
    if (!lines_of(name, known)) continue;
    for (const Line& line : known)
      if (std::ranges::all_of(std::array{a, b, c}, [&](Name other) {
            return other == line[0] || other == line[1] || (lines_of(other, its) && (its[0] == line || its[1] == line));
          }))
        return true;
  }
  return false;
}

kernel::Sign PointPool::turn(Name a, Name b, Name c, Name d) const {
  // Both segments are along one line.
  const auto on_line = [&](Name p) { return p == a || p == b || on_known_line(a, b, p) || on_known_cut(a, b, p); };
  if (on_line(c) && on_line(d)) return kernel::Sign::zero;
  thread_local kernel::PlanOrientation orientation;
  return orientation.turn(plan(a), plan(b), plan(c), plan(d));
}

bool PointPool::same(Name a, Name b) const {
  if (a == b) return true;
  const FilteredPoint p = near(a), q = near(b);
  bool known = true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (p[k].high < q[k].low || q[k].high < p[k].low) return false;
    known = known && kernel::is_exact(p[k]) && kernel::is_exact(q[k]);
  }
  return known || same_exactly(a, b);
}

// Without fractions where both are input points or points of surfaces: these are integers that nobody needs to reduce.
bool PointPool::same_exactly(Name a, Name b) const {
  const Origin p = origin_of(a), q = origin_of(b);
  const auto is_known = [](const Origin& o) { return o.point != kernel::no_point || o.surface != kernel::no_polygon; };
  if (!is_known(p) || !is_known(q)) return exact(a) == exact(b);
  if (const kernel::PointId point = input_point_of(p); point != kernel::no_point && point == input_point_of(q))
    return true;
  const Common common = in_common(p, q);
  if (common.place && common.height) return true;
  // Only the integers of the first are kept. The second is hardly asked about again: if they are one point, the first
  // one's name is used for both.
  const kernel::PlanIntegers& place = plan(a);
  if (!common.place) {
    const auto* known = known_plan(b);
    if (!kernel::same_place(place, known ? *known : make_plan(b))) return false;
  }
  if (common.height) return true;
  const std::lock_guard lock(making_);
  const auto height = [&](const Origin& o) {
    return o.surface != kernel::no_polygon ? reader_.height(o.surface, place)
                                           : kernel::height_integers(level_.scene.points, o.point);
  };
  return height(p) == height(q);
}

int PointPool::compare(Name a, Name b) const {
  if (a == b) return 0;
  const FilteredPoint p = near(a), q = near(b);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto at = [&](Name name) { return [this, name, k]() -> const mpq_class& { return exact(name)[k]; }; };
    if (const int order = kernel::compare(p[k], at(a), q[k], at(b))) return order;
  }
  return 0;
}

PointNumbers::Table::Spots PointNumbers::spots_of(PointPool::Name name) const {
  if (const auto spots = Table::spots(pool_.near(name)); !spots.empty()) return spots;
  return Table::spots(pool_.near(pool_.exact(name)));
}

MeshPoints::Index PointNumbers::operator()(PointPool::Name name) {
  if (number_of_.size() <= name) number_of_.resize(std::max<std::size_t>(pool_.size(), 2 * number_of_.size()), none);
  MeshPoints::Index& number = number_of_[name];
  if (number != none) return number;
  const Table::Spots spots = spots_of(name);
  if (const Numbered* equal = known_.find(spots, [&](const Numbered& n) { return pool_.same(n.name, name); }))
    return number = equal->number;
  number = static_cast<MeshPoints::Index>(points_.size());
  points_.add(name);
  known_.add(spots, {name, number});
  return number;
}

}  // namespace plumb::pipeline
