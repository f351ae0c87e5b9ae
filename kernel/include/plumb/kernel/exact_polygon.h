// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons of a PointTable in exact coordinates, input units, z up: for the few that a question about one point is
// about. A point on an edge would be a degenerate case of such a question; a PerturbedPoint is moved by infinitely
// small steps and lies on no edge.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/points.h"

namespace plumb::kernel {

/// The box of points, in their unit.
Box box_of(std::span<const ExactPoint> points);

/// The plane z = x[0] * x + x[1] * y + x[2] of a polygon that is not vertical.
struct ExactPlane {
  std::array<mpq_class, 3> x;
  mpq_class height(const mpq_class& px, const mpq_class& py) const {
    return formulas::linear(x[0], x[1], x[2], px, py);
  }
  mpq_class tan_squared() const { return x[0] * x[0] + x[1] * x[1]; }
  bool operator==(const ExactPlane&) const = default;
};
ExactPlane exact_plane(const PointTable& points, std::span<const PointId> corners);
/// The plane through three points, which is not vertical.
ExactPlane exact_plane(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c);

/// The height at a place of the plane through three points, which is not vertical.
mpq_class height_on_plane(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const PlanPoint& at);

/// Twice the signed area of the projection, in the table's integer units: positive if corners run counter-clockwise.
mpq_class doubled_area(const PointTable& points, std::span<const PointId> corners);
/// The same in machine integers; none where its length is not known to fit, or a corner is not whole.
std::optional<__int128> native_doubled_area(const PointTable& points, std::span<const PointId> corners);
/// The area of the projection of a polygon that is not vertical, in squared input units.
mpq_class plan_area(const PointTable& points, std::span<const PointId> corners);

/// Is a place in the projection of a convex polygon that is not vertical, its boundary included. Corners run clockwise
/// seen from above.
bool projection_contains(const std::vector<ExactPoint>& corners, const PlanPoint& at);

/// A point in plan, in input units, moved by an infinitely small step along the first direction, by an infinitely
/// smaller one along the next, and so on.
struct PerturbedPoint {
  PlanPoint at;
  std::vector<PlanPoint> moves;
};
/// The spot at a point that is moved along x, then along y.
PerturbedPoint plan_spot(PlanPoint at);

/// The sign of a x + b y + c at the spot. If the moves span the plane, it is 0 only if a, b and c are.
Sign sign_at(const mpq_class& a, const mpq_class& b, const mpq_class& c, const PerturbedPoint& spot);
/// Whether the spot lies in the projection of a convex surface that is not vertical, its corners clockwise.
bool over_spot(const std::vector<ExactPoint>& corners, const PerturbedPoint& spot);
/// Whether `plane` is strictly above `floor` at the spot.
bool above_at(const ExactPlane& plane, const ExactPlane& floor, const PerturbedPoint& spot);

}  // namespace plumb::kernel
