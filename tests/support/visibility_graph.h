// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <queue>
#include <vector>

#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/euclid.h"
#include "plumb/plan/obstacles.h"

namespace plumb::tests {

/// Shortest paths among obstacles by who sees whom: the plain way, without a triangulation's edges to cross. Vertices
/// are looked at when a search comes to them, and what they see is kept.
///
/// Where free space meets in a vertex alone no path passes: so a vertex is one node for each of the wedges of free
/// space around it.
class VisibilityGraph {
 public:
  using Index = std::uint32_t;

  explicit VisibilityGraph(const plan::PlanMap& map) : map_(map), obstacles_(map) {
    for (const Index s : obstacles_.segments()) {
      const auto& segment = map.segments[s];
      const bool left = segment.left != plan::PlanMap::blocked, right = segment.right != plan::PlanMap::blocked;
      rays_[segment.from].push_back({segment.to, left, right});
      rays_[segment.to].push_back({segment.from, right, left});
    }
    for (auto& [vertex, rays] : rays_) {
      const kernel::FilteredPoint& v = map.points[vertex];
      std::ranges::sort(rays, [&, this](const ObstacleRay& a, const ObstacleRay& b) {
        return angle_before(v, map_.points[a.to], map_.points[b.to]);
      });
      for (std::size_t i = 0; i < rays.size(); ++i)
        if (rays[i].free_left && is_reflex(v, rays, i, map.points)) nodes_.push_back({vertex, i});
    }
  }

  /// None: there is no path that is not longer than `most`. Requires that both ends are free.
  std::optional<kernel::RationalInterval> length(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                                 double most = HUGE_VAL) {
    const auto points = path(from, to, most);
    if (points.empty()) return std::nullopt;
    return plan::length_of(points);
  }
  /// Empty: there is none.
  std::vector<kernel::PlanPoint> path(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                      double most = HUGE_VAL) {
    const kernel::FilteredPoint p(from), q(to);
    const Index n = static_cast<Index>(nodes_.size()), goal = n + 1;
    std::vector<double> best(n + 2, HUGE_VAL), rest(n + 2, 0);
    std::vector<Index> before(n + 2, n);
    std::vector<bool> done(n + 2);
    std::priority_queue<std::pair<double, Index>, std::vector<std::pair<double, Index>>, std::greater<>> queue;
    const auto place = [&](Index i) -> const kernel::FilteredPoint& {
      return i == n ? p : i == goal ? q : map_.points[nodes_[i].vertex];
    };
    for (Index i = 0; i < n; ++i) rest[i] = distance(place(i), q);
    const double limit = most * (1 + 1e-9);
    best[n] = 0;
    queue.push({0, n});
    while (!queue.empty()) {
      const Index i = queue.top().second;
      queue.pop();
      if (done[i]) continue;
      done[i] = true;
      if (i == goal) break;
      const std::optional<Index> own = i == n ? std::nullopt : std::optional(i);
      for (Index k = 0; k < n + 2; ++k) {
        if (k == n || done[k] || (own && k < n && nodes_[k].vertex == nodes_[i].vertex)) continue;
        const double d = best[i] + distance(place(i), place(k));
        if (d >= best[k] || d + rest[k] > limit || !(k == goal ? sees_point(p, own, q) : sees(place(i), own, k)))
          continue;
        best[k] = d, before[k] = i;
        queue.push({d + rest[k], k});
      }
    }
    if (best[goal] == HUGE_VAL) return {};
    std::vector<kernel::PlanPoint> path;
    for (Index i = goal; i != n; i = before[i]) path.push_back(place(i).at);
    path.push_back(from);
    return path;
  }

 private:
  struct ObstacleRay {
    Index to;
    bool free_left, free_right;  // of the ray, seen from the vertex
  };
  struct Node {
    Index vertex;
    std::size_t ray;  // the wedge to the left of it, up to the next one
  };

  static double distance(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q) {
    return std::hypot(p.ix.low - q.ix.low, p.iy.low - q.iy.low);
  }
  // A shortest path turns where the free space around a vertex is more than half a turn; one that goes straight on
  // along a wall has half a turn.
  static bool is_reflex(const kernel::FilteredPoint& v, const std::vector<ObstacleRay>& rays, std::size_t i,
                        std::span<const kernel::FilteredPoint> points) {
    const kernel::FilteredPoint &a = points[rays[i].to], &b = points[rays[(i + 1) % rays.size()].to];
    return rays.size() == 1 || kernel::orientation(v, a, b) <= 0;
  }

  static int half(const kernel::FilteredPoint& v, const kernel::FilteredPoint& p) {
    const int y = kernel::compare_y(p, v);
    return y > 0 || (y == 0 && kernel::compare_x(p, v) > 0) ? 0 : 1;
  }
  static bool angle_before(const kernel::FilteredPoint& v, const kernel::FilteredPoint& a,
                           const kernel::FilteredPoint& b) {
    const int ha = half(v, a), hb = half(v, b);
    return ha != hb ? ha < hb : kernel::orientation(v, a, b) > 0;
  }

  // Whether a point is in the closed wedge of a node, in which it sees what lies at once around the vertex.
  bool in_wedge(const Node& node, const kernel::FilteredPoint& p) const {
    const kernel::FilteredPoint& v = map_.points[node.vertex];
    if (v.at == p.at) return true;
    const auto& rays = rays_.at(node.vertex);
    const kernel::FilteredPoint &a = map_.points[rays[node.ray].to],
                                &b = map_.points[rays[(node.ray + 1) % rays.size()].to];
    if (rays.size() == 1) return true;
    const auto same_way = [&](const kernel::FilteredPoint& q) {
      return kernel::orientation(v, q, p) == 0 && half(v, q) == half(v, p);
    };
    if (same_way(a) || same_way(b)) return true;
    // Between a and b, counter-clockwise.
    return angle_before(v, a, b) ? angle_before(v, a, p) && angle_before(v, p, b)
                                 : angle_before(v, a, p) || angle_before(v, p, b);
  }

  bool sees(const kernel::FilteredPoint& p, std::optional<Index> own, Index node) const {
    const kernel::FilteredPoint& v = map_.points[nodes_[node].vertex];
    if (!in_wedge(nodes_[node], p)) return false;
    if (own && !in_wedge(nodes_[*own], v)) return false;
    // A shortest path passes a vertex with all that it turns around on one side.
    if (!is_tangent(nodes_[node], p) || (own && !is_tangent(nodes_[*own], v))) return false;
    return free_between(p, v) && (!own || on_one_side(nodes_[*own], nodes_[node]));
  }
  bool is_tangent(const Node& node, const kernel::FilteredPoint& p) const {
    const kernel::FilteredPoint& v = map_.points[node.vertex];
    const auto& rays = rays_.at(node.vertex);
    if (v.at == p.at || rays.size() == 1) return true;
    return kernel::orientation(p, v, map_.points[rays[node.ray].to]) *
               kernel::orientation(p, v, map_.points[rays[(node.ray + 1) % rays.size()].to]) >=
           0;
  }
  bool sees_point(const kernel::FilteredPoint& from, std::optional<Index> own, const kernel::FilteredPoint& q) const {
    return own ? sees(q, std::nullopt, *own) : free_between(from, q);
  }
  // Along an obstacle the way from one wedge to another does not change sides.
  bool on_one_side(const Node& a, const Node& b) const {
    const auto ray = [this](Index from, Index to) {
      const auto& rays = rays_.at(from);
      return static_cast<std::size_t>(std::ranges::find(rays, to, &ObstacleRay::to) - rays.begin());
    };
    const auto before = [this](Index vertex, std::size_t i) {
      const std::size_t n = rays_.at(vertex).size();
      return (i + n - 1) % n;
    };
    const std::size_t i = ray(a.vertex, b.vertex), j = ray(b.vertex, a.vertex);
    if (i == rays_.at(a.vertex).size()) return true;
    return (a.ray == i && b.ray == before(b.vertex, j)) || (a.ray == before(a.vertex, i) && b.ray == j);
  }

  // The straight way runs through free space, with no vertex between its ends: past those it goes from one to the next.
  bool free_between(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q) const {
    if (p.at == q.at) return true;
    return !any_along(p, q, [&](Index s) {
      const kernel::FilteredPoint &a = obstacles_.begin(s), &b = obstacles_.end(s);
      const kernel::Sign oa = kernel::orientation(p, q, a), ob = kernel::orientation(p, q, b);
      const kernel::Sign op = kernel::orientation(a, b, p), oq = kernel::orientation(a, b, q);
      if (oa * ob < 0 && op * oq < 0) return true;
      // An end of the way on the obstacle: the way must begin on a free side of it.
      const auto& segment = map_.segments[s];
      const auto blocked_side = [&](kernel::Sign side) {
        return (side > 0 && segment.left == plan::PlanMap::blocked) ||
               (side < 0 && segment.right == plan::PlanMap::blocked);
      };
      if (oa * ob < 0 && ((op == 0 && blocked_side(oq)) || (oq == 0 && blocked_side(op)))) return true;
      return (oa == 0 && is_between(p, q, a)) || (ob == 0 && is_between(p, q, b));
    });
  }
  // The obstacles near a way, part by part: boxes of these are small, however it lies.
  template <class Visit>
  bool any_along(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q, Visit&& visit) const {
    constexpr double parts = 16;
    const auto at = [&](double share) {
      const auto between = [&](const kernel::Interval& a, const kernel::Interval& b) {
        return a + (b - a) * kernel::Interval(share);
      };
      return plan::box_around(between(p.ix, q.ix), between(p.iy, q.iy), 0);
    };
    kernel::Box last = at(0);
    for (double k = 1; k <= parts; ++k) {
      const kernel::Box next = at(k / parts);
      kernel::Box part = last;
      kernel::grow(part, next);
      if (obstacles_.any_in(part, visit)) return true;
      last = next;
    }
    return false;
  }
  static bool is_between(const kernel::FilteredPoint& p, const kernel::FilteredPoint& q,
                         const kernel::FilteredPoint& at) {
    return at.at != p.at && at.at != q.at && kernel::has_foot(at, p, q);
  }

  const plan::PlanMap& map_;
  plan::Obstacles obstacles_;
  std::map<Index, std::vector<ObstacleRay>> rays_;  // by vertex, counter-clockwise
  std::vector<Node> nodes_;
};

}  // namespace plumb::tests
