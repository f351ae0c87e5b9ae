// SPDX-License-Identifier: LGPL-3.0-or-later
// What every route of a disc costs at least: the proof that a route cannot be much improved (docs/theory/routes.md).
// Problem. A search over points only finds an upper bound of the cheapest cost. A lower bound: cut every open edge into
// intervals; whatever crosses a triangle from one interval to another costs at least their distance times the least
// cost of a unit there. So the cheapest walk over intervals costs no more than the cheapest route.
// 1. State::make() finds what a unit costs at least in each triangle. make_intervals() cuts the edges: an interval is
//    about a quarter of its distance from other edges long, and what is near a vertex is its star, a node with a
//    radius.
// 2. leave_out() drops intervals and stars all of which is nearer than the radius to one obstacle: no centre is there.
// 3. Walk::run() is Dijkstra's search from the start to the goal over intervals and stars. An interval has a second
//    node for walks that reach it along its edge: from there the walk may not go along the edge again, or it would slip
//    from one interval to the next for nothing.
// 4. Walk::over_gap() crosses gaps of floors to any interval of the other side.
// 5. operator() adds what the disc at the start costs.
// A known cost `most` prunes: nodes from which the straight rest already costs more are not queued.
// Cost. With n edges of k intervals O(n k^2) arcs, each a distance in doubles, and O(n k^2 log(n k)) time; memory O(n
// k).
// Exactness. Every distance, product and sum is an interval of doubles whose lower end is used, so the bound holds
// whatever the intervals are; how near it comes to the truth depends on them. Intervals begin where the one before
// ends: ends are shares of the edge, enclosed by intervals.
// Source: ours; the intervals are those of the Steiner points of Aleksandrov et al. 1998, without their factor in
// front.
#include "plumb/plan/route_bound.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

#include "edge_piece.h"
#include "plumb/plan/plan_triangulation.h"
#include "plumb/plan/steiner_graph.h"

#include "plumb/kernel/elementary.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;

// The length of intervals over their distance from other edges (steiner_positions): shorter ones make a better bound.
constexpr double interval_share = 1.0 / 4, vertex_share = 1.0 / 64;

}  // namespace

// Nodes are the triangulation's vertices, each with the star around it, then the intervals of open edges. In a walk an
// interval has a second node, for walks that reached it along its edge.
struct RouteBound::State {
  struct Edge {
    Index half_edge;  // the lower one
    Index first;      // of its intervals
    Index count;
    double cost;  // of a unit along it
  };

  State(const PlanMap& map, const Obstacles& obstacles, std::span<const Passage> barriers, const mpq_class& radius,
        const mpq_class& swept)
      : own(triangulate(map, KeptSegments::obstacles_and_borders, segments_of(barriers))),
        t(own),
        area(t),
        cost(area, radius, {swept, false, {}}),
        walk(t) {
    make(obstacles);
  }
  State(const FloorPlan& plan, const Obstacles& obstacles, const mpq_class& radius, const mpq_class& swept)
      : t(plan.triangulation), area(plan), cost(area, radius, {swept, false, {}}), walk(t) {
    make(obstacles);
    for (const FloorGap& gap : plan.gaps)
      for (const std::size_t side : {0u, 1u})
        for (const Index h : gap.sides[side].half_edges) {
          auto& others = over_gaps[edge_of[h]];
          others.insert(others.end(), gap.sides[1 - side].half_edges.begin(), gap.sides[1 - side].half_edges.end());
          least = std::min(least, area.near(h / 3).weight);
        }
  }

  void make(const Obstacles& obstacles) {
    edge_of.assign(t.half_edges.size(), PlanTriangulation::none);
    stars.assign(t.points.size(), 0);
    around.resize(t.points.size());
    for (Index h = 0; h < 3 * t.triangle_count(); ++h) around[t.from(h)].push_back(h);
    for (Index i = 0; i < t.triangle_count(); ++i) {
      costs.push_back(cost.least_in(i));
      least = std::min(least, costs.back());
    }
    make_intervals();
    leave_out(obstacles, kernel::interval_of(cost.radius()).low);
  }

  void make_intervals() {
    const SteinerShape shape(area);
    pieces.resize(t.points.size());
    for (Index v = 0; v < t.points.size(); ++v) pieces[v].a = pieces[v].b = interval_point(t.points[v].at);
    for (Index h = 0; h < 3 * t.triangle_count(); ++h) {
      if (!t.is_open(h) || edge_of[h] != PlanTriangulation::none) continue;
      const IntervalPoint a = pieces[t.from(h)].a, b = pieces[t.to(h)].a;
      const double length = kernel::hypotenuse(b.near[0] - a.near[0], b.near[1] - a.near[1]);
      const auto series = [&](Index end) {
        SteinerSeries out = shape.series(h, end, interval_share);
        out.first = shape.height(end) * vertex_share;
        return out;
      };
      std::vector<double> at = steiner_positions(length, series(t.from(h)), series(t.to(h)));
      const Index first = static_cast<Index>(pieces.size());
      // From the middle between two points to the next one; the stars have the first and the last half.
      std::vector<double> limits{at.empty() ? length / 2 : at[0] / 2};
      for (std::size_t k = 1; k < at.size(); ++k) limits.push_back((at[k - 1] + at[k]) / 2);
      if (!at.empty()) limits.push_back((at.back() + length) / 2);
      // Limits are shares of the edge, which are exact: an interval begins where the one before it ends.
      const auto place = [&](double x) { return between(a, b, std::clamp(x / length, 0.0, 1.0)); };
      for (std::size_t k = 1; k < limits.size(); ++k) pieces.push_back({place(limits[k - 1]), place(limits[k])});
      grow(stars[t.from(h)], distance_above(a, {place(limits.front()), place(limits.front())}));
      grow(stars[t.to(h)], distance_above(b, {place(limits.back()), place(limits.back())}));
      double along = HUGE_VAL;
      t.each_side(h, [&](Index side) {
        edge_of[side] = static_cast<Index>(edges.size());
        along = std::min(along, costs[side / 3]);
      });
      edges.push_back({h, first, static_cast<Index>(pieces.size()) - first, along});
    }
  }
  static void grow(double& star, double to) { star = std::max(star, to); }

  // Leaves out nodes all of which is too near to one obstacle, so that the disc's centre cannot be there.
  void leave_out(const Obstacles& obstacles, double radius) {
    left_out.assign(pieces.size(), false);
    if (radius == 0) return;
    for (Index i = 0; i < pieces.size(); ++i) {
      const double most = rest_below(radius, is_vertex(i) ? stars[i] : 0);
      if (most <= 0) continue;
      kernel::Box box = box_around({pieces[i].a, pieces[i].a}, most);
      const kernel::Interval height = heights_of(i);
      obstacles.limit(box, height);
      left_out[i] = obstacles.any_in(box, [&](Index s) {
        if (!obstacles.is_in_window(s, height)) return false;
        const EdgePiece obstacle = edge_piece(obstacles.begin(s), obstacles.end(s));
        return std::max(distance_above(pieces[i].a, obstacle), distance_above(pieces[i].b, obstacle)) < most;
      });
    }
  }
  // The heights of all floors at a node.
  kernel::Interval heights_of(Index node) const {
    if (t.is_flat()) return kernel::Interval(0);
    kernel::Interval out(HUGE_VAL, -HUGE_VAL);
    const auto add = [&](Index side) {
      const kernel::Interval at = area.near(side / 3).heights;
      out = {std::min(out.low, at.low), std::max(out.high, at.high)};
    };
    if (is_vertex(node)) std::ranges::for_each(around[node], add);
    else t.each_side(edge_at(node).half_edge, add);
    return out;
  }
  const Edge& edge_at(Index node) const { return *(std::ranges::upper_bound(edges, node, {}, &Edge::first) - 1); }
  bool is_vertex(Index node) const { return node < t.points.size(); }
  Index node_count() const { return static_cast<Index>(pieces.size()); }

  double star(Index i) const { return is_vertex(i) ? stars[i] : 0; }
  double between_nodes(Index i, Index j) const {
    return rest_below(distance_below(pieces[i], pieces[j]), sum_above(star(i), star(j)));
  }
  double to_place(Index i, const EdgePiece& p) const { return rest_below(distance_below(pieces[i], p), star(i)); }
  // Calls visit(node) for the intervals of an edge.
  template <class Visit>
  void on_edge(Index h, Visit&& visit) const {
    if (edge_of[h] == PlanTriangulation::none) return;
    const Edge& e = edges[edge_of[h]];
    for (Index i = e.first; i < e.first + e.count; ++i) visit(i);
  }

  const PlanTriangulation own;  // of a map
  const PlanTriangulation& t;
  WeightedArea area;
  RouteCost cost;
  OrientedWalk walk;
  std::vector<double> costs;      // by triangle
  std::vector<EdgePiece> pieces;  // by node
  std::vector<Edge> edges;
  std::vector<Index> edge_of;  // by half-edge; none where it is not open
  std::vector<double> stars;   // by vertex: the radius of its star
  std::vector<bool> left_out;
  std::unordered_map<Index, std::vector<Index>> over_gaps;  // by edge: half-edges beyond its gaps
  double least = HUGE_VAL;                                  // what a unit costs anywhere, at least
  std::vector<std::vector<Index>> around;  // by vertex, the half-edges that begin there, in triangles that are free
};

namespace {

// One query: Dijkstra's search over nodes. State is RouteBound::State, which is private.
template <class State>
class Walk {
 public:
  Walk(State& s, const RouteEnd& from, const RouteEnd& to, double most)
      : s_(s),
        from_(from.at),
        to_(to.at),
        at_start_(from.triangles),
        at_goal_(to.triangles),
        start_{interval_point(from.at), interval_point(from.at)},
        goal_{interval_point(to.at), interval_point(to.at)},
        goal_cost_(most),
        best_(2 * std::size_t{s.node_count()}, HUGE_VAL),
        done_(best_.size()) {}

  double run() {
    const auto &at_start = at_start_, &at_goal = at_goal_;
    if (at_start.empty() || at_goal.empty()) return HUGE_VAL;
    for (const Index t : at_start) {
      if (std::ranges::binary_search(at_goal, t))
        reach_goal(0, product_below(s_.costs[t], distance_below(start_, goal_)));
      each_of(t, from_,
              [&](Index node, double cost) { reach(2 * node, 0, product_below(cost, s_.to_place(node, start_))); });
    }
    to_goal_.assign(s_.node_count(), HUGE_VAL);
    for (const Index t : at_goal)
      each_of(t, to_, [&](Index node, double cost) {
        to_goal_[node] = std::min(to_goal_[node], product_below(cost, s_.to_place(node, goal_)));
      });
    while (!queue_.empty() && queue_.top().first < goal_cost_) {
      const Index state = queue_.top().second;
      queue_.pop();
      if (done_[state]) continue;
      done_[state] = true;
      const double at = best_[state];
      const Index node = state / 2;
      if (to_goal_[node] < HUGE_VAL) reach_goal(at, to_goal_[node]);
      if (s_.is_vertex(node)) from_vertex(node, at);
      else from_interval(node, state % 2 == 1, at);
    }
    return goal_cost_;
  }

 private:
  // Calls visit(node, cost) for the nodes on the sides of a triangle and at its corners, with what a unit costs on the
  // way there; on a side on which the place lies, with what it costs along that side.
  template <class Visit>
  void each_of(Index triangle, const kernel::FilteredPoint& place, Visit&& visit) {
    double least = s_.costs[triangle];
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
      const bool on = s_.edge_of[h] != PlanTriangulation::none &&
                      kernel::orientation(s_.t.points[s_.t.from(h)], s_.t.points[s_.t.to(h)], place) == 0;
      const double cost = on ? s_.edges[s_.edge_of[h]].cost : s_.costs[triangle];
      least = std::min(least, cost);
      s_.on_edge(h, [&](Index node) { visit(node, cost); });
    }
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) visit(s_.t.from(h), least);
  }

  void reach(Index state, double at, double unit, Index from) {
    if (done_[state] || s_.left_out[state / 2] || at >= best_[state]) return;
    reach(state, at, product_below(unit, s_.between_nodes(from, state / 2)));
  }
  void reach(Index state, double at, double more) {
    const double cost = sum_below(at, more);
    if (s_.left_out[state / 2] || cost >= best_[state]) return;
    // No route over this node costs less than the best one known, or than `most`.
    if (sum_below(cost, product_below(s_.least, s_.to_place(state / 2, goal_))) >= goal_cost_) return;
    best_[state] = cost;
    queue_.push({cost, state});
  }
  void reach_goal(double at, double more) { goal_cost_ = std::min(goal_cost_, sum_below(at, more)); }

  void from_interval(Index node, bool along, double at) {
    const auto& edge = s_.edge_at(node);
    const Index h = edge.half_edge;
    // Of the interval's two nodes the one that came first has crossed the triangles already, at no greater cost.
    if (!done_[2 * node + (along ? 0 : 1)]) {
      s_.t.each_side(h, [&](Index side) {
        const double cost = s_.costs[side / 3];
        for (const Index other : {s_.t.next(side), s_.t.prev(side)})
          s_.on_edge(other, [&](Index to) { reach(2 * to, at, cost, node); });
        reach(2 * s_.t.apex(side), at, cost, node);
      });
      over_gap(h, node, at);
    }
    if (along) return;
    s_.on_edge(h, [&](Index to) {
      if (to != node) reach(2 * to + 1, at, edge.cost, node);
    });
    for (const Index v : {s_.t.from(h), s_.t.to(h)}) reach(2 * v, at, edge.cost, node);
  }

  // Crosses a gap to all nodes of the other side, since the two sides may have corners at different shares. What is
  // swept does not count: there is no floor in the gap.
  void over_gap(Index h, Index node, double at) {
    if (s_.over_gaps.empty() || s_.edge_of[h] == PlanTriangulation::none) return;
    const auto gaps = s_.over_gaps.find(s_.edge_of[h]);
    if (gaps == s_.over_gaps.end()) return;
    for (const Index other : gaps->second) {
      double cost = HUGE_VAL;
      for (const Index beside : {h, other})
        s_.t.each_side(beside, [&](Index side) { cost = std::min(cost, s_.area.near(side / 3).weight); });
      s_.on_edge(other, [&](Index to) { reach(2 * to, at, cost, node); });
      for (const Index v : {s_.t.from(other), s_.t.to(other)}) reach(2 * v, at, cost, node);
    }
  }

  void from_vertex(Index v, double at) {
    for (const Index h : s_.around[v]) {
      const double cost = s_.costs[h / 3];
      s_.on_edge(s_.t.next(h), [&](Index to) { reach(2 * to, at, cost, v); });
      for (const Index side : {h, s_.t.prev(h)}) {
        const double along = s_.edge_of[side] == PlanTriangulation::none ? cost : s_.edges[s_.edge_of[side]].cost;
        const Index other = side == h ? s_.t.to(h) : s_.t.from(side);
        s_.on_edge(side, [&](Index to) {
          reach(2 * to, at, cost, v);
          reach(2 * to + 1, at, along, v);
        });
        reach(2 * other, at, along, v);
        over_gap(side, v, at);
      }
    }
  }

  State& s_;
  const kernel::FilteredPoint from_, to_;
  const std::vector<Index>&at_start_, &at_goal_;
  const EdgePiece start_, goal_;
  double goal_cost_;
  std::vector<double> best_, to_goal_;
  std::vector<bool> done_;
  std::priority_queue<std::pair<double, Index>, std::vector<std::pair<double, Index>>, std::greater<>> queue_;
};

}  // namespace

RouteBound::RouteBound(const PlanMap& map, const Obstacles& obstacles, std::span<const Passage> barriers,
                       const mpq_class& radius, const mpq_class& swept)
    : state_(std::make_unique<State>(map, obstacles, barriers, radius, swept)) {}
RouteBound::RouteBound(const FloorPlan& plan, const Obstacles& obstacles, const mpq_class& radius,
                       const mpq_class& swept)
    : state_(std::make_unique<State>(plan, obstacles, radius, swept)) {}
RouteBound::~RouteBound() = default;

std::size_t RouteBound::interval_count() const { return state_->pieces.size() - state_->t.points.size(); }

double RouteBound::operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to, double most) {
  const auto end = [&](const kernel::PlanPoint& at) {
    return RouteEnd{at, state_->walk.triangles_at(kernel::FilteredPoint(at))};
  };
  return (*this)(end(from), end(to), most);
}

double RouteBound::operator()(const RouteEnd& from, const RouteEnd& to, double most) {
  // The disc at the start counts beside the way.
  double disc = 0;
  if (const RouteCost& cost = state_->cost; cost.sweeps() && !from.triangles.empty()) {
    disc = HUGE_VAL;
    const std::size_t count = state_->t.is_flat() ? 1 : from.triangles.size();  // of a map all have one disc
    for (const PlanTriangulation::Index triangle : std::span(from.triangles).first(count))
      disc = std::min(disc, (state_->area.in_capsule(from.at, from.at, cost.radius(), 96, {triangle}) *
                             kernel::RealInterval(96, cost.options().swept / (2 * cost.radius())))
                                .low());
  }
  const double walk = Walk(*state_, from, to, (kernel::Interval(most) - kernel::Interval(disc)).high).run();
  return sum_below(walk, disc);
}

}  // namespace plumb::plan
