// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/points.h"

// Polygons of a PointTable in exact coordinates, input units, z up: for the few that a question about one point is
// about.
namespace plumb::kernel {

using PlanPoint = std::array<mpq_class, 2>;

ExactPoint exact_point(const PointTable& points, PointId point);
std::vector<ExactPoint> exact_corners(const PointTable& points, std::span<const PointId> corners);
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

}  // namespace plumb::kernel
