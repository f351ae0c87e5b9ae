// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plan_region.h"

// The parts of polygons over a floor that are within reach of whoever stands on it. In plan, input units.
namespace plumb::pipeline {

/// A corner of a polygon, and how far it is over the plane of a floor.
struct RaisedCorner {
  kernel::PlanPoint at;
  mpq_class above;
};
std::vector<RaisedCorner> raised_corners(std::span<const kernel::ExactPoint> corners, const kernel::ExactPlane& floor);

/// The part of a convex polygon at heights from `low` to `high` over the floor, by its corners in their order; empty if
/// none of the polygon is strictly between. Seen from above it is also the section of the floor with the prism that the
/// polygon sweeps when it is lowered by `low` to `high`.
std::vector<RaisedCorner> part_between(std::vector<RaisedCorner> corners, const mpq_class& low, const mpq_class& high);

/// A segment in plan from low to high x, then y.
struct PlanSegment {
  kernel::PlanPoint from, to;
};
/// The segment from the first of these points by x, then y, to the last; none if there are fewer than two different
/// points.
std::optional<PlanSegment> span_of(const std::vector<RaisedCorner>& corners);

/// Where the plane of the floor meets a polygon that does not lie in it: a segment, or none.
std::optional<PlanSegment> trace_of(std::vector<RaisedCorner> corners);

/// The part of a segment over a convex polygon, counter-clockwise, its boundary included.
std::optional<PlanSegment> clipped(const PlanSegment& segment, const kernel::PlanRing& window);

bool strictly_inside(const kernel::PlanPoint& at, const kernel::PlanRing& convex);

/// A vector square to a segment, to its left, of the given length: (-dy, dx) times a factor that is exact where the
/// length of the segment is rational; else the least multiple of a power of two that makes the vector no shorter, and
/// at most 2^-20 longer.
kernel::PlanPoint left_of(const PlanSegment& segment, const mpq_class& length);

}  // namespace plumb::pipeline
