// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/filtered_point.h"

// How far points of the plane are from segments. Squares: distances are roots.
namespace plumb::kernel {

/// The nearest point of a segment: its share of the way from p to q, 0 to 1. The segment may be one point.
mpq_class nearest_share(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q);
/// The nearest point itself, in lowest terms.
PlanPoint nearest_point(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q);

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& q);
/// From a point to a segment.
mpq_class squared_distance(const PlanPoint& at, const PlanPoint& p, const PlanPoint& q);

/// Doubles around the same.
Interval squared_distance_near(const FilteredPoint& p, const FilteredPoint& q);
Interval squared_distance_near(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q);

/// Whether each of two segments goes from one side of the other's line strictly to the other side.
bool cross(const FilteredPoint& p, const FilteredPoint& q, const FilteredPoint& a, const FilteredPoint& b);

/// Whether the nearest point of a segment is none of its ends.
bool has_foot(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q);

/// Whether the distance from a point to a segment is below, equal to or above the root of `square`: -1, 0 or 1.
int compare_squared_distance(const FilteredPoint& at, const FilteredPoint& p, const FilteredPoint& q,
                             const mpq_class& square);

}  // namespace plumb::kernel
