// SPDX-License-Identifier: GPL-3.0-or-later
// Cheapest ways over the points of a SteinerGraph: the costs of arcs, and Dijkstra's search that evaluates as few as it
// can.
// Problem. Points on edges have very many arcs, and for a disc an arc is expensive: the area that is swept, and whether
// an obstacle stops it. What an arc costs at least is cheap. So an arc stands in the queue with its least cost, and is
// evaluated only when a way over it would be the next to be settled.
// 1. SteinerArcs (steiner_arcs.h, members here) enumerates arcs and evaluates them. is_stopped() tests obstacles near
//    an arc by intervals of doubles first, then exactly; cost() adds what the centre's way costs and what the disc
//    sweeps.
// 2. Dijkstra::run() takes the node with the least key: the known or least cost of its cheapest way, plus the straight
//    distance to the goal times what a unit costs anywhere (A*).
// 3. If that cost is not evaluated yet, work_out() evaluates it. Only the cheapest unevaluated way to a node is kept;
//    the next one is found among the node's arcs again, in the order of (cost, node, triangle).
// 4. SteinerSearch::pieces() follows the steps back from the goal; route() returns the points alone.
// Cost. Each settled node offers all its arcs, O(m) for m points on a side; an evaluation looks at all arcs into its
// node again, O(m). With N nodes O(N m log N) cheap steps, and in practice few evaluations for a node. Memory O(N):
// arcs are never stored.
// Exactness. Passing obstacles and fitting at points is exact; costs are doubles. On a map the estimate never exceeds
// the cost, up to rounding. On floors with gaps it may (RouteCost::least_if_full takes discs for full): there the route
// found is not always the cheapest over the points. RouteBound does not rely on it.
// Source: Koutsoumpas, 4.2; Aleksandrov, Lanthier, Maheshwari and Sack 1998 for the points.
#include "plumb/pipeline/steiner_search.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "steiner_arcs.h"

namespace plumb::pipeline {

using Index = PlanTriangulation::Index;

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
  if (graph_.is_vertex(node)) return t_.from(half_edge) == node || t_.to(half_edge) == node;
  return t_.is_open(half_edge) && graph_.half_edge(node) == t_.lowest(half_edge);
}

double SteinerArcs::weight_to(const End& end, Index node) const {
  double out = graph_.cost().area().near(end.triangle).weight;
  for (const Index h : end.on)
    if (is_on(node, h)) out = std::min(out, graph_.weight_along(h));
  return out;
}

IntervalPoint SteinerArcs::interval_at(Index node) const {
  if (node < start())
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
    if (added) known->second = graph_.cost().disc(near(from), in);
    return known->second;
  });
}

namespace {

// Dijkstra's search with late evaluation: an arc is evaluated, and tested for obstacles, only when a way over it would
// be settled next; until then its least cost stands for it. Of the ways to a node that are not evaluated only the
// cheapest is kept; the next one is looked for among the node's arcs again.
class Dijkstra {
 public:
  Dijkstra(SteinerArcs& arcs, SearchState& state, SearchCounts& counts)
      : arcs_(arcs), state_(state), counts_(counts), next_(arcs.size()) {}

  void run() {
    state_.cost[arcs_.start()] = 0;
    push(arcs_.start());
    while (!queue_.empty()) {
      const Entry entry = queue_.top();
      const Index node = entry.second;
      queue_.pop();
      // If the node's key has changed, another entry of the queue has the new key.
      if (state_.settled[node] || entry.first != key_of(node)) continue;
      if (next_[node].least < state_.cost[node]) {
        work_out(node);
        continue;
      }
      state_.settled[node] = true;
      ++counts_.settled;
      if (node == arcs_.goal()) return;
      arcs_.each_from(node, true, [&](const SteinerArcs::Arc& arc) {
        if (!state_.settled[arc.to]) offer(node, arc);
      });
    }
  }

 private:
  using Entry = std::pair<double, Index>;
  // The cheapest way to a node that is not evaluated yet.
  struct Next {
    double least = HUGE_VAL;
    Index from = SteinerArcs::none;
    SteinerArcs::Arc arc{};
  };

  double key_of(Index node) const {
    return std::min(next_[node].least, state_.cost[node]) + arcs_.least_anywhere() * arcs_.length(node, arcs_.goal());
  }
  void push(Index node) { queue_.push({key_of(node), node}); }

  void offer(Index from, const SteinerArcs::Arc& arc) {
    const double least = state_.cost[from] + arcs_.least(from, arc);
    Next& next = next_[arc.to];
    if (least >= state_.cost[arc.to] || key(least, from, arc) >= key(next.least, next.from, next.arc)) return;
    next = {least, from, arc};
    push(arc.to);
  }

  // The order in which ways to a node are evaluated. Equal least costs are common where a map is symmetric, so a way
  // that is passed over is found again only if the order tells all ways apart.
  static std::tuple<double, Index, Index, Index> key(double least, Index from, const SteinerArcs::Arc& arc) {
    return {least, from, arc.triangle, arc.beyond};
  }

  void work_out(Index node) {
    const Next way = std::exchange(next_[node], {});
    if (node < arcs_.start() && !arcs_.graph().is_free(node)) {
      state_.settled[node] = true;  // no way leads there
      state_.cost[node] = HUGE_VAL;
      return;
    }
    if (const auto cost = arcs_.cost(way.from, way.arc); cost && state_.cost[way.from] + *cost < state_.cost[node]) {
      state_.cost[node] = state_.cost[way.from] + *cost;
      state_.before[node] = {way.from, way.arc.triangle, way.arc.beyond};
    }
    // The next one is the least after the one evaluated.
    const auto last = key(way.least, way.from, way.arc);
    arcs_.each_into(node, [&](Index from, const SteinerArcs::Arc& arc) {
      if (!state_.settled[from]) return;
      const double least = state_.cost[from] + arcs_.least(from, arc);
      if (least >= state_.cost[node] || key(least, from, arc) <= last) return;
      Next& next = next_[node];
      if (key(least, from, arc) < key(next.least, next.from, next.arc)) next = {least, from, arc};
    });
    if (key_of(node) < HUGE_VAL) push(node);
  }

  SteinerArcs& arcs_;
  SearchState& state_;
  SearchCounts& counts_;
  std::vector<Next> next_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

void search_dijkstra(SteinerArcs& arcs, SearchState& state, SearchCounts& counts) {
  Dijkstra(arcs, state, counts).run();
}

std::vector<SteinerSearch::Piece> SteinerSearch::pieces(const RouteEnd& from, const RouteEnd& to, PointSearch search) {
  counts_ = {};
  SteinerArcs arcs(graph_, from, to, counts_);
  SearchState state(arcs.size());
  (search == PointSearch::dijkstra ? search_dijkstra : search_bushwhack)(arcs, state, counts_);
  std::vector<Piece> out;
  if (!state.settled[arcs.goal()]) return out;
  for (Index i = arcs.goal(); i != arcs.start(); i = state.before[i].from)
    out.push_back({arcs.at(state.before[i].from), arcs.at(i), {state.before[i].triangle, state.before[i].beyond}});
  std::ranges::reverse(out);
  return out;
}

std::optional<std::vector<kernel::PlanPoint>> SteinerSearch::route(const kernel::PlanPoint& from,
                                                                   const kernel::PlanPoint& to, PointSearch search) {
  const auto end = [&](const kernel::PlanPoint& at) {
    return RouteEnd{at, walk_.triangles_at(kernel::FilteredPoint(at))};
  };
  const std::vector<Piece> found = pieces(end(from), end(to), search);
  if (found.empty()) return std::nullopt;
  std::vector<kernel::PlanPoint> out{from};
  for (const Piece& piece : found) out.push_back(piece.q);
  return out;
}

}  // namespace plumb::pipeline
