// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/point_predicates.h"

namespace plumb::kernel {
namespace {

// Coordinates have at most 126 bits, so a difference has 127 and fits two limbs.
auto fixed_difference(const PointTable& points) {
  return [&points](PointId p, PointId q, int axis) {
    return (points.fixed(p, axis) - points.fixed(q, axis)).template narrow<2>();
  };
}

auto exact_difference(const PointTable& points) {
  return [&points](PointId p, PointId q, int axis) { return mpz_class(points.exact(p, axis) - points.exact(q, axis)); };
}

}  // namespace

Sign turn_exact(const PointTable& points, int axis, PointId a, PointId b, PointId c) {
  if (points.fixed()) return turn_formula(fixed_difference(points), axis, a, b, c).sign();
  return sign_of(sgn(turn_formula(exact_difference(points), axis, a, b, c)));
}

Sign volume_exact(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  if (points.fixed()) {
    const auto diff = fixed_difference(points);
    FixedInteger<2> u[3], v[3], w[3];
    for (int k = 0; k < 3; ++k) u[k] = diff(b, a, k), v[k] = diff(c, a, k), w[k] = diff(d, a, k);
    return volume_formula(u, v, w).sign();
  }
  const auto diff = exact_difference(points);
  mpz_class sum = 0;
  for (int k = 0; k < 3; ++k) sum += turn_formula(diff, k, a, b, c) * diff(d, a, k);
  return sign_of(sgn(sum));
}

std::strong_ordering compare_exact(const PointTable& points, int axis, PointId a, PointId b) {
  return cmp(points.exact(a, axis), points.exact(b, axis)) <=> 0;
}

}  // namespace plumb::kernel
