// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons over a point in plan, exactly. Winding numbers change at edges, so a point stands for one next to it.
#pragma once
#include "plumb/kernel/exact_polygon.h"

namespace plumb::kernel {

/// A point in plan, in input units, moved a very little along the first direction, still less along the next, and so
/// on.
struct PlanSpot {
  PlanPoint at;
  std::vector<PlanPoint> moves;
};
/// Moved along x, then y.
PlanSpot plan_spot(PlanPoint at);

/// The sign of a x + b y + c at the spot; 0 only if it is 0 everywhere near.
int sign_at(const mpq_class& a, const mpq_class& b, const mpq_class& c, const PlanSpot& spot);
/// Is the spot in the projection of a surface that is not vertical.
bool over_spot(const std::vector<ExactPoint>& corners, const PlanSpot& spot);
/// Is a plane strictly above another one at the spot.
bool above_at(const ExactPlane& plane, const ExactPlane& floor, const PlanSpot& spot);

}  // namespace plumb::kernel
