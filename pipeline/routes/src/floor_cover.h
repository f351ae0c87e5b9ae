// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// The floor on which a disc may lie whose centre is in a triangle, or in a gap between two: floor that is reached from
/// there over edges within the radius of the triangle, without turning back. Where such floors lie over one another,
/// the lightest counts. It depends on the triangle only, so a piece of a route within the triangle sweeps the same
/// however it is cut.
struct FloorCover {
  using Index = PlanTriangulation::Index;
  struct Part {
    std::vector<kernel::PlanPoint> corners;  ///< convex, counter-clockwise
    std::vector<DoublePoint> near;
    Index triangle;  ///< the triangle of which it is all or a part
    bool whole;      ///< it is all of its triangle
    DoublePoint low, high;
  };
  std::vector<Index> triangles;  ///< ascending; they may lie over one another
  std::vector<Part> parts;       ///< their interiors do not meet in plan
};

/// @param over_gaps by half-edge: the half-edges beyond its gaps
FloorCover floor_cover(
    const FloorPlan& plan,
    const std::unordered_map<PlanTriangulation::Index, std::vector<PlanTriangulation::Index>>& over_gaps,
    const RouteTriangles& in, double radius);

/// The common part of two convex polygons; empty if it has no area.
std::vector<kernel::PlanPoint> common_part(std::vector<kernel::PlanPoint> a, const std::vector<kernel::PlanPoint>& b);

}  // namespace plumb::pipeline
