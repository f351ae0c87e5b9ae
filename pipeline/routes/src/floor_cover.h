// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// What a disc whose centre is in a triangle, or in a gap between two, may lie on: the floor that is reached from there
/// over edges within the radius of it, without turning back. Where such floors lie over one another, the lightest
/// counts. It depends on the triangle alone: so what a piece of a route sweeps within it is the same however the piece
/// is cut.
struct FloorCover {
  using Index = PlanTriangulation::Index;
  struct Part {
    std::vector<kernel::PlanPoint> corners;  ///< convex, counter-clockwise
    std::vector<DoublePoint> near;
    Index triangle;  ///< that it is of, perhaps a part of it
    bool whole;      ///< all of it
    DoublePoint low, high;
  };
  std::vector<Index> triangles;  ///< ascending; they may lie over one another
  std::vector<Part> parts;       ///< their interiors do not meet in plan
};

/// @param over_gaps by half-edge: those beyond its gaps
FloorCover floor_cover(
    const FloorPlan& plan,
    const std::unordered_map<PlanTriangulation::Index, std::vector<PlanTriangulation::Index>>& over_gaps,
    const RouteTriangles& in, double radius);

/// What convex polygons have in common; fewer than three corners: no area.
std::vector<kernel::PlanPoint> common_part(std::vector<kernel::PlanPoint> a, const std::vector<kernel::PlanPoint>& b);

}  // namespace plumb::pipeline
