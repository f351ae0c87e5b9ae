// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
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
  PlanTriangulation triangulation;  ///< with heights; it need not be Delaunay
  std::vector<FloorGap> gaps;
  PlanMap border;  ///< its obstacles alone; there may be more of them than edges without a twin
  ObstacleHeights heights;
};

/// Half-edges fit, triangles turn left, what is joined lies in one place, and each obstacle has heights.
bool is_valid(const FloorPlan& plan);

}  // namespace plumb::pipeline
