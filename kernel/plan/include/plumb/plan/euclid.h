// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

/// A path of straight stretches.
struct PlanPath {
  std::vector<kernel::PlanPoint> points;  ///< start, turns, goal
  kernel::RationalInterval length;
};

/// A path without the points where it goes straight on; where it turns back on its line it does not. Its ends stay.
std::vector<kernel::PlanPoint> without_straight(const std::vector<kernel::PlanPoint>& path);

/// The length of a path: an interval narrower than 2^-60 of the length, and one point where all of these have rational
/// lengths.
kernel::RationalInterval length_of(const std::vector<kernel::PlanPoint>& points);

/// Finds the shortest path of a point among obstacles, without regard to weights (Polyanya: Cui, Harabor & Grastien
/// 2017).
///
/// It is A* over intervals of edges that are seen from the last turn. All decisions are exact: a direction is given by
/// two points, so no crossing is ever computed; lengths are compared as intervals of doubles, then of MPFR. Paths whose
/// lengths agree in 1,000 bits count as equal, and the one found first is returned. The path may touch obstacles. At a
/// vertex it turns through triangles that are joined by open edges: it does not slip through where two obstacles touch.
class EuclidPlanner {
 public:
  using Index = PlanTriangulation::Index;

  /// Keeps a reference. Floors are allowed where no more than two meet at an edge; gaps are not crossed.
  explicit EuclidPlanner(const PlanTriangulation& triangulation);

  /// None: one of the ends is blocked, or there is no path.
  std::optional<PlanPath> path(const kernel::PlanPoint& from, const kernel::PlanPoint& to);
  /// The same between ends with given triangles.
  std::optional<PlanPath> between(const RouteEnd& from, const RouteEnd& to);
  /// How many intervals the last search expanded.
  std::size_t expanded() const { return expanded_; }

  const PlanTriangulation& triangulation() const { return triangulation_; }
  /// By half-edge that is not blocked: the fan around its beginning.
  std::span<const Index> fans() const { return fans_; }

 private:
  const PlanTriangulation& triangulation_;
  OrientedWalk walk_;
  std::vector<Index> fans_;  // by half-edge: the fan around its beginning, triangles that open edges join
  std::size_t expanded_ = 0;
};

/// What is left to a goal at least, for a search that comes from a start: lengths of shortest paths of a point, found
/// by the same search backwards, and no farther than it is asked for. Lengths are doubles, which err by roundings.
class GoalDistances {
 public:
  using Index = PlanTriangulation::Index;

  /// Keeps a reference to the planner's triangulation and fans.
  GoalDistances(const EuclidPlanner& planner, const RouteEnd& goal, const kernel::PlanPoint& start);
  ~GoalDistances();

  /// Finds all places from which a path to the goal and the straight line to the start are no longer than `most`
  /// together, or a little more.
  void extend(double most);
  /// No path from a place on an edge to the goal is shorter. What one place has is never above what another has and
  /// the distance between them. It grows with `most`, up to the length of the shortest path.
  double least(Index half_edge, const DoublePoint& at) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::plan
