// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "plumb/pipeline/obstacles.h"
#include "plumb/pipeline/plan_triangulation.h"

namespace plumb::pipeline {

/// A gap between floors: routes cross it straight from a point of one side to the point at the same share of the other,
/// and back.
struct FloorGap {
  struct Side {
    std::array<kernel::PlanPoint, 2> ends;             ///< in different places
    std::vector<PlanTriangulation::Index> half_edges;  ///< which it is made of
  };
  std::array<Side, 2> sides;
};

/// Floors that may lie over one another, seen from above. Where routes get from one to the next, flush or by a step,
/// their triangles share an edge and its ends; over gaps there is a way apart. All other edges are border.
struct FloorPlan {
  using Index = PlanTriangulation::Index;

  PlanTriangulation triangulation;  ///< with heights; it need not be Delaunay
  /// By half-edge, where more than two floors meet: those on the other side that routes get to from it directly, in
  /// ascending order. From all others it is the twin.
  std::map<Index, std::vector<Index>> joined;
  std::vector<FloorGap> gaps;
  PlanMap border;  ///< its obstacles alone; there may be more of them than edges without a twin
  ObstacleHeights heights;

  /// Calls visit(half-edge) for those on the other side that routes get to from it directly; none over gaps.
  template <class Visit>
  void each_beyond(Index h, Visit&& visit) const {
    if (const auto several = joined.find(h); several != joined.end()) {
      for (const Index other : several->second) visit(other);
    } else if (const Index twin = triangulation.twin(h); twin != PlanTriangulation::none && twin != h) {
      visit(twin);
    }
  }
};

/// A way over half-edges, each with the one beyond it.
using FloorSteps = std::vector<std::array<PlanTriangulation::Index, 2>>;

/// How one gets from one triangle to another at a place that is on the boundary of both, or in them if they are one:
/// over edges that the place is on, flush or by steps, with the least rise and fall, then over the fewest. None: they
/// are not joined there.
std::optional<FloorSteps> steps_at(const FloorPlan& plan, const kernel::PlanPoint& at, PlanTriangulation::Index from,
                                   PlanTriangulation::Index to);

/// Half-edges fit, triangles turn left, what is joined lies in one place, and each obstacle has heights.
bool is_valid(const FloorPlan& plan);

}  // namespace plumb::pipeline
