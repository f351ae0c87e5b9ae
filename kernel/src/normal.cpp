// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/normal.h"

#include <cassert>
#include <limits>

namespace plumb::kernel {

template <>
FixedNormal normal_of<FixedInteger<5>>(const PointTable& points, PointId a, PointId b, PointId c) {
  const auto [x, y, z] = formulas::cross(fixed_difference(points, b, a), fixed_difference(points, c, a));
  return {x, y, z};
}

template <>
ExactNormal normal_of<mpz_class>(const PointTable& points, PointId a, PointId b, PointId c) {
  auto [x, y, z] = formulas::cross(scaled_difference(points, b, a).d, scaled_difference(points, c, a).d);
  return {std::move(x), std::move(y), std::move(z)};
}

FilteredNormal filtered_normal(const PointTable& points, PointId a, PointId b, PointId c) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (!points.doubles_are_exact() || !are_whole(points, a, b, c)) return {0, 0, 0, inf, inf, inf};
  double u[3], v[3], e[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = points.approx(b, k) - points.approx(a, k);
    v[k] = points.approx(c, k) - points.approx(a, k);
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    e[k] = normal_error * formulas::determinant_size(u[i], u[j], v[i], v[j]);
  }
  const auto n = formulas::cross(u, v);
  return {n[0], n[1], n[2], e[0], e[1], e[2]};
}

std::array<PointId, 3> spanning_corners(const PointTable& points, std::span<const PointId> corners) {
  assert(corners.size() >= 3);
  std::size_t k = 2;
  while (k + 1 < corners.size() && collinear(points, corners[0], corners[1], corners[k])) ++k;
  return {corners[0], corners[1], corners[k]};
}

Projection projection_of(const PointTable& points, PointId a, PointId b, PointId c) {
  for (const int axis : {2, 0})
    if (const Sign s = turn(points, axis, a, b, c); s != Sign::zero) return {axis, s};
  return {1, turn(points, 1, a, b, c)};
}

}  // namespace plumb::kernel
