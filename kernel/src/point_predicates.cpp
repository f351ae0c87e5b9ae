// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/point_predicates.h"

namespace plumb::kernel {
namespace {

auto fixed_differences(const PointTable& points) {
  return [&points](PointId p, PointId q, int axis) { return points.difference(p, q, axis); };
}

auto exact_differences(const PointTable& points) {
  return [&points](PointId p, PointId q, int axis) { return mpz_class(points.exact(p, axis) - points.exact(q, axis)); };
}

}  // namespace

Sign turn_exact(const PointTable& points, int axis, PointId a, PointId b, PointId c) {
  if (points.fixed()) return turn_formula(fixed_differences(points), axis, a, b, c).sign();
  return sign_of(sgn(turn_formula(exact_differences(points), axis, a, b, c)));
}

Sign volume_exact(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  if (points.fixed()) {
    const auto from_a = [&](PointId p) { return fixed_difference(points, p, a); };
    return formulas::orient3d(from_a(b), from_a(c), from_a(d)).sign();
  }
  const auto from_a = [&](PointId p) { return exact_difference(points, p, a); };
  return sign_of(sgn(formulas::orient3d(from_a(b), from_a(c), from_a(d))));
}

std::strong_ordering compare_exact(const PointTable& points, int axis, PointId a, PointId b) {
  return cmp(points.exact(a, axis), points.exact(b, axis)) <=> 0;
}

}  // namespace plumb::kernel
