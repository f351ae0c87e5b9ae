// SPDX-License-Identifier: LGPL-3.0-or-later
// Planes and areas of polygons in exact coordinates, in input units with z up, for questions that concern few polygons.
// A point on an edge would be a degenerate case of such a question; a PerturbedPoint is moved by infinitely small
// steps, so that it lies on no edge.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// A box around points, in their unit. Its sides are rounded outward.
Box box_of(std::span<const ExactPoint> points);

/// The plane z = x[0] * x + x[1] * y + x[2] of a polygon that is not vertical.
struct ExactPlane {
  std::array<mpq_class, 3> x;
  /// The height of the plane at a place.
  mpq_class height(const mpq_class& px, const mpq_class& py) const {
    return formulas::linear(x[0], x[1], x[2], px, py);
  }
  /// The squared tangent of the plane's slope.
  mpq_class tan_squared() const { return x[0] * x[0] + x[1] * x[1]; }
  bool operator==(const ExactPlane&) const = default;
};
/// The plane of a polygon with area, which must not be vertical.
ExactPlane exact_plane(const PointTable& points, std::span<const PointId> corners);
/// The plane through three points, which must not be vertical.
ExactPlane exact_plane(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c);

/// The height of the plane through three points at a place. The plane must not be vertical.
mpq_class height_on_plane(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const PlanPoint& at);

/// Twice the signed area of the projection, in the table's integer units: positive if corners run counter-clockwise.
mpq_class doubled_area(const PointTable& points, std::span<const PointId> corners);
/// The same in machine integers. None if it is not certain that these are long enough, or if a corner is not whole.
std::optional<Int128> native_doubled_area(const PointTable& points, std::span<const PointId> corners);
/// The area of the projection of a polygon whose corners run clockwise seen from above, in squared input units.
mpq_class plan_area(const PointTable& points, std::span<const PointId> corners);

/// Whether a place is in the projection of a convex polygon or on its boundary. The polygon must not be vertical, and
/// its corners run clockwise seen from above.
bool projection_contains(const std::vector<ExactPoint>& corners, const PlanPoint& at);

/// A point in plan, in input units, that is moved by an infinitely small step along the first of `moves`, by an
/// infinitely smaller step along the next one, and so on.
struct PerturbedPoint {
  PlanPoint at;
  std::vector<PlanPoint> moves;
};
/// A point that is moved along x, and then along y.
PerturbedPoint plan_spot(PlanPoint at);

/// The sign of a x + b y + c at a perturbed point. If the moves span the plane, it is 0 only if a, b and c are 0.
Sign sign_at(const mpq_class& a, const mpq_class& b, const mpq_class& c, const PerturbedPoint& spot);
/// Whether a perturbed point lies in the projection of a convex polygon, which must not be vertical and whose corners
/// run clockwise seen from above.
bool over_spot(const std::vector<ExactPoint>& corners, const PerturbedPoint& spot);
/// Whether `plane` is strictly above `floor` at a perturbed point.
bool above_at(const ExactPlane& plane, const ExactPlane& floor, const PerturbedPoint& spot);

}  // namespace plumb::kernel
