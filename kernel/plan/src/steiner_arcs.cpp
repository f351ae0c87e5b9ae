// SPDX-License-Identifier: LGPL-3.0-or-later
// The arcs of one search over a SteinerGraph, made when they are asked for and never stored.
// Problem. A search needs the arcs from a node, and the arcs into a node again, among the points on edges, the
// vertices, the start and the goal. With m points on each side a triangle has about 3 m^2 of them: storing all would
// take most of the memory, and most are never evaluated.
// 1. The constructor finds on which sides of its triangles each end lies, since along a side the lighter of both
//    triangles counts.
// 2. each_from() enumerates the arcs from a node: from the start to all points of its triangles and, in a common
//    triangle, to the goal; from a vertex to the points on the opposite side of each triangle around it and to the
//    nearest point on each edge there; from a point on an edge to its two neighbours on the edge, over gaps, to the
//    opposite corners and, if `across`, to all points of the other sides.
// 3. each_into() enumerates the same backwards: arcs over triangles and gaps exist both ways, those from the start and
//    to the goal are added. Both are templates and stand in the header.
// 4. least() is a lower estimate of an arc's cost. cost() evaluates it: is_stopped() tests obstacles near the arc by
//    intervals of doubles first, then exactly; the rest is what the centre's way costs and what the disc sweeps.
// Cost. O(m) for the arcs of a node; memory for the disc at each node from which an arc was evaluated.
// Exactness. On which sides an end lies is exact, and so is whether an obstacle stops the disc; costs and lengths are
// doubles.
// Source: Koutsoumpas, 4.2. Steps between floors and gaps are ours.
#include "steiner_arcs.h"

namespace plumb::plan {

SteinerArcs::SteinerArcs(SteinerGraph& graph, const RouteEnd& from, const RouteEnd& to, SearchCounts& counts)
    : graph_(graph),
      t_(graph.triangulation()),
      from_(from.at),
      to_(to.at),
      start_near_(to_doubles(from.at)),
      goal_near_(to_doubles(to.at)),
      at_start_(ends(from)),
      at_goal_(ends(to)),
      squared_radius_(graph.cost().radius() * graph.cost().radius()),
      reach_(kernel::interval_of(graph.cost().radius()).high),
      counts_(counts) {
  const auto lightest = std::ranges::min_element(t_.weights);
  const double weight = lightest == t_.weights.end() ? 0 : lightest->get_d();
  least_ = weight * (1 + (graph.cost().sweeps() ? graph.cost().options().swept.get_d() : 0));
}

std::vector<SteinerArcs::End> SteinerArcs::ends(const RouteEnd& end) const {
  const kernel::FilteredPoint place(end.at);
  std::vector<End> out;
  for (const Index i : end.triangles) {
    out.push_back({i, {}});
    for (Index h = 3 * i; h < 3 * i + 3; ++h)
      if (kernel::orientation(t_.points[t_.from(h)], t_.points[t_.to(h)], place) == 0) out.back().on.push_back(h);
  }
  return out;
}

bool SteinerArcs::is_on(Index node, Index half_edge) const {
  if (graph_.is_vertex(node)) return fan_of(half_edge) == node || fan_of(PlanTriangulation::next(half_edge)) == node;
  return t_.is_open(half_edge) && graph_.half_edge(node) == t_.lowest(half_edge);
}

double SteinerArcs::weight_to(const End& end, Index node) const {
  double out = graph_.cost().area().near(end.triangle).weight;
  for (const Index h : end.on)
    if (is_on(node, h)) out = std::min(out, graph_.weight_along(h));
  return out;
}

IntervalPoint SteinerArcs::interval_at(Index node) const {
  if (!is_end(node))
    if (const auto share = graph_.share(node)) {
      const EdgePiece edge = edge_piece(t_.points[share->p], t_.points[share->q]);
      return between(edge.a, edge.b, share->share);
    }
  return interval_point(at(node));
}

// Whether an obstacle stops the disc on an arc. Intervals of doubles are tried first: most obstacles are certainly far
// enough.
bool SteinerArcs::is_stopped(Index from, const Arc& arc) const {
  const Obstacles& obstacles = graph_.obstacles();
  const EdgePiece way{interval_at(from), interval_at(arc.to)};
  const Index last = arc.beyond != none ? arc.beyond : arc.triangle;
  kernel::Box box = box_around(way, reach_);
  const kernel::Interval a = graph_.cost().area().near(arc.triangle).heights,
                         b = graph_.cost().area().near(last).heights;
  obstacles.limit(box, {std::min(a.low, b.low), std::max(a.high, b.high)});
  std::optional<std::array<kernel::PlanPoint, 2>> ends;
  Obstacles::Heights heights;
  return obstacles.any_in(box, [&](Obstacles::Index s) {
    if (distance_below(way, edge_piece(obstacles.begin(s), obstacles.end(s))) >= reach_) return false;
    if (!ends) {
      ends = {at(from), at(arc.to)};
      if (!t_.is_flat()) heights = {t_.height(arc.triangle, (*ends)[0]), t_.height(last, (*ends)[1])};
    }
    return t_.is_flat() ? obstacles.stops(s, (*ends)[0], (*ends)[1], squared_radius_)
                        : obstacles.stops(s, (*ends)[0], (*ends)[1], heights, squared_radius_);
  });
}

std::optional<double> SteinerArcs::cost(Index from, const Arc& arc) {
  ++counts_.evaluated;
  const bool clear = arc.beyond == none && graph_.survey().is_clear(arc.triangle);
  if (!clear && graph_.options().checks == RouteChecks::exact && is_stopped(from, arc)) {
    ++counts_.forbidden;
    return std::nullopt;
  }
  const RouteTriangles in{arc.triangle, arc.beyond};
  return graph_.survey().piece(in, near(from), near(arc.to), length(from, arc.to) * arc.weight, [&] {
    const auto [known, added] = discs_.try_emplace(from, 0.0);
    if (added) known->second = graph_.survey().disc(in, near(from));
    return known->second;
  });
}

}  // namespace plumb::plan
