// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/point_predicates.h"

#include "plumb/kernel/interval.h"

namespace plumb::kernel {
namespace {

auto fixed_differences(const PointTable& points) {
  return [&points](PointId p, PointId q, int axis) { return points.difference(p, q, axis); };
}

// Times a number that makes them integers, which changes no sign.
auto exact_differences(const PointTable& points, std::span<const PointId> list) {
  return [&points, common = common_scale(points, list)](PointId p, PointId q, int axis) {
    return mpz_class(points.scaled(p, axis, common) - points.scaled(q, axis, common));
  };
}

auto near_differences(const PointTable& points) {
  return
      [&points](PointId p, PointId q, int axis) { return interval_of(points, p, axis) - interval_of(points, q, axis); };
}

// From one point to another.
template <class Difference>
auto ways(const Difference& d, PointId from) {
  return [&d, from](PointId to) { return std::array{d(to, from, 0), d(to, from, 1), d(to, from, 2)}; };
}

}  // namespace

std::optional<Sign> orientation_in_intervals(const PointTable& points, int axis, PointId a, PointId b, PointId c) {
  return turn_formula(near_differences(points), axis, a, b, c).sign();
}

std::optional<Sign> volume_in_intervals(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  const auto difference = near_differences(points);
  const auto from_a = ways(difference, a);
  return formulas::orient3d(from_a(b), from_a(c), from_a(d)).sign();
}

Sign orientation_exact(const PointTable& points, int axis, PointId a, PointId b, PointId c) {
  if (points.fixed() && are_whole(points, a, b, c))
    return turn_formula(fixed_differences(points), axis, a, b, c).sign();
  return sign_of(sgn(turn_formula(exact_differences(points, std::array{a, b, c}), axis, a, b, c)));
}

Sign volume_exact(const PointTable& points, PointId a, PointId b, PointId c, PointId d) {
  if (points.fixed() && are_whole(points, a, b, c, d)) {
    const auto from_a = [&](PointId p) { return fixed_difference(points, p, a); };
    return formulas::orient3d(from_a(b), from_a(c), from_a(d)).sign();
  }
  const auto difference = exact_differences(points, std::array{a, b, c, d});
  const auto from_a = ways(difference, a);
  return sign_of(sgn(formulas::orient3d(from_a(b), from_a(c), from_a(d))));
}

std::strong_ordering compare_exact(const PointTable& points, int axis, PointId a, PointId b) {
  if (points.is_whole(a, axis) && points.is_whole(b, axis))
    return cmp(points.integer(a, axis), points.integer(b, axis)) <=> 0;
  return cmp(points.exact(a, axis), points.exact(b, axis)) <=> 0;
}

}  // namespace plumb::kernel
