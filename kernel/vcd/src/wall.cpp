// SPDX-License-Identifier: LGPL-3.0-or-later
// Traces of walls and crossings of solids: stretches of one line in a surface, from the places where a polygon's
// corners and edges are on it.
//
// 1. trace_wall() finds for every stance the stretch of a wall's line over which the wall is higher than the step and
//    lower than the stance: between corners there and places where edges pass one of the two levels (crossing_line).
// 2. trace_pieces() clips the stretches to the surface: the obstruction edges, from the highest stance that may cross
//    down. cut_along() cuts a cell where a stretch passes through its interior.
// 3. cross_surface() is the same for a polygon that bounds a solid: the stretch between its corners in the surface's
//    plane and its edges through it.
// An Extent grows to contain the vertices that it is given, by their order along the line.
//
// Cost: linear in the corners of the polygon, times the stances; cutting linear in the corners of the cell.
// Exact: signs by the ladders of rise() and ImplicitPlan.
// Source: Budde & Kausch (2012), chapter 8; stretches by stance and crossings are ours.
#include "plumb/vcd/wall.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

namespace plumb::vcd {
using namespace kernel;

namespace {

bool same_projection(const PointTable& t, PointId p, PointId q) {
  if (t.approx(p, 0) != t.approx(q, 0) || t.approx(p, 1) != t.approx(q, 1)) return false;
  return (t.approx_is_exact(p) && t.approx_is_exact(q)) ||
         (t.exact(p, 0) == t.exact(q, 0) && t.exact(p, 1) == t.exact(q, 1));
}

// A stretch that grows to contain every vertex given.
class Extent {
 public:
  Extent(const ImplicitPlan& plan, LineId line) : plan_(plan), line_(line) {}
  void add(VertexId v) {
    if (!any_) from_ = to_ = v;
    any_ = true;
    if (v == from_ || v == to_) return;
    const Sign after_start = plan_.order_along(line_, v, from_);
    if (after_start == Sign::negative) from_ = v;
    else if (after_start == Sign::positive && (from_ == to_ || plan_.order_along(line_, v, to_) == Sign::positive))
      to_ = v;
  }
  // Its ends are two vertices only if one was found to come after the other.
  std::optional<LineStretch> stretch() const {
    if (!any_ || from_ == to_) return std::nullopt;
    return LineStretch{from_, to_};
  }

 private:
  const ImplicitPlan& plan_;
  LineId line_;
  bool any_ = false;
  VertexId from_ = 0, to_ = 0;
};

// The vertex where a line across another meets it, whichever way it crosses.
VertexId meet(ImplicitPlan& plan, LineId line, LineId across) {
  return plan.turn(line, across) == Sign::negative ? plan.vertex(line, across) : plan.vertex(across, line);
}

// The first corner of a vertical polygon whose successor is not over or under it.
std::size_t base_of(const PointTable& points, std::span<const PointId> c) {
  std::size_t base = 0;
  while (same_projection(points, c[base], c[base + 1 == c.size() ? 0 : base + 1])) ++base;
  return base;
}

LineAcross line_across(const ImplicitPlan& plan, VertexId v, LineId line) {
  const auto [first, second] = plan.lines_of(v);
  if (second == no_line)
    return {no_line, {plan.crosses_x_lines(line) ? at_x_kind : at_y_kind, false, plan.point_of(v), 0}};
  const LineId across = plan.equal_lines(first, line) ? second : first;
  return {across, plan.source(across)};
}

}  // namespace

std::optional<WallTrace> trace_wall(ImplicitPlan& plan, const Plane& surface, const Polygon& wall, const Levels& levels,
                                    const Reach& reach) {
  const PointTable& points = plan.points();
  const auto& c = wall.corners;
  const std::size_t n = c.size();
  const auto next = [n](std::size_t i) { return i + 1 == n ? 0 : i + 1; };
  const auto over = [&](std::uint32_t level) {
    Signs s(n, boost::container::default_init);
    for (std::size_t i = 0; i < n; ++i) s[i] = rise(points, surface, c[i], levels, level, false, plan.counts());
    return s;
  };
  const auto any = [](const Signs& s, Sign which) { return std::ranges::find(s, which) != s.end(); };

  Signs made_step, made_top;
  if (!reach.known) made_step = over(levels.step());
  const Signs& over_step = reach.known ? reach.bottom : made_step;
  if (!any(over_step, Sign::positive)) return std::nullopt;
  if (!reach.known) made_top = over(levels.stance_count());
  const Signs& over_top = reach.known ? reach.top : made_top;
  if (!any(over_top, Sign::negative)) return std::nullopt;

  const std::size_t base = base_of(points, c);
  WallTrace trace{
      wall.id, plan.edge(c[base], c[next(base)], {edge_kind, false, wall.id, static_cast<std::uint32_t>(base)}), {}};
  const bool along_x = plan.crosses_x_lines(trace.line);
  // Corners over one another project to one vertex.
  boost::container::small_vector<std::pair<PointId, VertexId>, 8> known;
  const auto at_corner = [&](std::size_t i) {
    for (const auto& [point, vertex] : known)
      if (same_projection(points, point, c[i])) return vertex;
    const VertexId v = plan.vertex_on(c[i], trace.line);
    known.push_back({c[i], v});
    return v;
  };
  const auto at_level = [&](std::size_t i, std::uint32_t level) {
    if (same_projection(points, c[i], c[next(i)])) return at_corner(i);
    const LineSource source{along_x ? wall_at_x_kind : wall_at_y_kind, false, wall.id,
                            static_cast<std::uint32_t>(i) * level_stride + level};
    return meet(plan, trace.line, crossing_line(plan, surface, c[i], c[next(i)], levels, level, along_x, source));
  };

  // The part of the wall between step and stance is convex. Its projection ends at a corner or where an edge passes a
  // level.
  trace.stretches.resize(levels.stance_count());
  for (std::uint32_t s = 1; s <= levels.stance_count(); ++s) {
    Signs made;
    if (s != levels.stance_count()) made = over(s);
    const Signs& over_stance = s == levels.stance_count() ? over_top : made;
    if (!any(over_stance, Sign::negative)) continue;
    Extent extent(plan, trace.line);
    for (std::size_t i = 0; i < n; ++i) {
      if (over_step[i] != Sign::negative && over_stance[i] != Sign::positive) extent.add(at_corner(i));
      if (over_step[i] * over_step[next(i)] == Sign::negative) extent.add(at_level(i, levels.step()));
      if (over_stance[i] * over_stance[next(i)] == Sign::negative) extent.add(at_level(i, s));
    }
    trace.stretches[s - 1] = extent.stretch();
  }
  if (std::ranges::none_of(trace.stretches, [](const auto& s) { return s.has_value(); })) return std::nullopt;
  return trace;
}

TracePieces trace_pieces(ImplicitPlan& plan, const ConvexCell& outline, const WallTrace& trace) {
  TracePieces out;
  // Most often there is one stretch, which lies in the surface as a whole.
  const auto stops = [](const auto& stretch) { return stretch.has_value(); };
  if (const auto first = std::ranges::find_if(trace.stretches, stops);
      first != trace.stretches.end() &&
      std::find_if(first + 1, trace.stretches.end(), stops) == trace.stretches.end()) {
    const auto [from, to] = **first;
    const std::array ends{Corner{trace.line, from}, Corner{trace.line, to}};
    const auto holds = [&](const Corner& edge) {
      std::array<Sign, 2> s;
      plan.sides(ends, edge.line, s.data());
      return std::min(s[0], s[1]) != Sign::negative;
    };
    if (std::ranges::all_of(outline, holds)) {
      out.push_back({line_across(plan, from, trace.line), line_across(plan, to, trace.line),
                     static_cast<Label>(first - trace.stretches.begin())});
      return out;
    }
  }
  const Signs signs = sides(plan, outline, trace.line);
  const auto ends = chord(plan, outline, trace.line, {signs.data(), signs.size()});
  if (!ends) return out;
  const auto before = [&](VertexId v, VertexId w) { return plan.order_along(trace.line, v, w) == Sign::negative; };
  const auto add = [&](VertexId from, VertexId to, Label may_cross) {
    if (before(from, ends->from)) from = ends->from;
    if (before(ends->to, to)) to = ends->to;
    if (!before(from, to)) return;
    out.push_back({line_across(plan, from, trace.line), line_across(plan, to, trace.line), may_cross});
  };
  const LineStretch* inner = nullptr;
  Label may_cross = 0;
  for (const auto& stretch : trace.stretches) {
    if (stretch) {
      if (inner) {
        add(stretch->from, inner->from, may_cross);
        add(inner->to, stretch->to, may_cross);
      } else {
        add(stretch->from, stretch->to, may_cross);
      }
      inner = &*stretch;
    }
    ++may_cross;
  }
  return out;
}

std::optional<SplitCell> cut_along(ImplicitPlan& plan, const ConvexCell& cell, LineId line,
                                   const LineStretch& stretch) {
  // Most often a trace runs along an edge of the cell, which other obstacles on the same line have made.
  for (const Corner& c : cell)
    if (plan.equal_lines(c.line, line)) return std::nullopt;
  const Signs s = sides(plan, cell, line);
  if (std::ranges::find(s, Sign::positive) == s.end() || std::ranges::find(s, Sign::negative) == s.end())
    return std::nullopt;
  const auto ends = chord(plan, cell, line, {s.data(), s.size()});
  if (!ends || plan.order_along(line, stretch.from, ends->to) != Sign::negative ||
      plan.order_along(line, ends->from, stretch.to) != Sign::negative)
    return std::nullopt;
  return split(cell, line, {s.data(), s.size()}, *ends);
}

std::optional<SplitCell> cut_along(ImplicitPlan& plan, const ConvexCell& cell, Label stance, const WallTrace& trace) {
  assert(stance >= 1);
  const auto& stretch = trace.stretches[static_cast<std::size_t>(stance) - 1];
  return stretch ? cut_along(plan, cell, trace.line, *stretch) : std::nullopt;
}

std::optional<Crossing> cross_surface(ImplicitPlan& plan, const Plane& surface, const Polygon& polygon, bool vertical,
                                      std::span<const Sign> over, const Levels& levels) {
  const auto& c = polygon.corners;
  const std::size_t n = c.size();
  const auto next = [n](std::size_t i) { return i + 1 == n ? 0 : i + 1; };
  if (std::ranges::find(over, Sign::positive) == over.end()) return std::nullopt;
  std::size_t ends = 0;  // corners in the plane, and edges through it
  for (std::size_t i = 0; i < n; ++i) ends += (over[i] == Sign::zero) + (over[i] * over[next(i)] == Sign::negative);
  if (ends < 2) return std::nullopt;

  const auto edge = [&](std::size_t i) {
    return plan.edge(c[i], c[next(i)], {edge_kind, false, polygon.id, static_cast<std::uint32_t>(i)});
  };
  const auto line = [&] {
    if (vertical) return edge(base_of(plan.points(), c));
    for (std::size_t i = 0; i < n; ++i)
      if (over[i] == Sign::zero && over[next(i)] == Sign::zero) return edge(i);
    return *slab_line(plan, surface, Plane(plan.points(), c), levels, 0, {slab_kind, false, polygon.id, 0});
  };
  Crossing crossing{line(), {}};
  const bool along_x = plan.crosses_x_lines(crossing.line);
  Extent extent(plan, crossing.line);
  for (std::size_t i = 0; i < n; ++i) {
    if (over[i] == Sign::zero) extent.add(plan.vertex_on(c[i], crossing.line));
    if (over[i] * over[next(i)] != Sign::negative) continue;
    if (!vertical) {
      extent.add(meet(plan, crossing.line, edge(i)));
    } else if (same_projection(plan.points(), c[i], c[next(i)])) {
      extent.add(plan.vertex_on(c[i], crossing.line));
    } else {
      const LineSource source{along_x ? wall_at_x_kind : wall_at_y_kind, false, polygon.id,
                              static_cast<std::uint32_t>(i) * level_stride};
      extent.add(meet(plan, crossing.line, crossing_line(plan, surface, c[i], c[next(i)], levels, 0, along_x, source)));
    }
  }
  const auto stretch = extent.stretch();
  if (!stretch) return std::nullopt;
  crossing.stretch = *stretch;
  return crossing;
}

}  // namespace plumb::vcd
