// SPDX-License-Identifier: LGPL-3.0-or-later
// Tests of polygons over a point in plan, exactly, by symbolic perturbation. A point on an edge would be a degenerate
// case; a spot is a point moved by infinitely small amounts, and lies on no edge.
#pragma once
#include "plumb/kernel/exact_polygon.h"

namespace plumb::kernel {

/// A point in plan, in input units, moved by an infinitely small step along the first direction, by an infinitely
/// smaller one along the next, and so on.
struct PerturbedPoint {
  PlanPoint at;
  std::vector<PlanPoint> moves;
};
/// The spot at a point that is moved along x, then along y.
PerturbedPoint plan_spot(PlanPoint at);

/// The sign of a x + b y + c at the spot. If the moves span the plane, it is 0 only if a, b and c are.
int sign_at(const mpq_class& a, const mpq_class& b, const mpq_class& c, const PerturbedPoint& spot);
/// Whether the spot lies in the projection of a convex surface that is not vertical, its corners clockwise.
bool over_spot(const std::vector<ExactPoint>& corners, const PerturbedPoint& spot);
/// Whether `plane` is strictly above `floor` at the spot.
bool above_at(const ExactPlane& plane, const ExactPlane& floor, const PerturbedPoint& spot);

}  // namespace plumb::kernel
