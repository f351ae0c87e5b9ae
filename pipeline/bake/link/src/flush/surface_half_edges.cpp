// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the half-edges of the cells of one surface. Each side of a cell is cut into pieces where the cell beyond it or
// the greatest stance that walls let pass changes, and each piece is paired with its twin, the same piece of the cell
// beyond.
//
// All cells of a surface are cut along lines of one plan, so two cells can only meet along a line that both have.
// SurfaceHalfEdges::add():
// 1. collect_edges() lists the edges of all cells where somebody can stand. A corner is where two lines meet, and each
//    pair of lines has one corner (meeting). collect_walls() lists the obstructions that lie on these lines and adds
//    their ends to the corners.
// 2. sort_by_line() sorts the edges by line, and split_line() works on one line. rank_places() sorts the corners on the
//    line, unites those at one point and numbers the points. For each two neighbouring points, an Interval notes the
//    edges on both sides and the greatest stance that walls let pass.
// 3. add_pieces() cuts an edge between two intervals that differ in that stance or in the edge on the other side. The
//    pieces on both sides of one interval are twins.
// 4. emit() appends half-edges, vertices and rough lines. name_vertex() gives a vertex its input point, or the input
//    edge that it lies on and the line that cuts this edge, by which SurfaceJoiner recognises it on other surfaces.
// A polygon that is one cell and that no wall touches needs none of this (add_whole).
//
// Cost: n log n for n edges, which are sorted along their lines; a line takes its walls times its points at worst.
// Memory: linear, and buffers are used again.
// Exact: positions on a line are compared by doubles with error bounds, then by ImplicitPlan::order_along(), which is
// exact. Source: our own.
#include "flush/surface_half_edges.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {
namespace {

using kernel::LineId;
using kernel::Sign;
using kernel::VertexId;

// The line a x + b y + c = 0, relative to (x, y), as a PlanLine of an input edge; NaN where it would be infinite.
PlanLine named_line(double a, double b, double c, double x, double y, const InputEdge& edge) {
  if (!(a * a + b * b < HUGE_VAL)) return {NAN, NAN, NAN, edge};
  const auto [nx, ny, offset] = plan_line(a, b, c, x, y);
  return {nx, ny, offset, edge};
}

bool apart(const kernel::Interval& a, const kernel::Interval& b) { return a.high < b.low || b.high < a.low; }

InputEdge edge_at(std::span<const kernel::PointId> corners, std::size_t k) {
  const auto [low, high] = std::minmax(corners[k], corners[k + 1 == corners.size() ? 0 : k + 1]);
  return {low, high};
}

}  // namespace

SurfaceHalfEdges::SurfaceHalfEdges(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
    : points_(points), map_(map), plan_(points, set, map) {}

void SurfaceHalfEdges::add(CellId first, CellId last, std::span<const vcd::Obstruction> obstructions,
                           SurfaceGraph& out) {
  const auto& cells = map_.table.cells;
  if (std::none_of(cells.begin() + first, cells.begin() + last,
                   [](const vcd::Cell& c) { return c.label > kernel::blocked; })) {
    out.side_counts.resize(out.side_counts.size() + (last - first), 0);
    return;
  }
  surface_ = cells[first].surface;
  plan_.enter(surface_);
  const bool exact = points_.doubles_are_exact() && points_.are_whole(plan_.corners(surface_));
  if (last - first == 1 && cells[first].line_count == 0 && obstructions.empty() && exact) return add_whole(first, out);

  collect_edges(first, last);
  collect_walls(obstructions);
  pieces_.clear();
  sort_by_line();
  auto first_wall = walls_.begin();
  for (auto i = by_line_.begin(); i != by_line_.end();) {
    const std::uint32_t line = edges_[*i].line;
    const auto end = std::find_if(i, by_line_.end(), [&](std::uint32_t e) { return edges_[e].line != line; });
    while (first_wall != walls_.end() && first_wall->line < line) ++first_wall;
    auto last_wall = first_wall;
    while (last_wall != walls_.end() && last_wall->line == line) ++last_wall;
    if (end - i > 1 || first_wall != last_wall) split_line({i, end}, {first_wall, last_wall});
    first_wall = last_wall;
    i = end;
  }
  emit(first, last, out);
}

// Appends the half-edges of a polygon that is one cell and that no wall touches. No plan is needed, as doubles hold its
// points exactly; if they did not, lines computed from them would be too rough.
void SurfaceHalfEdges::add_whole(CellId cell, SurfaceGraph& out) {
  const auto corners = plan_.corners(map_.table.cells[cell].surface);
  const auto n = static_cast<std::uint32_t>(corners.size());
  const auto first_vertex = static_cast<std::uint32_t>(out.vertices.size()),
             first_line = static_cast<std::uint32_t>(out.lines.size());
  for (std::uint32_t k = 0; k < n; ++k) {
    const kernel::PointId p = corners[k], q = corners[k + 1 == n ? 0 : k + 1];
    const double x = points_.approx(p, 0), y = points_.approx(p, 1), z = points_.approx(p, 2);
    out.vertices.push_back({{x, y, 0, z, 0, true, true}, cell, k, p});
    const double a = points_.approx(q, 1) - y, b = x - points_.approx(q, 0);
    out.lines.push_back(named_line(a, b, 0, x, y, edge_at(corners, k)));
    out.half_edges.push_back({cell, first_vertex + k, first_vertex + (k + 1 == n ? 0 : k + 1), first_line + k,
                              no_half_edge, map_.table.cells[cell].label});
  }
  out.side_counts.push_back(n);
}

// The number that a line shares with all lines equal to it.
std::uint32_t SurfaceHalfEdges::line_number(LineId line) {
  const kernel::ImplicitPlan& plan = plan_.plan();
  number_of_line_.resize(std::max<std::size_t>(number_of_line_.size(), plan.line_count()), none);
  asked_for_edge_.resize(number_of_line_.size(), 0);
  const LineId representative = plan.representative(line);
  std::uint32_t& number = number_of_line_[representative >> 1];
  if (number == none) {
    number = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back(representative);
    edge_of_line_.push_back(no_edge);
  }
  return number;
}

SurfaceHalfEdges::Corner SurfaceHalfEdges::add_corner(VertexId vertex, CellId cell, std::uint32_t corner) {
  corner_vertex_.push_back(vertex);
  corner_near_.push_back(plan_.approx(vertex));
  corner_name_.push_back({cell, corner});
  return equal_.add();
}

// The corner where two lines meet. `point` is the input point at that place, or no_point if none is known there. Equal
// pairs of lines give one corner.
SurfaceHalfEdges::Corner SurfaceHalfEdges::corner_between(LineId first, LineId second, kernel::PointId point,
                                                          CellId cell, std::uint32_t corner) {
  kernel::ImplicitPlan& plan = plan_.plan();
  const auto make = [&] {
    return point == kernel::no_point ? plan.vertex(first, second) : plan.vertex(point, first, second);
  };
  Corner& known = meeting(first, second);
  if (known == none) return known = add_corner(make(), cell, corner);
  if (point != kernel::no_point &&
      plan.point_of(corner_vertex_[known]) == kernel::no_point) {  // its input point is known only now
    corner_vertex_[known] = make();
    corner_near_[known] = plan_.approx(corner_vertex_[known]);
  }
  return known;
}

// The corner where a wall's trace ends.
SurfaceHalfEdges::Corner SurfaceHalfEdges::wall_end(LineId trace, LineId end) {
  Corner& known = meeting(trace, end);
  if (known == none) known = add_corner(plan_.meet(trace, end), GraphVertex::no_cell, 0);
  return known;
}

// The entry for the corner where two lines meet; it is none if there was no entry yet.
SurfaceHalfEdges::Corner& SurfaceHalfEdges::meeting(LineId first, LineId second) {
  const auto [low, high] = std::minmax({plan_.plan().representative(first), plan_.plan().representative(second)});
  return meetings_.try_emplace(kernel::pair_key(low, high), none).first.value();
}

// Finds the input edge that projects to a line, if that edge lies in the surface's plane. An edge of the surface itself
// precedes others. Many cells have edges on one line, so each line is compared with the plane once.
void SurfaceHalfEdges::find_input_edge(std::uint32_t number, LineId line) {
  const kernel::LineSource& source = plan_.plan().record(line).source;
  if (source.kind != kernel::edge_kind) return;
  const bool own = source.id == surface_;
  if (!own && (edge_of_line_[number] != no_edge || std::exchange(asked_for_edge_[line >> 1], 1))) return;
  const InputEdge edge = edge_at(plan_.corners(source.id), source.index);
  if (own || (plan_.in_plane(edge[0]) && plan_.in_plane(edge[1]))) edge_of_line_[number] = edge;
}

void SurfaceHalfEdges::collect_edges(CellId first, CellId last) {
  const auto& table = map_.table;
  edges_.clear();
  corner_vertex_.clear();
  corner_near_.clear();
  corner_name_.clear();
  equal_.reset(0);
  lines_.clear();
  edge_of_line_.clear();
  number_of_line_.clear();
  asked_for_edge_.clear();
  kernel::start_anew(meetings_);
  kernel::ImplicitPlan& plan = plan_.plan();
  for (CellId c = first; c < last; ++c) {
    const vcd::Cell& cell = table.cells[c];
    if (cell.label <= kernel::blocked) continue;
    ring_.clear();
    if (cell.line_count == 0) {
      const auto corners = plan_.corners(cell.surface);
      const auto base = static_cast<Corner>(corner_vertex_.size()), n = static_cast<Corner>(corners.size());
      for (std::uint32_t k = 0; k < n; ++k) {
        const LineId line = plan_.line({kernel::edge_kind, false, cell.surface, k});
        add_corner(plan.vertex_on(corners[k], line), c, k);
        ring_.push_back({line, base + (k + 1 == n ? 0 : k + 1)});
      }
    } else {
      const auto sources = table.lines_of(cell);
      for (const kernel::LineSource& s : sources) ring_.push_back({plan_.line(s), 0});
      for (std::uint32_t k = 0; k < ring_.size(); ++k) {
        const std::uint32_t next = k + 1 == ring_.size() ? 0 : k + 1;
        ring_[k].end =
            corner_between(ring_[k].line, ring_[next].line, plan_.corner_point(sources[k], sources[next]), c, k);
      }
    }
    for (std::size_t k = 0; k < ring_.size(); ++k) {
      const LineId line = ring_[k].line, representative = plan.representative(line);
      const std::uint32_t number = line_number(line);
      find_input_edge(number, line);
      edges_.push_back({number, plan.equal_directed(line, representative), ring_[k == 0 ? ring_.size() - 1 : k - 1].end,
                        ring_[k].end, c});
    }
  }
}

// Sorts the edges by line. It is a counting sort, as lines are numbered densely.
void SurfaceHalfEdges::sort_by_line() {
  std::vector<std::uint32_t>& next = next_of_line_;
  next.assign(lines_.size() + 1, 0);
  for (const Edge& e : edges_) ++next[e.line + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  by_line_.resize(edges_.size());
  for (std::uint32_t e = 0; e < edges_.size(); ++e) by_line_[next[edges_[e].line]++] = e;
}

void SurfaceHalfEdges::collect_walls(std::span<const vcd::Obstruction> obstructions) {
  walls_.clear();
  for (const vcd::Obstruction& o : obstructions) {
    const LineId line = plan_.line(o.line);
    number_of_line_.resize(std::max<std::size_t>(number_of_line_.size(), plan_.plan().line_count()), none);
    const std::uint32_t number = number_of_line_[plan_.plan().representative(line) >> 1];
    if (number == none) continue;  // no cell has an edge on this line
    const LineId from = plan_.line(o.from), to = plan_.line(o.to);
    walls_.push_back({number, wall_end(line, from), wall_end(line, to), o.may_cross});
  }
  std::ranges::stable_sort(walls_, {}, &Wall::line);
}

// Sorts places_ along the line at work and numbers the points on it from 0. place_of_ becomes the number of each
// corner's point, and at_rank_ is a corner at each point. Corners at one point are united as soon as they are found
// equal, so that no two are compared exactly twice.
void SurfaceHalfEdges::rank_places(LineId line) {
  const kernel::ImplicitPlan& plan = plan_.plan();
  const auto order = [&](const Place& a, const Place& b) {
    const double d = a.at - b.at, e = a.error + b.error;
    if (d > e) return Sign::positive;
    if (d < -e) return Sign::negative;
    if (equal_.find(a.corner) == equal_.find(b.corner)) return Sign::zero;
    const Sign sign = plan.order_along(line, corner_vertex_[a.corner], corner_vertex_[b.corner]);
    if (sign == Sign::zero) equal_.unite(a.corner, b.corner);
    return sign;
  };
  std::ranges::sort(places_, [&](const Place& a, const Place& b) { return order(a, b) == Sign::negative; });
  at_rank_.clear();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    if (i == 0 || order(places_[i - 1], place) != Sign::zero) at_rank_.push_back(place.corner);
    place_of_[place.corner] = static_cast<std::uint32_t>(at_rank_.size() - 1);
  }
}

void SurfaceHalfEdges::split_line(std::span<const std::uint32_t> edges, std::span<const Wall> walls) {
  const LineId line = lines_[edges_[edges[0]].line];
  const kernel::ImplicitPlan& plan = plan_.plan();
  const bool along_x = plan.crosses_x_lines(line);
  const auto line_near = plan.approx_line(line);
  const double a = line_near[0], b = line_near[1];
  const double direction = along_x ? (b < 0 ? 1 : -1) : (a > 0 ? 1 : -1);
  places_.clear();
  place_of_.resize(std::max(place_of_.size(), corner_vertex_.size()));
  const auto ask = [&](Corner corner) {
    const std::uint32_t place = place_of_[corner];  // it may be one on another line
    if (place < places_.size() && places_[place].corner == corner) return;
    const auto& p = corner_near_[corner];
    const bool known = !std::isnan(a) && p.error < HUGE_VAL;
    place_of_[corner] = static_cast<std::uint32_t>(places_.size());
    places_.push_back({corner, known ? direction * (along_x ? p.x : p.y) : 0, known ? p.error : HUGE_VAL});
  };
  for (const std::uint32_t e : edges) {
    ask(edges_[e].from);
    ask(edges_[e].to);
  }
  for (const Wall& w : walls) {
    ask(w.from);
    ask(w.to);
  }
  rank_places(line);

  const auto highest = static_cast<kernel::Label>(map_.stances.size());
  intervals_.assign(at_rank_.size() - 1, {{none, none}, {none, none}, highest});
  for (const Wall& w : walls) {
    const auto [low, high] = ranks(w.from, w.to);
    for (std::uint32_t k = low; k < high; ++k) intervals_[k].pass = std::min(intervals_[k].pass, w.may_cross);
  }
  for (const std::uint32_t e : edges) {
    const auto [low, high] = ranks(edges_[e].from, edges_[e].to);
    for (std::uint32_t k = low; k < high; ++k) intervals_[k].edge[edges_[e].forward] = e;
  }
  for (const std::uint32_t e : edges) {
    const auto [low, high] = ranks(edges_[e].from, edges_[e].to);
    add_pieces(e, low, high);
  }
  for (const Interval& i : intervals_)
    if (i.piece[0] != none && i.piece[1] != none) {
      pieces_[i.piece[0]].twin = i.piece[1];
      pieces_[i.piece[1]].twin = i.piece[0];
    }
}

// Cuts an edge where its neighbour or the greatest stance that walls let pass changes. Where two edges on both sides of
// the line share a stretch, both are cut at the same points.
void SurfaceHalfEdges::add_pieces(std::uint32_t e, std::uint32_t low, std::uint32_t high) {
  Edge& edge = edges_[e];
  const bool forward = edge.forward;
  const kernel::Label most = map_.table.cells[edge.cell].label;
  const auto breaks_at = [&](std::uint32_t k) {
    return intervals_[k].edge[!forward] != intervals_[k - 1].edge[!forward] ||
           intervals_[k].pass != intervals_[k - 1].pass;
  };
  edge.first_piece = static_cast<std::uint32_t>(pieces_.size());
  while (low < high) {
    // Finds the next stretch in the direction of the edge.
    std::uint32_t begin = low, end = high;
    if (forward) {
      for (end = low + 1; end < high && !breaks_at(end);) ++end;
      low = end;
    } else {
      for (begin = high - 1; begin > low && !breaks_at(begin);) --begin;
      high = begin;
    }
    Interval& first = intervals_[begin];
    if (first.edge[!forward] != none) first.piece[forward] = static_cast<std::uint32_t>(pieces_.size());
    const Corner v = at_rank_[begin], w = at_rank_[end];
    pieces_.push_back({forward ? v : w, forward ? w : v, std::min(first.pass, most)});
  }
  edge.last_piece = static_cast<std::uint32_t>(pieces_.size());
}

void SurfaceGraph::clear() {
  side_counts.clear();
  half_edges.clear();
  vertices.clear();
  cuts.clear();
  lines.clear();
  points.clear();
}

VertexRef SurfaceHalfEdges::vertex_of(Corner corner, SurfaceGraph& out) {
  const Corner c = equal_.find(corner);
  if (vertex_[c] != none) return vertex_[c];
  vertex_[c] = static_cast<VertexRef>(out.vertices.size());
  const VertexId v = corner_vertex_[c];
  const auto& p = corner_near_[c];
  auto [cell, k] = corner_name_[c];
  if (cell == GraphVertex::no_cell) {
    k = static_cast<std::uint32_t>(out.points.size());
    out.points.push_back(plan_.lift(v));
  }
  const kernel::ImplicitPlan& plan = plan_.plan();
  out.vertices.push_back({plan_.near(v, p), cell, k, kernel::no_point, plan.lines_of(v)});
  name_vertex(v, plan.point_of(v), p, out);
  return vertex_[c];
}

InputEdge SurfaceHalfEdges::edge_along(LineId line) const {
  const LineId i = plan_.plan().representative(line) >> 1;
  return i < number_of_line_.size() && number_of_line_[i] != none ? edge_of_line_[number_of_line_[i]] : no_edge;
}

// Names a vertex by the input point at its place, if that point is in the surface's plane and not above or below it.
// Otherwise it is named by an input edge that it lies on and the line that cuts the edge there, if that is the same
// point on all surfaces that share the edge. This is so for the projection of another edge, and for the line along
// which another polygon is at a given level above the surface. It is not so for a diagonal, nor for an axis-parallel
// line through the point where a wall's edge reaches a level.
void SurfaceHalfEdges::name_vertex(VertexId vertex, kernel::PointId point,
                                   const kernel::ImplicitPlan::ApproxVertex& near, SurfaceGraph& out) {
  GraphVertex& made = out.vertices.back();
  if (point != kernel::no_point && plan_.in_plane(point)) {
    made.point = point;
    return;
  }
  kernel::ImplicitPlan& plan = plan_.plan();
  const auto lines = plan.lines_of(vertex);
  if (lines[1] == kernel::no_line) return;
  for (int i = 0; i < 2; ++i) {
    const InputEdge edge = edge_along(lines[i]);
    if (edge == no_edge) continue;
    for (const kernel::PointId end : edge) {  // the vertex may be an end of the edge
      const auto from_origin = [&](int axis) {
        return kernel::interval_of(points_, end, axis) - kernel::interval_of(points_, plan.origin(), axis);
      };
      if (apart(from_origin(0), kernel::around(near.x, near.error)) ||
          apart(from_origin(1), kernel::around(near.y, near.error)))
        continue;
      if (plan.order_along(lines[i], vertex, plan.vertex_on(end, lines[i])) != Sign::zero) continue;
      made.point = end;
      return;
    }
    kernel::LineSource cut = plan.source(lines[1 - i]);
    if (cut.kind == kernel::diagonal_kind || cut.kind == vcd::wall_at_x_kind || cut.kind == vcd::wall_at_y_kind)
      continue;
    cut.reversed = false;
    out.cuts.push_back({edge, cut, static_cast<VertexRef>(out.vertices.size() - 1)});
    return;
  }
}

void SurfaceHalfEdges::emit(CellId first, CellId last, SurfaceGraph& out) {
  vertex_.assign(equal_.size(), none);
  const auto first_line = static_cast<std::uint32_t>(out.lines.size());
  const kernel::PointId origin = plan_.plan().origin();
  const bool whole = points_.is_whole_in_plan(origin);  // if it is not, its coordinates may be of any size
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!whole) {
      out.lines.push_back({NAN, NAN, NAN, edge_of_line_[i]});
      continue;
    }
    const auto [a, b, c] = plan_.plan().approx_line(lines_[i]);
    out.lines.push_back(named_line(a, b, c, points_.approx(origin, 0), points_.approx(origin, 1), edge_of_line_[i]));
  }
  auto edge = edges_.begin();
  for (CellId c = first; c < last; ++c) {
    const std::size_t before = out.half_edges.size();
    for (; edge != edges_.end() && edge->cell == c; ++edge) {
      const auto add = [&](Corner from, Corner to, kernel::Label pass) {
        const VertexRef v = vertex_of(from, out), w = vertex_of(to, out);
        out.half_edges.push_back({c, v, w, first_line + edge->line, no_half_edge, pass});
      };
      if (edge->first_piece == none) add(edge->from, edge->to, map_.table.cells[c].label);
      for (std::uint32_t i = edge->first_piece; i < edge->last_piece; ++i) {
        pieces_[i].edge = static_cast<std::uint32_t>(out.half_edges.size());
        add(pieces_[i].from, pieces_[i].to, pieces_[i].pass);
      }
    }
    out.side_counts.push_back(static_cast<std::uint32_t>(out.half_edges.size() - before));
  }
  for (const EdgePiece& p : pieces_)
    if (p.twin != none) out.half_edges[p.edge].twin = pieces_[p.twin].edge;
}

}  // namespace plumb::pipeline
