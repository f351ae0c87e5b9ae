// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "edge_piece.h"
#include "plumb/plan/steiner_graph.h"

namespace plumb::plan {

/// The arcs of one search over a graph's points, the start and the goal, and their costs.
class SteinerArcs {
 public:
  using Index = PlanTriangulation::Index;
  static constexpr Index none = PlanTriangulation::none;

  /// An arc: from one point to another within a triangle, along one of its sides, or over a gap to a triangle beyond.
  struct Arc {
    Index to;
    Index triangle;
    double weight;  // what a unit costs the centre
    Index beyond = none;
  };

  SteinerArcs(SteinerGraph& graph, const RouteEnd& from, const RouteEnd& to, SearchCounts& counts);

  SteinerGraph& graph() { return graph_; }
  Index start() const { return graph_.fan_count(); }
  Index goal() const { return graph_.fan_count() + 1; }
  bool is_end(Index node) const { return node == start() || node == goal(); }
  const DoublePoint& near(Index node) const {
    return node == start() ? start_near_ : node == goal() ? goal_near_ : graph_.near(node);
  }
  kernel::PlanPoint at(Index node) const { return node == start() ? from_ : node == goal() ? to_ : graph_.at(node); }
  double length(Index p, Index q) const {
    const double x = near(p)[0] - near(q)[0], y = near(p)[1] - near(q)[1];
    return std::sqrt(x * x + y * y);
  }

  /// Calls visit(arc) for all arcs from a node; without `across`, for all but those through a triangle from a point on
  /// one of its sides to a point on another.
  template <class Visit>
  void each_from(Index node, bool across, Visit&& visit) const;

  /// Calls visit(node, arc) for all arcs to a node.
  template <class Visit>
  void each_into(Index node, Visit&& visit) const;

  /// What a unit of way, or an arc, costs at least (on floors with gaps: about).
  double least(Index triangle, double weight) {
    return weight + graph_.survey().least(triangle) - graph_.cost().area().near(triangle).weight;
  }
  double least(Index from, const Arc& arc) {
    return length(from, arc.to) * (arc.beyond != none ? arc.weight : least(arc.triangle, arc.weight));
  }
  double least_anywhere() const { return least_; }
  /// The cost of an arc; none if the disc cannot take it.
  std::optional<double> cost(Index from, const Arc& arc);

 private:
  // A triangle of an end, and those of its sides on which the end lies.
  struct End {
    Index triangle;
    std::vector<Index> on;
  };
  std::vector<End> ends(const RouteEnd& end) const;
  double weight_to(const End& end, Index node) const;
  Index fan_of(Index corner) const { return graph_.shape().fan_of(corner); }
  IntervalPoint interval_at(Index node) const;
  bool is_stopped(Index from, const Arc& arc) const;
  bool is_on(Index node, Index half_edge) const;
  bool touches(Index triangle, Index node) const {
    return is_on(node, 3 * triangle) || is_on(node, 3 * triangle + 1) || is_on(node, 3 * triangle + 2);
  }
  template <class Visit>
  void each_of_triangle(Index triangle, Visit&& visit) const;
  template <class Visit>
  void over_gaps(Index node, Visit&& visit) const;
  template <class Visit>
  void to_goal(Index node, Index triangle, Visit&& visit) const;

  SteinerGraph& graph_;
  const PlanTriangulation& t_;
  const kernel::PlanPoint from_, to_;
  const DoublePoint start_near_, goal_near_;
  std::vector<End> at_start_, at_goal_;
  mpq_class squared_radius_;
  double reach_;  // not below the radius
  SearchCounts& counts_;
  double least_;  // what a unit costs anywhere
  std::unordered_map<Index, double> discs_;
};

template <class Visit>
void SteinerArcs::each_of_triangle(Index triangle, Visit&& visit) const {
  for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    const auto [first, last] = graph_.on_edge(h);
    for (Index i = first; i < last; ++i) visit(i);
    visit(fan_of(h));
  }
}

template <class Visit>
void SteinerArcs::over_gaps(Index node, Visit&& visit) const {
  for (const SteinerGraph::Crossing& c : graph_.crossings(node)) {
    const double weight =
        std::min(graph_.cost().area().near(c.triangle).weight, graph_.cost().area().near(c.beyond).weight);
    visit(Arc{c.to, c.triangle, weight, c.beyond});
  }
}

template <class Visit>
void SteinerArcs::to_goal(Index node, Index triangle, Visit&& visit) const {
  for (const End& end : at_goal_)
    if (end.triangle == triangle) visit(Arc{goal(), triangle, weight_to(end, node)});
}

template <class Visit>
void SteinerArcs::each_from(Index node, bool across, Visit&& visit) const {
  const auto weight = [&](Index triangle) { return graph_.cost().area().near(triangle).weight; };
  if (node == start()) {
    for (const End& end : at_start_) {
      if (!graph_.is_allowed(end.triangle)) continue;
      each_of_triangle(end.triangle, [&](Index to) { visit(Arc{to, end.triangle, weight_to(end, to)}); });
      for (const End& other : at_goal_) {
        if (other.triangle != end.triangle) continue;
        double along = weight(end.triangle);
        for (const Index h : end.on)
          if (std::ranges::find(other.on, h) != other.on.end()) along = std::min(along, graph_.weight_along(h));
        visit(Arc{goal(), end.triangle, along});
      }
    }
    return;
  }
  if (graph_.is_vertex(node)) {
    for (const Index h : graph_.around(node)) {
      if (!graph_.is_allowed(h / 3)) continue;
      const auto [first, last] = graph_.on_edge(t_.next(h));
      for (Index i = first; i < last; ++i) visit(Arc{i, h / 3, weight(h / 3)});
      for (const Index side : {h, t_.prev(h)}) {
        const auto [low, high] = graph_.on_edge(side);
        const double along = graph_.weight_along(side);
        // To the nearest point on that edge; points ascend along the lower of both half-edges.
        const Index lower = t_.lowest(side);
        if (low < high) visit(Arc{t_.from(lower) == t_.from(h) ? low : high - 1, h / 3, along});
        else visit(Arc{fan_of(side == h ? t_.next(h) : side), h / 3, along});
      }
      to_goal(node, h / 3, visit);
    }
    over_gaps(node, visit);
    return;
  }
  const Index h = graph_.half_edge(node);
  const std::pair<Index, Index> on = graph_.on_edge(h);
  const double along = graph_.weight_along(h);
  // Along the edge on each floor; on a map both sides are the same.
  t_.each_side(h, [&](Index side) {
    if (side != h && t_.is_flat()) return;
    visit(Arc{node == on.first ? fan_of(h) : node - 1, side / 3, along});
    visit(Arc{node + 1 == on.second ? fan_of(t_.next(h)) : node + 1, side / 3, along});
  });
  over_gaps(node, visit);
  t_.each_side(h, [&](Index side) {
    if (!graph_.is_allowed(side / 3)) return;
    const double w = weight(side / 3);
    visit(Arc{fan_of(t_.prev(side)), side / 3, w});
    to_goal(node, side / 3, visit);
    if (!across) return;
    for (const Index other : {t_.next(side), t_.prev(side)}) {
      const auto [low, high] = graph_.on_edge(other);
      for (Index i = low; i < high; ++i) visit(Arc{i, side / 3, w});
    }
  });
}

template <class Visit>
void SteinerArcs::each_into(Index node, Visit&& visit) const {
  const auto from_start = [&](const Arc& arc) { visit(start(), arc); };
  if (node == goal()) {
    for (const End& end : at_goal_)
      if (graph_.is_allowed(end.triangle))
        each_of_triangle(end.triangle, [&](Index from) {
          visit(from, Arc{goal(), end.triangle, weight_to(end, from)});
        });
    each_from(start(), true, [&](const Arc& arc) {
      if (arc.to == goal()) from_start(arc);
    });
    return;
  }
  // All other arcs exist in both directions.
  each_from(node, true, [&](const Arc& arc) {
    if (arc.to == goal()) return;
    const bool gap = arc.beyond != none;
    visit(arc.to, Arc{node, gap ? arc.beyond : arc.triangle, arc.weight, gap ? arc.triangle : none});
  });
  for (const End& end : at_start_)
    if (graph_.is_allowed(end.triangle) && touches(end.triangle, node))
      from_start(Arc{node, end.triangle, weight_to(end, node)});
}

}  // namespace plumb::plan
