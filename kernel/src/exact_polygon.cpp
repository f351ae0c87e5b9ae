// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/exact_polygon.h"

#include "plumb/kernel/normal.h"

namespace plumb::kernel {

ExactPoint exact_point(const PointTable& points, PointId point) {
  ExactPoint e;
  for (int k = 0; k < 3; ++k) {
    e[k] = mpq_class(points.exact(point, k), points.denominator());
    e[k].canonicalize();
  }
  return e;
}

std::vector<ExactPoint> exact_corners(const PointTable& points, std::span<const PointId> corners) {
  std::vector<ExactPoint> out;
  for (const PointId p : corners) out.push_back(exact_point(points, p));
  return out;
}

ExactPlane exact_plane(const PointTable& points, std::span<const PointId> corners) {
  const auto n = upward_normal<mpz_class>(points, corners);
  const ExactPoint p = exact_point(points, corners[0]);
  ExactPlane plane;
  plane.x[0] = mpq_class(-n.x, n.z);
  plane.x[1] = mpq_class(-n.y, n.z);
  for (int k = 0; k < 2; ++k) plane.x[k].canonicalize();
  plane.x[2] = p[2] - plane.x[0] * p[0] - plane.x[1] * p[1];
  return plane;
}

mpq_class plan_area(const PointTable& points, std::span<const PointId> c) {
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

}  // namespace plumb::kernel
