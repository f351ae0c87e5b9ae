// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/plan/plan_triangulation.h"

namespace plumb::plan {

/// Straight ways of a point over the open edges of a flat triangulation. A point may touch obstacles and go along them,
/// but it does not change sides: at each place it gets from triangle to triangle over open edges alone, so it slips
/// neither through a corner of a wall nor through one where two obstacles touch. Keeps a reference.
class PointWalk {
 public:
  using Index = PlanTriangulation::Index;

  explicit PointWalk(const PlanTriangulation& triangulation) : t_(triangulation) {}

  /// The triangles, ascending, in which a point is at q that has gone straight from p, where it was in any of the given
  /// ones; empty if it does not get there. Requires that the given ones contain p. Exact; the cost is that of the
  /// triangles on the way.
  std::vector<Index> along(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                           const std::vector<Index>& at_start) const;

 private:
  const PlanTriangulation& t_;
};

}  // namespace plumb::plan
