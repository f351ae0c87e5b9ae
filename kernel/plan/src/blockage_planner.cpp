// SPDX-License-Identifier: LGPL-3.0-or-later
// Routes of a disc within a channel of triangles (Koutsoumpas, 4.1: the narrow passage blockage method).
// Problem. Find a route that costs little by looking at few points. The triangulation has barriers wherever the disc
// does not pass; first a channel of triangles is searched over one point of each open edge, then the cheapest route
// over many points within that channel.
// 1. The nodes are the open edges, the middles of passages just wide enough (PassageMiddle), the start and the goal.
// 2. ChannelSearch::run() is A*. What is left at least comes from a Hierarchy of abstractions of the same graph with
//    all edge points at their midpoints, which is made once for all ends; or it is 0.
// 3. step() finds the cost from one node to the next. When an edge is reached for the first time, move_point()
//    moves its point from the midpoint along the edge, away from what stops the disc on the straight
//    way, as little as shares of 2^-20 allow; an edge that has no such place is rejected. Whoever reaches the edge
//    later has to get to the same point.
// 4. channel() collects the triangles passed and, for each edge, the part on the side to which its point was moved.
// 5. BlockagePlanner::route() makes a SteinerGraph of that channel alone and searches it (SteinerSearch).
// Cost. A* over E open edges, each with at most four neighbouring edges, O(E log E) and the hierarchy; then the point
// search of the channel, which is much smaller than the map.
// Exactness. Whether the disc passes or is stopped is decided exactly (Obstacles), except with RouteChecks::document,
// which looks as the source does at obstacles that have a corner of the triangle only. Costs are doubles. The channel
// need not be the cheapest: a moved point depends on who came first, and may be nearer than the midpoint that the
// estimate knows. A route may exist where none is found.
#include "blockage_planner.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/obstacles.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {
namespace {

using kernel::PlanPoint;
using Index = PlanTriangulation::Index;
using Node = std::uint32_t;
constexpr Node none = 0xffffffffu;

// The place that stands for an edge: a dyadic share of its lower half-edge.
struct EdgePoint {
  mpq_class share{1, 2};
  int moved = 0;  // toward the end of the half-edge: 1; toward its beginning: -1
};

// The obstacle that stops a disc between two centres, or none.
using StoppedBy =
    std::function<std::optional<Obstacles::Index>(const kernel::PlanPoint& from, const kernel::PlanPoint& to)>;

// The unit of shares.
constexpr int resolution = 1 << 20;

// The squared distance of a way from an obstacle; 0 if they cross.
mpq_class squared_between(const PlanPoint& p, const PlanPoint& q, const PlanPoint& a, const PlanPoint& b) {
  const auto sides = [](const PlanPoint& u, const PlanPoint& v, const PlanPoint& s, const PlanPoint& t) {
    return sgn(kernel::orient2d(u, v, s)) * sgn(kernel::orient2d(u, v, t));
  };
  if (sides(p, q, a, b) < 0 && sides(a, b, p, q) < 0) return 0;
  return std::min({kernel::squared_distance(p, a, b), kernel::squared_distance(q, a, b),
                   kernel::squared_distance(a, p, q), kernel::squared_distance(b, p, q)});
}

PlanPoint place_on(const PlanTriangulation& t, PlanTriangulation::Index half_edge, const mpq_class& share) {
  const PlanPoint &p = t.points[t.from(half_edge)].at, &q = t.points[t.to(half_edge)].at;
  return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
}

// The place, nearest to the middle of an edge, that a disc reaches straight from another place; the point is moved
// away from what is in the way. None: the edge runs out first, or there are obstacles on both sides.
std::optional<EdgePoint> move_point(const PlanTriangulation& t, PlanTriangulation::Index half_edge,
                                    const PlanPoint& from, const Obstacles& obstacles, const StoppedBy& stopped_by,
                                    const mpq_class& squared_radius) {
  EdgePoint out;
  int at = resolution / 2;
  const auto share = [](int steps) {
    mpq_class s(steps, resolution);
    s.canonicalize();
    return s;
  };
  for (;;) {
    const auto obstacle = stopped_by(from, place_on(t, half_edge, share(at)));
    if (!obstacle) break;
    const PlanPoint &a = obstacles.begin(*obstacle).at, &b = obstacles.end(*obstacle).at;
    const auto place = [&](int steps) { return place_on(t, half_edge, share(steps)); };
    const auto stops = [&](int steps) { return obstacles.stops(*obstacle, from, place(steps), squared_radius); };
    // Towards the side on which the way is farther from the obstacle.
    const int little = resolution / 64;
    const bool up = squared_between(from, place(std::min(at + little, resolution)), a, b) >=
                    squared_between(from, place(std::max(at - little, 0)), a, b);
    const int away = up ? 1 : -1;
    if (out.moved != 0 && away != out.moved) return std::nullopt;
    out.moved = away;
    int near = at, far = away > 0 ? resolution : 0;
    if (stops(far)) return std::nullopt;
    while (std::abs(far - near) > 1) {
      const int middle = (near + far) / 2;
      (stops(middle) ? near : far) = middle;
    }
    at = far;
  }
  if (at == 0 || at == resolution) return std::nullopt;
  out.share = share(at);
  return out;
}

}  // namespace

// Distances to one goal after the other in a graph and in its abstractions, each found by A* that uses the distances of
// the next abstraction as lower bounds (Holte, Perez, Zimmer & MacDonald 1996). An abstraction joins the node of the
// greatest degree with its neighbours, again and again; an arc between two such groups costs as much as the cheapest
// arc between their members. The goal is one more node of each, at the end of the last arcs. Distances to it that were
// found are kept until there is another goal.
class BlockagePlanner::Hierarchy {
 public:
  struct Arc {
    Node to;
    double cost;
  };
  using Graph = std::vector<std::vector<Arc>>;

  // Arcs cost 0 or more.
  explicit Hierarchy(const Graph& graph);

  // Sets the goal, by the arcs that lead there: from which nodes, at which cost.
  void aim(const std::vector<Arc>& last);
  // A lower bound of the distance from a node: that in the first abstraction. Infinite: there is no way.
  double rest(Node node) { return distance(0, groups_[0][node]); }

 private:
  static std::vector<Node> groups_of(const Graph& graph);
  static Graph abstraction(const Graph& graph, const std::vector<Node>& groups);
  double distance(std::size_t level, Node from);
  double least(std::size_t level, Node node);

  // What is known of a node of an abstraction: its distance, if it was found, else a lower bound of it; and the state
  // of the last search that reached it.
  struct Known {
    std::uint32_t goal = 0;
    double exact = -1, bound = 0;
    double last = HUGE_VAL;  // the cost of the arc to the goal
    std::uint32_t search = 0;
    double cost = 0;
    Node before = 0;
  };
  Known& known(std::size_t level, Node node) {
    Known& out = known_[level][node];
    if (out.goal != goals_) out = {.goal = goals_};
    return out;
  }
  Node goal(std::size_t level) const { return static_cast<Node>(graphs_[level].size()); }

  std::vector<Graph> graphs_;              // abstractions of the graph, each of the one before it
  std::vector<std::vector<Node>> groups_;  // of the graph and of each abstraction: a node's group in the next one
  std::vector<std::vector<Known>> known_;  // by abstraction and node, the goal last
  std::uint32_t goals_ = 0, searches_ = 0;
};

// Groups the nodes: the node of the greatest degree with all its neighbours that are in no group yet, again and again.
std::vector<Node> BlockagePlanner::Hierarchy::groups_of(const Graph& graph) {
  std::vector<Node> order(graph.size()), out(graph.size(), none);
  for (Node i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater<>(), [&](Node i) { return graph[i].size(); });
  Node count = 0;
  for (const Node i : order) {
    if (out[i] != none) continue;
    out[i] = count;
    for (const auto& arc : graph[i])
      if (out[arc.to] == none) out[arc.to] = count;
    ++count;
  }
  return out;
}

BlockagePlanner::Hierarchy::Graph BlockagePlanner::Hierarchy::abstraction(const Graph& graph,
                                                                          const std::vector<Node>& groups) {
  const std::size_t count = groups.empty() ? 0 : std::size_t{*std::ranges::max_element(groups)} + 1;
  std::vector<std::map<Node, double>> cheapest(count);
  for (Node i = 0; i < graph.size(); ++i)
    for (const auto& arc : graph[i]) {
      if (groups[i] == groups[arc.to]) continue;
      const auto [at, added] = cheapest[groups[i]].try_emplace(groups[arc.to], arc.cost);
      if (!added) at->second = std::min(at->second, arc.cost);
    }
  Graph out(count);
  for (std::size_t g = 0; g < count; ++g)
    for (const auto& [to, cost] : cheapest[g]) out[g].push_back({to, cost});
  return out;
}

BlockagePlanner::Hierarchy::Hierarchy(const Graph& graph) {
  for (const Graph* last = &graph;; last = &graphs_.back()) {
    groups_.push_back(groups_of(*last));
    Graph next = abstraction(*last, groups_.back());
    graphs_.push_back(std::move(next));
    // No arc is left: every component is one node.
    if (std::ranges::all_of(graphs_.back(), [](const auto& arcs) { return arcs.empty(); })) break;
  }
  for (const Graph& abstract : graphs_) known_.emplace_back(abstract.size() + 1);
}

void BlockagePlanner::Hierarchy::aim(const std::vector<Arc>& last) {
  ++goals_;
  for (const auto& [node, cost] : last) {
    Node at = node;
    for (std::size_t level = 0; level < graphs_.size(); ++level) {
      at = groups_[level][at];
      Known& k = known(level, at);
      k.last = std::min(k.last, cost);
    }
  }
  for (std::size_t level = 0; level < graphs_.size(); ++level) known(level, goal(level)).exact = 0;
}

double BlockagePlanner::Hierarchy::least(std::size_t level, Node node) {
  const Known& k = known(level, node);
  if (k.exact >= 0) return k.exact;
  const double above = level + 1 < graphs_.size() ? distance(level + 1, groups_[level + 1][node]) : 0;
  return std::max(above, k.bound);
}

double BlockagePlanner::Hierarchy::distance(std::size_t level, Node from) {
  if (known(level, from).exact >= 0) return known(level, from).exact;
  struct Entry {
    double key, cost;
    Node node;
    bool operator>(const Entry& o) const { return key > o.key; }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<Node> closed;
  const std::uint32_t search = ++searches_;
  const auto reach = [&](Node node, double cost, Node before) {
    Known& k = known(level, node);
    if (k.search == search && k.cost <= cost) return;
    k.search = search, k.cost = cost, k.before = before;
    if (const double rest = least(level, node); rest < HUGE_VAL) queue.push({cost + rest, cost, node});
  };
  reach(from, 0, none);
  while (!queue.empty()) {
    const Entry entry = queue.top();
    queue.pop();
    if (entry.cost > known(level, entry.node).cost) continue;
    closed.push_back(entry.node);
    if (entry.node == goal(level)) {
      // Along the way found the distances are known; for the other nodes looked at lower bounds are.
      for (const Node node : closed) {
        Known& k = known(level, node);
        k.bound = std::max(k.bound, entry.cost - k.cost);
      }
      for (Node n = entry.node; n != none; n = known(level, n).before)
        known(level, n).exact = entry.cost - known(level, n).cost;
      return entry.cost;
    }
    if (const double last = known(level, entry.node).last; last < HUGE_VAL)
      reach(goal(level), entry.cost + last, entry.node);
    for (const Arc& arc : graphs_[level][entry.node]) reach(arc.to, entry.cost + arc.cost, entry.node);
  }
  for (const Node node : closed) known(level, node).exact = HUGE_VAL;
  return known(level, from).exact = HUGE_VAL;
}

// A* over the points of open edges, the start and the goal.
class ChannelSearch {
 public:
  ChannelSearch(BlockagePlanner& planner, const PlanPoint& from, const PlanPoint& to)
      : p_(planner),
        t_(planner.t_),
        from_(from),
        to_(to),
        at_start_(p_.walk_.triangles_at(kernel::FilteredPoint(from))),
        at_goal_(p_.walk_.triangles_at(kernel::FilteredPoint(to))),
        first_middle_(static_cast<Index>(p_.shape_.edges().size())),
        reached_(std::size_t{goal()} + 1) {}

  bool run() {
    if (p_.options_.hierarchical) aim();
    const auto rest = [&](Index node) {
      return p_.options_.hierarchical && node < start() ? p_.hierarchy_->rest(node) : 0.0;
    };
    using Entry = std::pair<double, Index>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    reached_[start()].cost = 0;
    queue.push({rest(start()), start()});
    while (!queue.empty()) {
      const Index node = queue.top().second;
      queue.pop();
      if (std::exchange(reached_[node].settled, true)) continue;
      ++p_.counts_.settled;
      if (node == goal()) return true;
      each_from(node, [&](Index to, Index triangle) {
        if (reached_[to].settled) return;
        const double left = rest(to);
        if (left == HUGE_VAL) return;
        const auto cost = step(node, to, triangle);
        if (!cost || reached_[node].cost + *cost >= reached_[to].cost) return;
        reached_[to].cost = reached_[node].cost + *cost;
        reached_[to].before = node;
        reached_[to].triangle = triangle;
        queue.push({reached_[to].cost + left, to});
      });
    }
    return false;
  }

  double cost() const { return reached_[goal()].cost; }

  SteinerGraph::Channel channel(std::vector<Index>& triangles) const {
    SteinerGraph::Channel out;
    for (Index node = goal(); node != start(); node = reached_[node].before) {
      triangles.push_back(reached_[node].triangle);
      if (node == goal()) continue;
      SteinerGraph::Channel::Range& range = out.edges[edge(node)];
      if (node >= first_middle_) continue;
      const EdgePoint& point = points_.at(node);
      const double share = point.share.get_d();
      range = {point.moved > 0 ? share : 0, point.moved < 0 ? share : 1, share};
    }
    std::ranges::reverse(triangles);
    out.triangles.insert(triangles.begin(), triangles.end());
    return out;
  }

 private:
  static constexpr Index none = PlanTriangulation::none;
  struct Reached {
    double cost = HUGE_VAL;
    Index before = none, triangle = none;  // by way of a triangle
    bool settled = false;
  };

  using Hierarchy = BlockagePlanner::Hierarchy;

  Index start() const { return first_middle_ + static_cast<Index>(p_.middles_.size()); }
  Index goal() const { return start() + 1; }
  // The lower half-edge on which a node is.
  Index edge(Index node) const {
    return node < first_middle_ ? p_.shape_.edges()[node] : p_.middles_[node - first_middle_].half_edge;
  }

  // Calls visit(node) for the edges of a triangle and the middles on them, but those of the edge on which a node is.
  template <class Visit>
  void each_in(Index triangle, Index node, Visit&& visit) const {
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
      if (!t_.is_open(h) || (node < start() && t_.lowest(h) == edge(node))) continue;
      visit(p_.shape_.edge_of(h));
      for (const PassageMiddle& middle : middles_on(p_.middles_, t_.lowest(h)))
        visit(first_middle_ + static_cast<Index>(&middle - p_.middles_.data()));
    }
  }
  // Calls visit(node, triangle).
  template <class Visit>
  void each_from(Index node, Visit&& visit) const {
    const auto over = [&](Index triangle) {
      each_in(triangle, node, [&](Index to) { visit(to, triangle); });
      if (std::ranges::binary_search(at_goal_, triangle)) visit(goal(), triangle);
    };
    if (node == goal()) return;
    if (node == start()) {
      for (const Index triangle : at_start_) over(triangle);
      return;
    }
    over(edge(node) / 3);
    over(t_.twin(edge(node)) / 3);
  }
  PlanPoint place(Index node) const {
    if (node == start()) return from_;
    if (node == goal()) return to_;
    if (node >= first_middle_) return p_.middles_[node - first_middle_].place;
    const auto moved = points_.find(node);
    return place_on(t_, edge(node), moved == points_.end() ? mpq_class(1, 2) : moved->second.share);
  }
  DoublePoint centroid(Index triangle) const {
    DoublePoint out{};
    for (const DoublePoint& p : p_.cost_.area().near(triangle).corners)
      for (std::size_t k = 0; k < 2; ++k) out[k] += p[k] / 3;
    return out;
  }
  // The length of a step: between the points of the edges, or between the centroids of the triangles before and beyond
  // the edge.
  double reference_length(const DoublePoint& p, const DoublePoint& q, Index to, Index triangle) const {
    if (p_.options_.reference == ChannelReference::midpoint || to >= start())
      return kernel::hypotenuse(q[0] - p[0], q[1] - p[1]);
    const Index h = edge(to), beyond = h / 3 == triangle ? t_.twin(h) / 3 : h / 3;
    const DoublePoint a = centroid(triangle), b = centroid(beyond);
    return kernel::hypotenuse(b[0] - a[0], b[1] - a[1]);
  }

  // The cost of a step at least, as if no point were moved.
  double reference_cost(Index from, Index to, Index triangle) const {
    return p_.survey_.least(triangle) * reference_length(to_doubles(place(from)), to_doubles(place(to)), to, triangle);
  }
  // Makes the hierarchy for the first goal, and sets its goal.
  void aim() {
    if (!p_.hierarchy_) {
      Hierarchy::Graph graph(start());
      for (Index i = 0; i < start(); ++i)
        each_from(i, [&](Index to, Index triangle) {
          if (to != goal()) graph[i].push_back({to, reference_cost(i, to, triangle)});
        });
      p_.hierarchy_ = std::make_unique<Hierarchy>(graph);
    }
    std::vector<Hierarchy::Arc> last;
    for (const Index triangle : at_goal_)
      each_in(triangle, goal(), [&](Index from) { last.push_back({from, reference_cost(from, goal(), triangle)}); });
    p_.hierarchy_->aim(last);
  }

  std::optional<Obstacles::Index> stopped_by(const PlanPoint& p, const PlanPoint& q, Index triangle) const {
    if (p_.survey_.is_clear(triangle)) return std::nullopt;
    if (p_.options_.points.checks == RouteChecks::exact) return p_.obstacles_.stops_along(p, q, p_.squared_radius_);
    // The source looks only at obstacles that have an end at a corner of the triangle.
    std::vector<kernel::PlanPoint> corners;
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) corners.push_back(t_.points[t_.from(h)].at);
    std::optional<Obstacles::Index> out;
    p_.obstacles_.any_near(kernel::FilteredPoint(p), kernel::FilteredPoint(q), root_above(p_.squared_radius_),
                           [&](Index s) {
                             const auto at_corner = [&](const kernel::FilteredPoint& end) {
                               return std::ranges::find(corners, end.at) != corners.end();
                             };
                             const bool sides = at_corner(p_.obstacles_.begin(s)) || at_corner(p_.obstacles_.end(s));
                             if (sides && p_.obstacles_.stops(s, p, q, p_.squared_radius_) && (!out || s < *out))
                               out = s;
                             return false;
                           });
    return out;
  }

  // The cost from one point to the next, which is moved if it is reached for the first time; none if the disc does not
  // get there.
  std::optional<double> step(Index from, Index to, Index triangle) {
    ++p_.counts_.evaluated;
    const PlanPoint p = place(from);
    const auto stopped = [&](const PlanPoint& a, const PlanPoint& b) { return stopped_by(a, b, triangle); };
    if (to < first_middle_ && !points_.contains(to)) {
      const auto moved = move_point(t_, edge(to), p, p_.obstacles_, stopped, p_.squared_radius_);
      if (!moved) return ++p_.counts_.forbidden, std::nullopt;
      points_.emplace(to, *moved);
    } else if (stopped(p, place(to))) {
      return ++p_.counts_.forbidden, std::nullopt;
    }
    const DoublePoint a = to_doubles(p), b = to_doubles(place(to));
    const double along = p_.cost_.area().near(triangle).weight * reference_length(a, b, to, triangle);
    return p_.survey_.piece({triangle}, a, b, along, [&] { return p_.survey_.disc({triangle}, a); });
  }

  BlockagePlanner& p_;
  const PlanTriangulation& t_;
  const PlanPoint from_, to_;
  const std::vector<Index> at_start_, at_goal_;
  const Index first_middle_;  // before it nodes are the points of edges, from it on middles of passages
  std::vector<Reached> reached_;
  std::unordered_map<Index, EdgePoint> points_;  // of edges that were reached
};

BlockagePlanner::BlockagePlanner(const RouteCost& cost, const Obstacles& obstacles, TriangleSurvey& survey,
                                 const SteinerShape& shape, std::vector<PassageMiddle> middles,
                                 const BlockageOptions& options)
    : cost_(cost),
      obstacles_(obstacles),
      survey_(survey),
      shape_(shape),
      options_(options),
      t_(cost.area().triangulation()),
      walk_(t_),
      squared_radius_(cost.radius() * cost.radius()),
      middles_(std::move(middles)) {}
BlockagePlanner::~BlockagePlanner() = default;

std::optional<std::vector<PlanPoint>> BlockagePlanner::route(const PlanPoint& from, const PlanPoint& to) {
  counts_ = {};
  channel_.clear();
  ChannelSearch search(*this, from, to);
  if (!search.run()) return std::nullopt;
  channel_cost_ = search.cost();
  const SteinerGraph::Channel channel = search.channel(channel_);
  SteinerGraph graph(cost_, obstacles_, survey_, shape_, middles_, options_.points, &channel);
  SteinerSearch points(graph);
  auto out = points.route(from, to, options_.search);
  counts_.reached = points.counts().reached;
  counts_.settled += points.counts().settled;
  counts_.evaluated += points.counts().evaluated;
  counts_.forbidden += points.counts().forbidden;
  return out;
}

}  // namespace plumb::plan
