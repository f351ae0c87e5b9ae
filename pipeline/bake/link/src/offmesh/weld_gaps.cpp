// SPDX-License-Identifier: GPL-3.0-or-later
// What would join the components of a graph: gaps that a weld could bridge, and rises that a step could.
//
// 1. joined_cells() unites the cells that portals for a stance join.
// 2. near_borders() looks for border half-edges of different components that face each other within a reach, in
//    doubles: a tree of boxes over the borders outside of the largest component, after keep_near_others() has dropped
//    those far from any other component.
// 3. weld_gaps() tries the nearest places of each pair of components first, a few at a time, and lets weld_portals()
//    decide exactly. welded_pairs() asks the same of all borders that come near another component.
// 4. StepGaps keeps the pairs of half-edges on one line in plan, with the least rise that doubles allow. at() takes
//    them from a queue, the lowest first: where two components are not joined yet, the rise is computed exactly
//    (add_step_portals()), and a pair whose exact rise is the lowest joins them.
//
// Cost: n log n for n borders, and what weld_portals() and add_step_portals() take for the pairs that are tried.
// Memory: linear in the borders and pairs.
// Exact: what joins. Doubles only say where to look first.
// Source: our own.
#include "plumb/pipeline/weld_gaps.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>

#include "offmesh/offmesh_portals.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {
namespace {

using Point = std::array<double, 2>;
struct Segment {
  HalfEdgeId id;
  std::uint32_t component;
  Point from, to;
  kernel::Box box;
};

double squared_distance(const Point& p, const Segment& s) {
  const double x = s.to[0] - s.from[0], y = s.to[1] - s.from[1], px = p[0] - s.from[0], py = p[1] - s.from[1];
  const double t = std::clamp(kernel::formulas::dot2d(px, py, x, y) / kernel::formulas::dot2d(x, y, x, y), 0.0, 1.0);
  const double dx = px - t * x, dy = py - t * y;
  return kernel::formulas::dot2d(dx, dy, dx, dy);
}

double squared_distance(const Segment& s, const Segment& t) {
  return std::min(
      {squared_distance(s.from, t), squared_distance(s.to, t), squared_distance(t.from, s), squared_distance(t.to, s)});
}

// Does t run the other way, and not wholly behind s? Outside is to the left.
bool faces(const Segment& s, const Segment& t) {
  const auto along =
      kernel::formulas::dot2d(s.to[0] - s.from[0], s.to[1] - s.from[1], t.to[0] - t.from[0], t.to[1] - t.from[1]);
  return along < 0 &&
         (kernel::formulas::orient2d(s.from, s.to, t.from) >= 0 || kernel::formulas::orient2d(s.from, s.to, t.to) >= 0);
}

kernel::Box box_of(const GraphVertex& p, const GraphVertex& q) {
  kernel::Box out;
  for (int k = 0; k < 3; ++k) {
    const kernel::Interval a = p.near(k), b = q.near(k);
    out.low[static_cast<std::size_t>(k)] = std::min(a.low, b.low);
    out.high[static_cast<std::size_t>(k)] = std::max(a.high, b.high);
  }
  return out;
}

// What is within a distance of a box in plan and in height.
kernel::Box around(kernel::Box box, double reach, double rise) {
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] -= k < 2 ? reach : rise;
    box.high[k] += k < 2 ? reach : rise;
  }
  return box;
}

std::vector<Segment> border_segments(const NavGraph& graph, ComponentOfCell component) {
  std::vector<Segment> out;
  for (HalfEdgeId e = 0; e < graph.half_edges.size(); ++e) {
    const HalfEdge& edge = graph.half_edges[e];
    const std::uint32_t c = component[edge.cell];
    if (c == ignored_component || (edge.twin != no_half_edge && graph.stance_through(e) > 0)) continue;
    const GraphVertex &from = graph.vertices[edge.from], &to = graph.vertices[edge.to];
    out.push_back({e, c, {from.x, from.y}, {to.x, to.y}, box_of(from, to)});
  }
  return out;
}

// Leaves those that are within the box around another component.
void keep_near_others(std::vector<Segment>& segments, double reach, double rise) {
  std::vector<kernel::Box> boxes;  // by component
  for (const Segment& s : segments) {
    if (s.component >= boxes.size()) boxes.resize(s.component + std::size_t{1}, kernel::no_box);
    kernel::grow(boxes[s.component], s.box);
  }
  std::vector<std::uint32_t> there;
  for (std::uint32_t c = 0; c < boxes.size(); ++c) {
    if (boxes[c].low[0] <= boxes[c].high[0]) there.push_back(c);
    boxes[c] = around(boxes[c], reach, rise);
  }
  const kernel::BoxTree tree(std::move(boxes), there);
  std::erase_if(segments, [&](const Segment& s) {
    return !tree.any(s.box, [&](std::uint32_t c) { return c != s.component && tree.box(c).touches(s.box); });
  });
}

using ComponentPair = std::pair<std::uint32_t, std::uint32_t>;

mpq_class squared_width(const OffmeshPortal& p, std::size_t end) {
  const mpq_class x = p.on_b[end][0] - p.on_a[end][0], y = p.on_b[end][1] - p.on_a[end][1];
  return x * x + y * y;
}

// The places where two components are near each other, nearest first, and how many of them were tried.
struct Places {
  std::vector<NearBorders> near;
  std::size_t tried = 0;
  std::optional<mpq_class> squared_width;  // of the narrowest gap found
};

std::map<ComponentPair, Places> places_between(const NavGraph& graph, ComponentOfCell component,
                                               const std::vector<NearBorders>& near) {
  std::map<ComponentPair, Places> out;
  for (const NearBorders& n : near)
    out[std::minmax(component[graph.half_edges[n.a].cell], component[graph.half_edges[n.b].cell])].near.push_back(n);
  return out;
}

// The next few places of each pair of components that has no gap yet, as numbers of border half-edges, ascending.
std::vector<std::uint32_t> next_edges(std::map<ComponentPair, Places>& places, std::size_t few,
                                      const BorderEdges& edges) {
  std::vector<std::uint32_t> out;
  for (auto& [pair, p] : places) {
    if (p.squared_width) continue;
    for (const std::size_t end = std::min(p.near.size(), p.tried + few); p.tried < end; ++p.tried) {
      out.push_back(edges.index_of(p.near[p.tried].a));
      out.push_back(edges.index_of(p.near[p.tried].b));
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Two half-edges that may step onto one another, and how much that rises at least: in doubles before it is known.
struct Rise {
  double least = 0;  // in the scene's integer units
  std::uint32_t i = 0, j = 0;
  std::optional<mpq_class> known = std::nullopt;  // in input units
  bool operator>(const Rise& o) const { return std::tie(least, i, j) > std::tie(o.least, o.i, o.j); }
};

}  // namespace

std::vector<NearBorders> near_borders(const LinkedLevel& level, ComponentOfCell component, const mpq_class& reach) {
  const auto units = [&](const mpq_class& length) {
    return kernel::interval_of(length * level.scene.points.denominator()).high;
  };
  const double away = units(reach), rise = units(level.map.step);
  std::vector<Segment> segments = border_segments(level.graph, component);
  keep_near_others(segments, away, rise);
  std::vector<kernel::Box> boxes;         // of those outside of the largest component, which has most of them
  std::vector<std::uint32_t> segment_of;  // by box
  for (std::uint32_t i = 0; i < segments.size(); ++i)
    if (segments[i].component != 0) {
      segment_of.push_back(i);
      boxes.push_back(around(segments[i].box, away, rise));
    }
  const kernel::BoxTree tree(std::move(boxes));
  std::vector<NearBorders> out;
  for (const Segment& s : segments)
    tree.query(s.box, [&](std::uint32_t box) {
      const Segment& t = segments[segment_of[box]];
      if (t.component == s.component || (s.component != 0 && t.id < s.id) || !faces(s, t) || !faces(t, s)) return;
      if (const double squared = squared_distance(s, t); squared <= away * away)
        out.push_back({std::min(s.id, t.id), std::max(s.id, t.id), squared});
    });
  std::ranges::sort(out, {}, [](const NearBorders& n) { return std::tuple(n.squared_distance, n.a, n.b); });
  return out;
}

kernel::UnionFind joined_cells(const NavGraph& graph, const StanceMap& map, kernel::Label stance) {
  kernel::UnionFind joined(static_cast<std::uint32_t>(map.table.cells.size()));
  for (HalfEdgeId e = 0; e < graph.half_edges.size(); ++e)
    if (const HalfEdgeId twin = graph.half_edges[e].twin; twin != no_half_edge && graph.stance_through(e) >= stance)
      joined.unite(graph.half_edges[e].cell, graph.half_edges[twin].cell);
  for (const OffmeshPortal& p : graph.portals)
    if (p.stance >= stance) joined.unite(graph.half_edges[p.a].cell, graph.half_edges[p.b].cell);
  return joined;
}

std::vector<WeldGap> weld_gaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component,
                               const std::vector<NearBorders>& near, const mpq_class& reach, unsigned threads) {
  const auto& [scene, set, map, graph] = level;
  const kernel::PointTable& points = scene.points;
  std::map<ComponentPair, Places> places = places_between(graph, component, near);
  BorderEdges edges(points, set, index, map, graph);
  const ColumnCheck test(points, set, index, map.step);
  constexpr std::size_t most_at_once = 128;
  for (std::size_t few = 1; few <= most_at_once; few *= 2) {
    const std::vector<std::uint32_t> chosen = next_edges(places, few, edges);
    if (chosen.empty()) break;
    for (const OffmeshPortal& p :
         weld_portals(edges, edges.pairs_of(chosen, reach, map.step, true, threads), test,
                      ColumnFilter(points, set, index, map, edges), map, reach, graph.portals, threads,
                      [&](std::uint32_t i, std::uint32_t j) {
                        return places.contains(std::minmax(component[edges.cell(i)], component[edges.cell(j)]));
                      })) {
      const ComponentPair pair =
          std::minmax(component[graph.half_edges[p.a].cell], component[graph.half_edges[p.b].cell]);
      std::optional<mpq_class>& width = places.at(pair).squared_width;
      mpq_class here = std::min(squared_width(p, 0), squared_width(p, 1));
      if (!width || here < *width) width = std::move(here);
    }
  }
  std::vector<WeldGap> out;
  for (const auto& [pair, p] : places)
    if (p.squared_width) out.push_back({pair.first, pair.second, *p.squared_width});
  std::ranges::stable_sort(out, {}, &WeldGap::squared_width);
  return out;
}

std::vector<std::array<std::uint32_t, 2>> welded_pairs(const LinkedLevel& level, const SurfaceIndex& index,
                                                       ComponentOfCell component, const mpq_class& weld,
                                                       kernel::Label stance, unsigned threads) {
  const auto& [scene, set, map, graph] = level;
  BorderEdges edges(scene.points, set, index, map, graph);
  const auto of = [&edges, component](std::uint32_t i) { return component[edges.cell(i)]; };
  const auto joins = [&](std::uint32_t i, std::uint32_t j) {
    return of(i) != of(j) && of(i) != ignored_component && of(j) != ignored_component;
  };
  // Of two components that differ, one is not the largest: its borders find the other's.
  std::vector<std::uint32_t> small;
  for (std::uint32_t i = 0; i < edges.size(); ++i)
    if (of(i) != 0 && of(i) != ignored_component) small.push_back(i);
  // Every border that one of these may meet is needed, since a weld leads to the border that is met first.
  auto pairs = edges.pairs_of(edges.facing(small, weld, map.step, joins), weld, map.step, true, threads);
  const ColumnCheck test(scene.points, set, index, map.step);
  const ColumnFilter filter(scene.points, set, index, map, edges);
  std::vector<std::array<std::uint32_t, 2>> out;
  for (const OffmeshPortal& p :
       weld_portals(edges, std::move(pairs), test, filter, map, weld, graph.portals, threads, joins)) {
    if (p.stance < stance) continue;
    const auto [a, b] = std::minmax(component[graph.half_edges[p.a].cell], component[graph.half_edges[p.b].cell]);
    out.push_back({a, b});
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

struct StepGaps::State {
  State(const LinkedLevel& l, const SurfaceIndex& x, ComponentOfCell c, const mpq_class& highest, unsigned threads)
      : level(l), index(x), component(c), edges(l.scene.points, l.set, x, l.map, l.graph) {
    // Every pair is seen from either side, and one is not of the largest component.
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < edges.size(); ++i)
      if (const std::uint32_t k = component[edges.cell(i)]; k != 0 && k != ignored_component) chosen.push_back(i);
    for (const auto& [i, j] : edges.pairs_of(chosen, 0, highest, false, threads)) {
      const auto [a, b] = components(i, j);
      if (a != b && b != ignored_component && (i < j || a == 0))
        rises.push_back({least_rise(i, j), std::min(i, j), std::max(i, j)});
    }
  }

  // What is lowest as far as is known goes first; what is known joins.
  std::vector<StepGap> at(const mpq_class& step) {
    const ColumnCheck test(level.scene.points, level.set, index, step);
    StanceMap map;  // what step portals ask of one
    map.stances = level.map.stances;
    map.step = step;
    std::priority_queue<Rise, std::vector<Rise>, std::greater<>> queue(std::greater<>(), rises);
    std::vector<StepGap> out;
    kernel::UnionFind joined(static_cast<std::uint32_t>(component.size()));
    while (!queue.empty()) {
      Rise rise = queue.top();
      queue.pop();
      const auto [a, b] = components(rise.i, rise.j);
      if (joined.find(a) == joined.find(b)) continue;
      if (rise.known) {
        joined.unite(a, b);
        out.push_back({a, b, *rise.known});
      } else if ((rise.known = rise_of(rise.i, rise.j, test, map))) {
        rise.least = std::max(rise.least, mpq_class(*rise.known * level.scene.points.denominator()).get_d());
        queue.push(std::move(rise));
      }
    }
    std::ranges::stable_sort(out, {}, &StepGap::rise);
    return out;
  }

  std::pair<std::uint32_t, std::uint32_t> components(std::uint32_t i, std::uint32_t j) const {
    return std::minmax(component[edges.cell(i)], component[edges.cell(j)]);
  }

  // Of all heights of the one and of the other; far apart they may be nearer than that by rounding.
  double least_rise(std::uint32_t i, std::uint32_t j) const {
    double low[2], high[2];
    for (const auto& [side, k] : {std::pair(0, i), {1, j}}) {
      const HalfEdge& e = level.graph.half_edges[edges.id(k)];
      const kernel::Interval from = level.graph.vertices[e.from].near(2), to = level.graph.vertices[e.to].near(2);
      low[side] = std::min(from.low, to.low);
      high[side] = std::max(from.high, to.high);
    }
    return std::max({0.0, low[0] - high[1], low[1] - high[0]});
  }

  // The least on a portal between them; none: there is no portal.
  std::optional<mpq_class> rise_of(std::uint32_t i, std::uint32_t j, const ColumnCheck& test, const StanceMap& map) {
    edges.make_ends({{i, j}}, 1);
    std::vector<OffmeshPortal> portals;
    add_step_portals(edges, test, map, i, j, portals);
    std::optional<mpq_class> out;
    for (const OffmeshPortal& p : portals)
      for (const std::size_t end : {0u, 1u}) {
        const mpq_class rise = abs(p.on_b[end][2] - p.on_a[end][2]);
        if (!out || rise < *out) out = rise;
      }
    return out;
  }

  const LinkedLevel& level;
  const SurfaceIndex& index;
  ComponentOfCell component;
  BorderEdges edges;
  std::vector<Rise> rises;
};

StepGaps::StepGaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component,
                   const mpq_class& highest, unsigned threads)
    : state_(std::make_unique<State>(level, index, component, highest, threads)) {}
StepGaps::~StepGaps() = default;

std::vector<StepGap> StepGaps::at(const mpq_class& step) { return state_->at(step); }

}  // namespace plumb::pipeline
