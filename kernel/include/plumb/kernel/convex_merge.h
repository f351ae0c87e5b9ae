// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_point.h"

// Convex polygons in exact coordinates, counter-clockwise seen from above.
namespace plumb::kernel {

/// A point in space with the doubles around it that predicates in plan try first.
struct FacetCorner {
  FacetCorner(ExactPoint p) : at(std::move(p)), x(interval_of(at[0])), y(interval_of(at[1])) {}
  PlanRef plan() const { return {at, x, y}; }
  bool operator==(const FacetCorner& o) const { return x.low == o.x.low && y.low == o.y.low && at == o.at; }

  ExactPoint at;
  Interval x, y;
};
using FacetPolygon = std::vector<FacetCorner>;

/// The part of a polygon to the left of the line from p to q in plan, its boundary included; cut edges get points on
/// them. Fewer than three corners: nothing of it is strictly to the left.
FacetPolygon left_part(FacetPolygon polygon, const FacetCorner& p, const FacetCorner& q);

/// The part of a polygon over another one in plan.
FacetPolygon part_within(FacetPolygon polygon, const FacetPolygon& outline);

/// Leaves out corners where the boundary goes straight on in plan.
void drop_straight_corners(FacetPolygon& polygon);

/// Joins polygons of one plane over common edges, greedily, as long as the union is convex. Straight corners are left
/// out.
void merge_convex(std::vector<FacetPolygon>& polygons);

}  // namespace plumb::kernel
