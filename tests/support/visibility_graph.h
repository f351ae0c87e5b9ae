// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <queue>
#include <vector>

#include "plumb/kernel/segment_distance.h"
#include "plumb/pipeline/euclid.h"
#include "plumb/pipeline/obstacles.h"

namespace plumb::tests {

/// Shortest paths among obstacles by who sees whom: the plain way, without a triangulation's edges to cross. Vertices
/// are looked at when a search comes to them, and what they see is kept.
///
/// Where free space meets in a vertex alone no path passes: so a vertex is one node for each of the wedges of free
/// space around it.
class VisibilityGraph {
 public:
  using Index = std::uint32_t;

  explicit VisibilityGraph(const pipeline::PlanMap& map) : map_(map), obstacles_(map) {
    for (const Index s : obstacles_.segments()) {
      const auto& segment = map.segments[s];
      const bool left = segment.left != pipeline::PlanMap::blocked, right = segment.right != pipeline::PlanMap::blocked;
      rays_[segment.from].push_back({segment.to, left, right});
      rays_[segment.to].push_back({segment.from, right, left});
    }
    for (auto& [vertex, rays] : rays_) {
      const kernel::NearPoint& v = map.points[vertex];
      std::ranges::sort(rays, [&, this](const ObstacleRay& a, const ObstacleRay& b) {
        return angle_before(v, map_.points[a.to], map_.points[b.to]);
      });
      for (std::size_t i = 0; i < rays.size(); ++i)
        if (rays[i].free_left) nodes_.push_back({vertex, i});
    }
    for (Index n = 0; n < nodes_.size(); ++n) at_vertex_[nodes_[n].vertex].push_back(n);
    sees_.resize(nodes_.size());
  }

  /// None: there is no path. Requires that both ends are free.
  std::optional<kernel::RationalInterval> length(const kernel::PlanPoint& from, const kernel::PlanPoint& to) {
    const kernel::NearPoint p(from), q(to);
    const Index n = static_cast<Index>(nodes_.size()), goal = n + 1;
    std::vector<double> best(n + 2, HUGE_VAL);
    std::vector<Index> before(n + 2, n);
    std::vector<bool> done(n + 2);
    std::priority_queue<std::pair<double, Index>, std::vector<std::pair<double, Index>>, std::greater<>> queue;
    const auto place = [&](Index i) -> const kernel::NearPoint& {
      return i == n ? p : i == goal ? q : map_.points[nodes_[i].vertex];
    };
    const auto reach = [&](Index i, Index by) {
      const double d = best[by] + std::sqrt(kernel::squared_distance(place(by).at, place(i).at).get_d());
      if (d >= best[i]) return;
      best[i] = d, before[i] = by;
      queue.push({d, i});
    };
    best[n] = 0;
    queue.push({0, n});
    while (!queue.empty()) {
      const Index i = queue.top().second;
      queue.pop();
      if (done[i]) continue;
      done[i] = true;
      if (i == goal) break;
      if (i == n) {
        for (Index k = 0; k < n; ++k)
          if (sees(p, std::nullopt, k)) reach(k, i);
        if (free_between(p, q)) reach(goal, i);
        continue;
      }
      for (const Index k : seen_from(i)) reach(k, i);
      if (sees(q, std::nullopt, i)) reach(goal, i);
    }
    if (best[goal] == HUGE_VAL) return std::nullopt;
    std::vector<kernel::PlanPoint> path;
    for (Index i = goal; i != n; i = before[i]) path.push_back(place(i).at);
    path.push_back(from);
    return pipeline::length_of(path);
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

  static int half(const kernel::NearPoint& v, const kernel::NearPoint& p) {
    const int y = kernel::compare_y(p, v);
    return y > 0 || (y == 0 && kernel::compare_x(p, v) > 0) ? 0 : 1;
  }
  static bool angle_before(const kernel::NearPoint& v, const kernel::NearPoint& a, const kernel::NearPoint& b) {
    const int ha = half(v, a), hb = half(v, b);
    return ha != hb ? ha < hb : kernel::orientation(v, a, b) > 0;
  }

  // Whether a point is in the closed wedge of a node, in which it sees what lies at once around the vertex.
  bool in_wedge(const Node& node, const kernel::NearPoint& p) const {
    const kernel::NearPoint& v = map_.points[node.vertex];
    if (v.at == p.at) return true;
    const auto& rays = rays_.at(node.vertex);
    const kernel::NearPoint &a = map_.points[rays[node.ray].to],
                            &b = map_.points[rays[(node.ray + 1) % rays.size()].to];
    if (rays.size() == 1) return true;
    const auto same_way = [&](const kernel::NearPoint& q) {
      return kernel::orientation(v, q, p) == 0 && half(v, q) == half(v, p);
    };
    if (same_way(a) || same_way(b)) return true;
    // Between a and b, counter-clockwise.
    return angle_before(v, a, b) ? angle_before(v, a, p) && angle_before(v, p, b)
                                 : angle_before(v, a, p) || angle_before(v, p, b);
  }

  bool sees(const kernel::NearPoint& p, std::optional<Index> own, Index node) const {
    const kernel::NearPoint& v = map_.points[nodes_[node].vertex];
    if (!in_wedge(nodes_[node], p)) return false;
    if (own && !in_wedge(nodes_[*own], v)) return false;
    return free_between(p, v);
  }

  // The straight way runs through free space: no obstacle crosses it, and beside every vertex on it the pieces before
  // and behind are in one wedge.
  bool free_between(const kernel::NearPoint& p, const kernel::NearPoint& q) const {
    if (p.at == q.at) return true;
    std::vector<Index> passed;
    const bool crossed = obstacles_.any_near(p, q, 0, [&](Index s) {
      const kernel::NearPoint &a = obstacles_.begin(s), &b = obstacles_.end(s);
      const int oa = kernel::orientation(p, q, a), ob = kernel::orientation(p, q, b);
      const int op = kernel::orientation(a, b, p), oq = kernel::orientation(a, b, q);
      if (oa * ob < 0 && op * oq < 0) return true;
      // An end of the way on the obstacle: the way must begin on a free side of it.
      const auto& segment = map_.segments[s];
      const auto blocked_side = [&](int side) {
        return (side > 0 && segment.left == pipeline::PlanMap::blocked) ||
               (side < 0 && segment.right == pipeline::PlanMap::blocked);
      };
      if (oa * ob < 0 && ((op == 0 && blocked_side(oq)) || (oq == 0 && blocked_side(op)))) return true;
      for (const auto& [o, end, point] : {std::tuple(oa, segment.from, &a), std::tuple(ob, segment.to, &b)})
        if (o == 0 && is_between(p, q, *point)) passed.push_back(end);
      return false;
    });
    if (crossed) return false;
    for (const Index v : passed) {
      bool through = false;
      for (const Index n : at_vertex_.at(v)) through |= in_wedge(nodes_[n], p) && in_wedge(nodes_[n], q);
      if (!through) return false;
    }
    return true;
  }
  static bool is_between(const kernel::NearPoint& p, const kernel::NearPoint& q, const kernel::NearPoint& at) {
    return kernel::has_foot(at, p, q);
  }

  const std::vector<Index>& seen_from(Index node) {
    if (!sees_[node]) {
      std::vector<Index> out;
      const kernel::NearPoint& v = map_.points[nodes_[node].vertex];
      for (Index k = 0; k < nodes_.size(); ++k)
        if (k != node && nodes_[k].vertex != nodes_[node].vertex && sees(v, node, k)) out.push_back(k);
      sees_[node] = std::move(out);
    }
    return *sees_[node];
  }

  const pipeline::PlanMap& map_;
  pipeline::Obstacles obstacles_;
  std::map<Index, std::vector<ObstacleRay>> rays_;  // by vertex, counter-clockwise
  std::vector<Node> nodes_;
  std::map<Index, std::vector<Index>> at_vertex_;
  std::vector<std::optional<std::vector<Index>>> sees_;
};

}  // namespace plumb::tests
