// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/normal.h"

#include <cassert>
#include <limits>

namespace plumb::kernel {

template <>
FixedNormal normal_of<FixedInteger<5>>(const PointTable& points, PointId a, PointId b, PointId c) {
  const auto d = [&](PointId p, PointId q, int k) { return (points.fixed(p, k) - points.fixed(q, k)).narrow<2>(); };
  return {turn_formula(d, 0, a, b, c), turn_formula(d, 1, a, b, c), turn_formula(d, 2, a, b, c)};
}

template <>
ExactNormal normal_of<mpz_class>(const PointTable& points, PointId a, PointId b, PointId c) {
  const auto d = [&](PointId p, PointId q, int k) { return mpz_class(points.exact(p, k) - points.exact(q, k)); };
  return {turn_formula(d, 0, a, b, c), turn_formula(d, 1, a, b, c), turn_formula(d, 2, a, b, c)};
}

FilteredNormal filtered_normal(const PointTable& points, PointId a, PointId b, PointId c) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (!points.approx_is_exact()) return {0, 0, 0, inf, inf, inf};
  double u[3], v[3], n[3], e[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = points.approx(b, k) - points.approx(a, k);
    v[k] = points.approx(c, k) - points.approx(a, k);
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double left = u[i] * v[j], right = u[j] * v[i];
    n[k] = left - right;
    e[k] = turn_bound * (std::fabs(left) + std::fabs(right));
  }
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
