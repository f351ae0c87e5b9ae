// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/triangle_stages.h"
#include "plumb/surface/collapse_mesh.h"

namespace plumb::pipeline {

/// Keeps which part of the original border each boundary edge stands for, while corners are removed.
///
/// Each corner has an anchor, a place on the original border: at first its own place. An edge stands for the original
/// border from the anchor of its start to that of its end. What lies between that border and the edge is within the
/// convex hull of their corners, and the distance of a point from an edge is a convex function: so nothing there is
/// farther from the edge than the farthest of the anchors and corners.
class BorderChains {
 public:
  using Index = surface::FanMesh::Index;

  /// Two parts into which a new corner, in place of two, splits what its edges stand for.
  struct Split {
    std::vector<Index> before, after;
    Index anchor = 0;
  };

  BorderChains(const surface::CollapseMesh& mesh, const mpq_class& tolerance);

  /// Whether all that the edges before - v and v - after stand for is within the tolerance, in plan, of the straight
  /// edge from `before` to `after`.
  bool may_straighten(Index before, Index v, Index after) const;
  /// To be called when v is removed. `straight`: v was on that edge.
  void straighten(Index before, Index v, Index after, bool straight);

  /// Whether the edges before - v and v - after may have v at another place: whether all that they stand for is within
  /// the tolerance of the new edges.
  bool may_move(Index before, Index v, Index after, const kernel::PlanPoint& at) const;
  /// To be called when v has moved.
  void move(Index v) { moved_[v] = 1; }

  /// The same for three edges, before - v - w - after, that become two edges which meet at a place: what the three
  /// stand for can be split at a point that is within the tolerance of both, so that each part is within the tolerance
  /// of its edge.
  std::optional<Split> may_extend(Index before, Index v, Index w, Index after, const kernel::PlanPoint& meet);
  /// To be called when v and w have been merged into w, at that place.
  void extend(Index before, Index w, Split split);

 private:
  struct Point {
    kernel::PlanPoint at;
    std::array<kernel::Interval, 2> near;
  };
  struct Segment {
    const Point &from, &to;
  };
  static Point point(const kernel::PlanPoint& at);
  Point corner(Index v) const;
  bool is_near(const Point& p, const Segment& way) const;
  bool is_own(Index v) const { return moved_[v] == 0; }

  const surface::CollapseMesh& mesh_;
  mpq_class squared_tolerance_;
  kernel::Interval near_tolerance_;
  std::vector<Point> points_;              // corners of the original border, by vertex; then places where it was split
  std::vector<Index> anchor_;              // by vertex
  std::vector<std::uint8_t> moved_;        // by vertex: its place is not its anchor's
  std::vector<std::vector<Index>> chain_;  // by vertex: points between its anchor and the next vertex's
};

}  // namespace plumb::pipeline
