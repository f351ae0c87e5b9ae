// SPDX-License-Identifier: GPL-3.0-or-later
// Routes of a disc within a channel of triangles (Koutsoumpas, 4.1: the narrow passage blockage method).
// Problem. Find a route that costs little by looking at few points. The triangulation has barriers wherever the disc
// does not pass; first a channel of triangles is searched over one point of each open edge, then the cheapest route
// over many points within that channel.
// 1. ChannelSearch numbers the open edges, the middles of passages just wide enough (PassageMiddle), the start and the
//    goal as nodes.
// 2. run() is A*. What is left at least comes from a Hierarchy of abstractions of the same graph with all edge points
//    at their midpoints, or is 0.
// 3. step() finds the cost from one node to the next. When an edge is reached for the first time, move_point()
//    (edge_point.h) moves its point from the midpoint along the edge, away from what stops the disc on the straight
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
#include "plumb/pipeline/blockage_planner.h"

#include <algorithm>
#include <map>
#include <queue>

#include "edge_point.h"
#include "hierarchy.h"

namespace plumb::pipeline {

using kernel::PlanPoint;
using Index = PlanTriangulation::Index;

// A* over the points of open edges, the start and the goal.
class ChannelSearch {
 public:
  ChannelSearch(BlockagePlanner& planner, const PlanPoint& from, const PlanPoint& to)
      : p_(planner), t_(planner.t_), from_(from), to_(to), node_of_(t_.half_edges.size(), none) {
    at_start_ = p_.walk_.triangles_at(kernel::FilteredPoint(from));
    at_goal_ = p_.walk_.triangles_at(kernel::FilteredPoint(to));
    for (Index h = 0; h < 3 * t_.triangle_count(); ++h)
      if (t_.is_open(h) && h < t_.twin(h)) {
        node_of_[h] = node_of_[t_.twin(h)] = static_cast<Index>(edges_.size());
        edges_.push_back(h);
      }
    first_middle_ = static_cast<Index>(edges_.size());
    points_.resize(edges_.size());
    for (const PassageMiddle& middle : p_.middles_) {
      middles_at_[middle.half_edge].push_back(static_cast<Index>(edges_.size()));
      edges_.push_back(middle.half_edge);
    }
    reached_.resize(edges_.size() + 2);
  }

  bool run() {
    std::optional<Hierarchy> hierarchy;
    if (p_.options_.hierarchical) hierarchy.emplace(reference_graph(), goal());
    const auto rest = [&](Index node) { return hierarchy ? hierarchy->rest(node) : 0.0; };
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
      SteinerGraph::Channel::Range& range = out.edges[edges_[node]];
      if (node >= first_middle_) continue;
      const EdgePoint& point = *points_[node];
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

  Index start() const { return static_cast<Index>(edges_.size()); }
  Index goal() const { return start() + 1; }

  // Calls visit(node, triangle).
  template <class Visit>
  void each_from(Index node, Visit&& visit) const {
    const auto over = [&](Index triangle) {
      for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
        if (node_of_[h] != none && (node >= start() || !is_on(node, h))) {
          visit(node_of_[h], triangle);
          if (const auto on = middles_at_.find(std::min(h, t_.twin(h))); on != middles_at_.end())
            for (const Index middle : on->second) visit(middle, triangle);
        }
      if (std::ranges::binary_search(at_goal_, triangle)) visit(goal(), triangle);
    };
    if (node == goal()) return;
    if (node == start()) {
      for (const Index triangle : at_start_) over(triangle);
      return;
    }
    over(edges_[node] / 3);
    over(t_.twin(edges_[node]) / 3);
  }
  bool is_on(Index node, Index half_edge) const {
    return edges_[node] == half_edge || edges_[node] == t_.twin(half_edge);
  }
  PlanPoint place(Index node) const {
    if (node == start()) return from_;
    if (node == goal()) return to_;
    if (node >= first_middle_) return p_.middles_[node - first_middle_].place;
    return place_on(t_, edges_[node], points_[node] ? points_[node]->share : mpq_class(1, 2));
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
      return std::hypot(q[0] - p[0], q[1] - p[1]);
    const Index h = edges_[to], beyond = h / 3 == triangle ? t_.twin(h) / 3 : h / 3;
    const DoublePoint a = centroid(triangle), b = centroid(beyond);
    return std::hypot(b[0] - a[0], b[1] - a[1]);
  }

  // The graph as if no point were moved.
  Hierarchy::Graph reference_graph() {
    Hierarchy::Graph out(edges_.size() + 2);
    std::vector<DoublePoint> places;
    for (Index i = 0; i < out.size(); ++i) places.push_back(to_doubles(place(i)));
    for (Index i = 0; i < out.size(); ++i)
      each_from(i, [&](Index to, Index triangle) {
        out[i].push_back({to, p_.survey_.least(triangle) * reference_length(places[i], places[to], to, triangle)});
      });
    return out;
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
    if (to < first_middle_ && !points_[to]) {
      points_[to] = move_point(t_, edges_[to], p, p_.obstacles_, stopped, p_.squared_radius_);
      if (!points_[to]) return ++p_.counts_.forbidden, std::nullopt;
    } else if (stopped(p, place(to))) {
      return ++p_.counts_.forbidden, std::nullopt;
    }
    const DoublePoint a = to_doubles(p), b = to_doubles(place(to));
    const double along = p_.cost_.area().near(triangle).weight * reference_length(a, b, to, triangle);
    return p_.survey_.piece({triangle}, a, b, along, [&] { return p_.cost_.disc(a); });
  }

  BlockagePlanner& p_;
  const PlanTriangulation& t_;
  const PlanPoint from_, to_;
  std::vector<Index> at_start_, at_goal_;
  std::vector<Index> edges_;    // by node: its lower half-edge
  std::vector<Index> node_of_;  // by half-edge
  Index first_middle_ = 0;      // before it nodes are the points of edges, from it on middles of passages
  std::map<Index, std::vector<Index>> middles_at_;  // by lower half-edge
  std::vector<Reached> reached_;
  std::vector<std::optional<EdgePoint>> points_;
};

std::optional<std::vector<PlanPoint>> BlockagePlanner::route(const PlanPoint& from, const PlanPoint& to) {
  counts_ = {};
  channel_.clear();
  ChannelSearch search(*this, from, to);
  if (!search.run()) return std::nullopt;
  channel_cost_ = search.cost();
  const SteinerGraph::Channel channel = search.channel(channel_);
  SteinerGraph graph(cost_, obstacles_, survey_, middles_, options_.points, &channel);
  steiner_points_ = graph.size() - t_.points.size();
  SteinerSearch points(graph);
  auto out = points.route(from, to, options_.search);
  counts_.settled += points.counts().settled;
  counts_.evaluated += points.counts().evaluated;
  counts_.forbidden += points.counts().forbidden;
  return out;
}

}  // namespace plumb::pipeline
