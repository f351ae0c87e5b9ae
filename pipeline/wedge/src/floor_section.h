// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plan_region.h"

// What of the polygons over a floor is within reach of who stands on it. In plan, input units.
namespace plumb::pipeline {

/// A corner of a polygon, and how far it is over the plane of a floor.
struct RaisedCorner {
  kernel::PlanPoint at;
  mpq_class above;
};
std::vector<RaisedCorner> raised_corners(std::span<const kernel::ExactPoint> corners, const kernel::ExactPlane& floor);

/// The part of a convex polygon that is from `low` to `high` over the floor: its corners in their order. Empty if none
/// of it is strictly between. So it is the section of the floor with the polygon lowered by low to high, its prism.
std::vector<RaisedCorner> part_between(std::vector<RaisedCorner> corners, const mpq_class& low, const mpq_class& high);

/// A segment in plan from low to high x, then y.
struct PlanSegment {
  kernel::PlanPoint from, to;
};
/// From the first of these points to the last by x, then y; none of less than two points.
std::optional<PlanSegment> span_of(const std::vector<RaisedCorner>& corners);

/// Where the plane of the floor meets a polygon that does not lie in it: a segment, or none.
std::optional<PlanSegment> trace_of(std::vector<RaisedCorner> corners);

/// The part of a segment over a convex polygon, counter-clockwise, its boundary included.
std::optional<PlanSegment> clipped(const PlanSegment& segment, const kernel::PlanRing& window);

bool strictly_inside(const kernel::PlanPoint& at, const kernel::PlanRing& convex);

/// A vector to the left of a segment, square to it: (-dy, dx) times a factor that makes it `length` long or, where that
/// is irrational, the least multiple of a power of two that makes it 2^-20 longer at most.
kernel::PlanPoint left_of(const PlanSegment& segment, const mpq_class& length);

}  // namespace plumb::pipeline
