// SPDX-License-Identifier: GPL-3.0-or-later
#include "surface_exact.h"

#include <cmath>

#include "plumb/kernel/normal.h"
#include "plumb/pipeline/decimal.h"

namespace plumb::pipeline {

ExactPoint exact_point(const kernel::PointTable& points, kernel::PointId point) {
  ExactPoint e;
  for (int k = 0; k < 3; ++k) {
    e[k] = mpq_class(points.exact(point, k), points.denominator());
    e[k].canonicalize();
  }
  return e;
}

std::vector<ExactPoint> exact_corners(const kernel::PointTable& points, const SurfaceSet& set, const Surface& surface) {
  std::vector<ExactPoint> out;
  for (const kernel::PointId p : set.corners_of(surface)) out.push_back(exact_point(points, p));
  return out;
}

ExactPlane exact_plane(const kernel::PointTable& points, const SurfaceSet& set, const Surface& surface) {
  const auto corners = set.corners_of(surface);
  const auto n = kernel::upward_normal<mpz_class>(points, corners);
  const ExactPoint p = exact_point(points, corners[0]);
  ExactPlane plane;
  plane.x[0] = mpq_class(-n.x, n.z);
  plane.x[1] = mpq_class(-n.y, n.z);
  for (int k = 0; k < 2; ++k) plane.x[k].canonicalize();
  plane.x[2] = p[2] - plane.x[0] * p[0] - plane.x[1] * p[1];
  return plane;
}

mpq_class plan_area(const kernel::PointTable& points, std::span<const kernel::PointId> c) {
  mpz_class sum = 0;
  for (std::size_t i = 1; i + 1 < c.size(); ++i) {
    const auto local = [&](std::size_t k, int axis) { return mpz_class(points.exact(c[k], axis) - points.exact(c[0], axis)); };
    sum += local(i + 1, 0) * local(i, 1) - local(i, 0) * local(i + 1, 1);
  }
  mpq_class area(sum, 2 * points.denominator() * points.denominator());
  area.canonicalize();
  return area;
}

bool projection_contains(const std::vector<ExactPoint>& corners, const mpq_class& x, const mpq_class& y) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    if ((q[0] - p[0]) * (y - p[1]) > (q[1] - p[1]) * (x - p[0])) return false;  // left of an edge run clockwise
  }
  return true;
}

Box outward_box(const kernel::PointTable& points, const ExactPoint& low, const ExactPoint& high) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = std::nextafter(nearest_double(mpq_class(low[k] * points.denominator())), -HUGE_VAL);
    box.high[k] = std::nextafter(nearest_double(mpq_class(high[k] * points.denominator())), HUGE_VAL);
  }
  return box;
}

}  // namespace plumb::pipeline
