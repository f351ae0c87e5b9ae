// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/index.h"

// Surfaces in exact coordinates, input units, z up: for the few that a question about one point is about.
namespace plumb::pipeline {

using PlanPoint = std::array<mpq_class, 2>;

ExactPoint exact_point(const kernel::PointTable& points, kernel::PointId point);
std::vector<ExactPoint> exact_corners(const kernel::PointTable& points, const SurfaceSet& set, const Surface& surface);

/// The plane z = x[0] * x + x[1] * y + x[2] of a surface that is not vertical.
struct ExactPlane {
  std::array<mpq_class, 3> x;
  mpq_class height(const mpq_class& px, const mpq_class& py) const { return x[0] * px + x[1] * py + x[2]; }
  mpq_class tan_squared() const { return x[0] * x[0] + x[1] * x[1]; }
  bool operator==(const ExactPlane&) const = default;
};
ExactPlane exact_plane(const kernel::PointTable& points, const SurfaceSet& set, const Surface& surface);

/// The area of the projection of a surface that is not vertical, in squared input units.
mpq_class plan_area(const kernel::PointTable& points, std::span<const kernel::PointId> corners);

/// Is (x, y) in the projection of a surface that is not vertical, its boundary included.
bool projection_contains(const std::vector<ExactPoint>& corners, const mpq_class& x, const mpq_class& y);

/// A box around exact coordinates in input units, rounded outward to what SurfaceIndex asks for.
Box outward_box(const kernel::PointTable& points, const ExactPoint& low, const ExactPoint& high);

}  // namespace plumb::pipeline
