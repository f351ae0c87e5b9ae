// SPDX-License-Identifier: GPL-3.0-or-later
// Where a way ends that is open in one trial bake and shut in a slightly stricter one, and what ends it.
// Problem. explain has found a value of a parameter at which two places are parted: two bakes differ by a hair, and one
// of them joins the places. A person wants to see the place and the polygons at fault, not two graphs.
// find_blocked_place():
// 1. WaySearch::search() finds a way of fewest cells through the open trial, by breadth-first search over flush
//    portals, steps and welds.
// 2. pieces() makes straight pieces of it, from the middle of one portal to the middle of the next, each over one
//    polygon.
// 3. find_blocked_place() walks along the pieces in the shut trial: ShutTrial::holds() asks whether a place is in a
//    cell that is joined with the start. The first piece that is not held to its end is halved until a wall is between
//    the halves or something is over the place that is lost, 30 times at least, and 120 at most: under a ceiling that
//    slopes, what is lost may be as narrow as the hair between the two trials. If a piece is lost at its beginning, the
//    portal before it is the one that closed.
// 4. meet_wall() looks for a wall that the last piece crosses, and at a portal for one that stands there; else
//    add_obstacles() takes the witnesses of the cells at the place, or the border that is too close to it. If nothing
//    is found the floors on both sides are named.
// 5. With a radius the way ends that far before what is in the way. If the stricter trial parts the places for a point,
//    too, its place and polygons are the answer. Otherwise a point gets around, where the disc does not: then it is the
//    border that the open trial does not have and that is nearest to the end of the way (meet_new_border); its floors
//    are those of the step or weld there.
// Cost. Linear in the cells, portals and stretches of border, plus 30 to 120 tests of the cells of one polygon; memory
// linear.
// Exactness. Cells and walls are exact. The place is found to 2^-30 of its piece or better; the way is one of many, so
// another place may close at the same value.
#include <algorithm>
#include <array>
#include <deque>

#include "near_border.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/vertex_reader.h"
#include "reach/trial_level.h"

namespace plumb::pipeline {
namespace {

constexpr int fewest_halvings = 30, most_halvings = 120;

ExactPoint between(const ExactPoint& p, const ExactPoint& q, const mpq_class& t) {
  return {p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])};
}

// How the way enters a cell from the previous one.
struct Entry {
  CellId before = GraphVertex::no_cell;
  HalfEdgeId half_edge = no_half_edge;  // of a flush portal: the previous cell's half-edge
  const OffmeshPortal* portal = nullptr;
  bool forward = true;  // through the portal from a to b
};

// One straight piece of the way, over one polygon.
struct Piece {
  kernel::PolygonId polygon;
  ExactPoint from, to;
};

class WaySearch {
 public:
  WaySearch(TrialLevel& level, TrialGraph& open)
      : level_(level), open_(open), reader_(level.points(), level.set(), open.map, open.graph) {}

  // The pieces of the way in order. Each begins where the portal at the end of the previous one leads to.
  std::vector<Piece> pieces() {
    const CellId goal = search();
    std::vector<CellId> cells{goal};
    while (entries_[cells.back()].before != GraphVertex::no_cell) cells.push_back(entries_[cells.back()].before);
    std::ranges::reverse(cells);
    std::vector<Piece> out;
    ExactPoint at = *level_.floor(0);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const kernel::PolygonId polygon = open_.map.table.cells[cells[i]].surface;
      if (i + 1 == cells.size()) {
        out.push_back({polygon, at, *level_.floor(1)});
        break;
      }
      const auto [leaves, enters] = middle(entries_[cells[i + 1]]);
      out.push_back({polygon, at, leaves});
      at = enters;
    }
    return out;
  }

 private:
  CellId search() {
    const NavGraph& g = open_.graph;
    entries_.assign(open_.map.table.cells.size(), {});
    std::vector<bool> seen(entries_.size());
    std::vector<std::vector<const OffmeshPortal*>> portals(entries_.size());
    for (const OffmeshPortal& p : g.portals) {
      if (p.stance < 1) continue;
      portals[g.half_edges[p.a].cell].push_back(&p);
      portals[g.half_edges[p.b].cell].push_back(&p);
    }
    std::deque<CellId> open(open_.ends[0].begin(), open_.ends[0].end());
    for (const CellId c : open) seen[c] = true;
    const auto enter = [&](CellId cell, const Entry& entry) {
      if (seen[cell]) return;
      seen[cell] = true;
      entries_[cell] = entry;
      open.push_back(cell);
    };
    while (!open.empty()) {
      const CellId c = open.front();
      open.pop_front();
      if (std::ranges::find(open_.ends[1], c) != open_.ends[1].end()) return c;
      for (HalfEdgeId e = g.first_half_edge[c]; e < g.first_half_edge[c + 1]; ++e)
        if (const HalfEdgeId twin = g.half_edges[e].twin; twin != no_half_edge && g.stance_through(e) >= 1)
          enter(g.half_edges[twin].cell, {c, e, nullptr, true});
      for (const OffmeshPortal* p : portals[c]) {
        const CellId a = g.half_edges[p->a].cell, b = g.half_edges[p->b].cell;
        enter(a == c ? b : a, {c, no_half_edge, p, a == c});
      }
    }
    return open_.ends[1].front();  // never executed: the places are joined
  }

  // Where the way leaves one cell, and where it enters the next.
  std::array<ExactPoint, 2> middle(const Entry& entry) {
    const mpq_class half(1, 2);
    if (entry.portal) {
      const ExactPoint a = between(entry.portal->on_a[0], entry.portal->on_a[1], half),
                       b = between(entry.portal->on_b[0], entry.portal->on_b[1], half);
      return entry.forward ? std::array{a, b} : std::array{b, a};
    }
    const HalfEdge& e = open_.graph.half_edges[entry.half_edge];
    const ExactPoint from = reader_[e.from];
    const ExactPoint at = between(from, reader_[e.to], half);
    return {at, at};
  }

  TrialLevel& level_;
  TrialGraph& open_;
  VertexReader reader_;
  std::vector<Entry> entries_;
};

class ShutTrial {
 public:
  ShutTrial(TrialLevel& level, TrialGraph& shut) : level_(level), shut_(shut) {}

  bool holds(kernel::PolygonId polygon, const ExactPoint& at) {
    return std::ranges::any_of(level_.cells_at(shut_.map, polygon, {at[0], at[1]}), [&](CellId c) {
      return shut_.map.table.cells[c].label >= 1 && shut_.joined_with_start(c);
    });
  }

  // Adds the polygons that keep a place from being stood on.
  void add_obstacles(kernel::PolygonId polygon, const ExactPoint& at, std::vector<kernel::PolygonId>& out) {
    for (const CellId c : level_.cells_at(shut_.map, polygon, {at[0], at[1]})) {
      const vcd::Cell& cell = shut_.map.table.cells[c];
      if (cell.label < 1 && cell.witness != kernel::no_polygon) out.push_back(cell.witness);
      if (cell.label == kernel::too_close && shut_.map.clearance)
        for (const std::uint32_t s : shut_.map.clearance->takers_of(c))
          out.push_back(shut_.map.clearance->border.stretches[s].surface);
    }
  }

  // Adds the walls that a piece of the way crosses, and the place.
  void meet_wall(kernel::PolygonId polygon, const ExactPoint& from, const ExactPoint& to, BlockedPlace& out) {
    each_wall(polygon, from, to, [&](kernel::PolygonId wall, const ExactPoint& at) {
      out.polygons.push_back(wall);
      out.place = at;
    });
  }
  // Adds the walls that a piece touches where it ends.
  void meet_wall_at_end(kernel::PolygonId polygon, const ExactPoint& from, const ExactPoint& end, BlockedPlace& out) {
    each_wall(polygon, from, end, [&](kernel::PolygonId wall, const ExactPoint& at) {
      if (at[0] == end[0] && at[1] == end[1]) out.polygons.push_back(wall);
    });
  }

 private:
  // Calls met(wall, place) for each wall of the shut trial that a piece meets and does not lie along.
  template <class Met>
  void each_wall(kernel::PolygonId polygon, const ExactPoint& from, const ExactPoint& to, const Met& met) {
    CellGeometry geometry(level_.points(), level_.set(), shut_.map);
    for (const vcd::Obstruction& o : shut_.map.table.obstructions) {
      if (o.surface != polygon || o.may_cross >= 1) continue;
      const auto [p, q] = geometry.ends(o);
      const mpq_class before = kernel::formulas::orient2d(p, q, from), behind = kernel::formulas::orient2d(p, q, to);
      if (sgn(before) * sgn(behind) > 0 || before == behind) continue;
      const ExactPoint at = between(from, to, before / (before - behind));
      const int axis = p[0] != q[0] ? 0 : 1;
      if (at[axis] >= std::min(p[axis], q[axis]) && std::max(p[axis], q[axis]) >= at[axis]) met(o.wall, at);
    }
  }

  TrialLevel& level_;
  TrialGraph& shut_;
};

}  // namespace

BlockedPlace find_blocked_place(TrialLevel& level, TrialGraph& open, TrialGraph& shut) {
  const std::vector<Piece> pieces = WaySearch(level, open).pieces();
  ShutTrial trial(level, shut);
  BlockedPlace out{pieces.front().from, {}, {pieces.front().polygon}};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (!trial.holds(piece.polygon, piece.from)) {  // the portal before it is shut
      if (piece.polygon != out.floors.front()) out.floors.push_back(piece.polygon);
      if (i > 0) trial.meet_wall_at_end(pieces[i - 1].polygon, pieces[i - 1].from, pieces[i - 1].to, out);
      trial.meet_wall_at_end(piece.polygon, piece.to, piece.from, out);
      break;
    }
    out.floors = {piece.polygon};
    out.place = piece.to;
    if (trial.holds(piece.polygon, piece.to)) continue;
    mpq_class held = 0, lost = 1;
    for (int k = 0; k < most_halvings && out.polygons.empty(); ++k) {
      const mpq_class t = (held + lost) / 2;
      (trial.holds(piece.polygon, between(piece.from, piece.to, t)) ? held : lost) = t;
      if (k + 1 < fewest_halvings) continue;
      out.place = between(piece.from, piece.to, lost);
      trial.meet_wall(piece.polygon, between(piece.from, piece.to, held), ExactPoint(out.place), out);
      if (out.polygons.empty()) trial.add_obstacles(piece.polygon, out.place, out.polygons);
    }
    break;
  }
  if (out.polygons.empty())
    for (const kernel::PolygonId polygon : out.floors) trial.add_obstacles(polygon, out.place, out.polygons);
  std::vector<kernel::PolygonId> once;
  for (const kernel::PolygonId polygon : out.polygons.empty() ? out.floors : out.polygons)
    if (std::ranges::find(once, polygon) == once.end()) once.push_back(polygon);
  out.polygons = std::move(once);
  return out;
}

namespace {

using Segment = std::array<ExactPoint, 2>;

// Moves the end of a way from where the disc stops to the border that only the shut trial has. Without such border near
// it stays.
void meet_new_border(TrialLevel& level, const TrialGraph& open, const TrialGraph& shut, const mpq_class& radius,
                     BlockedPlace& out) {
  const auto near = [&](const Border& border) {
    std::vector<std::pair<Segment, BorderStretch>> found;
    for (const BorderStretch& s : border.stretches) {
      Segment ends{exact_end(level.points(), border.ends[s.from]), exact_end(level.points(), border.ends[s.to])};
      const auto at = nearest_within(ends[0], ends[1], out.place, level.window());
      if (!at) continue;
      const mpq_class dx = (*at)[0] - out.place[0], dy = (*at)[1] - out.place[1];
      if (kernel::formulas::dot2d(dx, dy, dx, dy) <= radius * radius * 5 / 4) found.emplace_back(std::move(ends), s);
    }
    return found;
  };
  const auto before = near(border_of(level.points(), level.set(), open.map, open.graph));
  Border added = border_of(level.points(), level.set(), shut.map, shut.graph);
  const auto now = near(added);
  added.stretches.clear();
  for (const auto& [ends, stretch] : now)
    if (std::ranges::none_of(before, [&ends = ends](const auto& old) { return old.first == ends; }))
      added.stretches.push_back(stretch);
  const auto found = NearBorderFinder(level.points(), level.set(), shut.map, added).find(out.place, 1, level.window());
  if (!found) return;
  out.place = found->nearest;
  out.polygons = {found->polygon};
  if (found->cause != kernel::no_polygon) out.polygons.push_back(found->cause);
}

// The polygons on both sides of the step or weld that is nearest to a place in plan, and not farther than the radius;
// none if there is none.
std::vector<kernel::PolygonId> nearest_portal(const TrialGraph& trial, const ExactPoint& at, const mpq_class& window,
                                              const mpq_class& radius) {
  const auto surface = [&](HalfEdgeId e) { return trial.map.table.cells[trial.graph.half_edges[e].cell].surface; };
  mpq_class least = radius * radius;
  std::vector<kernel::PolygonId> out;
  for (const OffmeshPortal& p : trial.graph.portals)
    for (const auto* side : {&p.on_a, &p.on_b}) {
      const auto near = nearest_within((*side)[0], (*side)[1], at, window);
      if (p.stance < 1 || !near) continue;
      const mpq_class dx = (*near)[0] - at[0], dy = (*near)[1] - at[1],
                      square = kernel::formulas::dot2d(dx, dy, dx, dy);
      if (square > least) continue;
      least = square;
      out = {surface(p.a), surface(p.b)};
    }
  return out;
}

}  // namespace

BlockedPlace find_blocked_place(TrialLevel& level, TrialGraph& open, TrialGraph& shut, TrialGraph& open_to_points,
                                TrialGraph& shut_to_points, const mpq_class& radius) {
  if (!shut_to_points.joins()) return find_blocked_place(level, open_to_points, shut_to_points);
  BlockedPlace out = find_blocked_place(level, open, shut);
  meet_new_border(level, open_to_points, shut_to_points, radius, out);
  if (auto sides = nearest_portal(open_to_points, out.place, level.window(), radius); !sides.empty())
    out.floors = std::move(sides);
  return out;
}

}  // namespace plumb::pipeline
