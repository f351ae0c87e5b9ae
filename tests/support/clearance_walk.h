// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <deque>
#include <set>

#include "plumb/kernel/plane_overlay.h"
#include "plumb/plan/passability.h"

namespace plumb::tests {

/// Where a disc gets by the clearances of traversals alone: from edge to edge of the triangulation. Around its start
/// and goal it moves among the narrow traversals' lines until it comes to an edge that is wide enough and crossed by
/// none.
class ClearanceWalk {
 public:
  using Index = std::uint32_t;
  ClearanceWalk(const plan::PlanMap& map, const plan::ClearanceTriangulation& lct, const mpq_class& squared_radius)
      : lct_(lct), least_(4 * squared_radius) {
    const auto& t = lct.triangulation;
    for (const auto& p : barriers(lct, squared_radius)) lines_.push_back(p);
    for (const auto& s : map.segments)
      if (s.kind == plan::SegmentKind::obstacle) rings_.push_back({stop, {map.points[s.from].at, map.points[s.to].at}});
    for (const auto& p : lines_) rings_.push_back({stop, {p.from, p.to}});
    std::vector<std::array<kernel::FilteredPoint, 2>> lines;
    for (const auto& p : lines_) lines.push_back({kernel::FilteredPoint(p.from), kernel::FilteredPoint(p.to)});
    for (Index h = 0; h < 3 * t.triangle_count(); ++h) {
      if (!t.is_open(h) || t.twin(h) < h) continue;
      const auto &a = t.points[t.from(h)], &b = t.points[t.to(h)];
      const mpq_class dx = b.at[0] - a.at[0], dy = b.at[1] - a.at[1];
      if (dx * dx + dy * dy < least_) continue;
      if (std::ranges::any_of(lines, [&](const auto& l) { return meets(a, b, l[0], l[1]); })) continue;
      rings_.push_back({first_edge + h, {a.at, b.at}});
    }
    overlay_ = kernel::plane_overlay(rings_);
    for (const auto& p : overlay_.points) points_.emplace_back(p);
  }

  bool passable(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const {
    const auto [p_triangles, left_over] = around(p);
    const auto [q_triangles, wanted] = around(q);
    for (const Index t : p_triangles)
      if (q_triangles.contains(t)) return true;
    // By half-edges over which a triangle is entered: a way that turned back would be one around the third corner.
    const auto& t = lct_.triangulation;
    std::set<Index> seen;
    std::vector<Index> todo;
    const auto enter = [&](Index h) {
      if (seen.insert(h).second) todo.push_back(h);
    };
    for (const Index h : left_over) enter(t.twin(h));
    while (!todo.empty()) {
      const Index h = todo.back();
      todo.pop_back();
      if (wanted.contains(h)) return true;
      const Index next = t.next(h), prev = t.prev(h);
      if (t.is_open(prev) && lct_.clearances[h].squared >= least_) enter(t.twin(prev));
      if (t.is_open(next) && lct_.clearances[next].squared >= least_) enter(t.twin(next));
    }
    return false;
  }
  std::size_t line_count() const { return lines_.size(); }

 private:
  static constexpr Index stop = 0, first_edge = 1;

  // More than an end in common.
  static bool meets(const kernel::FilteredPoint& a, const kernel::FilteredPoint& b, const kernel::FilteredPoint& p,
                    const kernel::FilteredPoint& q) {
    return kernel::orientation(a, b, p) * kernel::orientation(a, b, q) < 0 &&
           kernel::orientation(p, q, a) * kernel::orientation(p, q, b) < 0;
  }

  // The triangles of the overlay, and the half-edges over which it is left, whose triangles are on this side.
  std::pair<std::set<Index>, std::set<Index>> around(const kernel::PlanPoint& at) const {
    const kernel::FilteredPoint p(at);
    std::set<Index> triangles, edges;
    std::deque<Index> todo;
    for (Index t = 0; t < overlay_.triangles.size(); ++t) {
      const auto& c = overlay_.triangles[t].corners;
      if (kernel::orientation(points_[c[0]], points_[c[1]], p) >= 0 &&
          kernel::orientation(points_[c[1]], points_[c[2]], p) >= 0 &&
          kernel::orientation(points_[c[2]], points_[c[0]], p) >= 0 && triangles.insert(t).second)
        todo.push_back(t);
    }
    while (!todo.empty()) {
      const Index t = todo.front();
      todo.pop_front();
      for (std::size_t i = 0; i < 3; ++i) {
        bool stopped = false;
        for (const auto& s : overlay_.along(t, i)) {
          stopped = true;
          if (rings_[s.ring].id == stop) continue;
          const Index h = rings_[s.ring].id - first_edge;
          // A ring of two points runs along its edge both ways: edge 0 as h does.
          edges.insert((s.edge == 0) == s.forward ? h : lct_.triangulation.twin(h));
        }
        const Index beyond = overlay_.triangles[t].beyond[i];
        if (!stopped && beyond != kernel::PlaneOverlay::none && triangles.insert(beyond).second) todo.push_back(beyond);
      }
    }
    return {triangles, edges};
  }

  const plan::ClearanceTriangulation& lct_;
  mpq_class least_;
  std::vector<plan::Passage> lines_;
  std::vector<kernel::OverlayRing> rings_;
  kernel::PlaneOverlay overlay_;
  std::vector<kernel::FilteredPoint> points_;
};

}  // namespace plumb::tests
