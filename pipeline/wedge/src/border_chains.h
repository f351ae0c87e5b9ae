// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "collapse_mesh.h"
#include "plumb/kernel/exact_polygon.h"

namespace plumb::pipeline {

/// Which part of the first border each edge of the border stands for, while corners are taken out.
///
/// Each corner has an anchor, a place on the first border: at first its own. An edge stands for the first border from
/// its start's anchor to its end's. What lies between this way and the edge is within the convex hull of their corners;
/// and how far a point is from an edge is a convex function. So nothing there is farther from the edge than the
/// farthest of the anchors and corners of the way.
class BorderChains {
 public:
  using Index = GapMesh::Index;

  /// What a new corner in place of two splits its way into.
  struct Split {
    std::vector<Index> before, after;
    Index anchor = 0;
  };

  BorderChains(const CollapseMesh& mesh, const mpq_class& tolerance);

  /// Whether all that two edges stand for is within the tolerance of the way from where the first begins to where the
  /// second ends, in plan: before - v - after.
  bool may_straighten(Index before, Index v, Index after) const;
  /// To be called when it is done. `straight`: v was on that way.
  void straighten(Index before, Index v, Index after, bool straight);

  /// The same of three edges, before - v - w - after, that become two, which meet at a place: where what they stand for
  /// can be split, a point of it within the tolerance of both.
  std::optional<Split> may_extend(Index before, Index v, Index w, Index after, const kernel::PlanPoint& meet);
  /// To be called when v and w are w, at that place.
  void extend(Index before, Index w, Split split);

 private:
  struct Point {
    kernel::PlanPoint at;
    std::array<kernel::Interval, 2> near;
  };
  struct Way {
    const Point &from, &to;
  };
  static Point point(const kernel::PlanPoint& at);
  Point corner(Index v) const;
  bool is_near(const Point& p, const Way& way) const;
  bool is_own(Index v) const { return moved_[v] == 0; }

  const CollapseMesh& mesh_;
  mpq_class squared_tolerance_;
  kernel::Interval near_tolerance_;
  std::vector<Point> points_;              // of the first border, and where it was split; by vertex at first
  std::vector<Index> anchor_;              // by vertex
  std::vector<std::uint8_t> moved_;        // by vertex: it is not where its anchor is
  std::vector<std::vector<Index>> chain_;  // by vertex: between its anchor and that of the next on the border
};

}  // namespace plumb::pipeline
