// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <span>

#include "plumb/kernel/point_predicates.h"

namespace plumb::kernel {

/// The normal of a plane: (b - a) x (c - a) of three of its points, not reduced, in squared scene units; in GMP, times
/// a positive number that makes it integer where points have long coordinates. Degree 2; 2b + 3 bits a component.
template <class Number>
struct Normal {
  Number x, y, z;
};
using FixedNormal = Normal<FixedInteger<5>>;  ///< where the table is fixed(), of whole points
using ExactNormal = Normal<mpz_class>;

inline Sign sign_of(const FixedInteger<5>& v) { return v.sign(); }
inline Sign sign_of(const mpz_class& v) { return sign_of(sgn(v)); }

/// (b - a) x (c - a). `Number` is FixedInteger<5> (requires points.fixed() and whole points) or mpz_class.
/// Zero if the three points are collinear.
template <class Number>
Normal<Number> normal_of(const PointTable& points, PointId a, PointId b, PointId c);

/// The same in doubles, each component with a bound on its absolute error (infinite or NaN where it overflows).
/// A zero error says that the component is exact.
struct FilteredNormal {
  double x, y, z;
  double error_x, error_y, error_z;
};
/// |error of a component| <= normal_error * the magnitude of its two products: as turn_bound, but the rounding of their
/// difference counts.
inline constexpr ErrorBound normal_error{5};
FilteredNormal filtered_normal(const PointTable& points, PointId a, PointId b, PointId c);

/// The corners that a polygon's normal is taken from: its first two and the first that is not collinear
/// with them. Requires a polygon with area, its first two corners different. The turn of the three is the
/// polygon's own if it is convex.
std::array<PointId, 3> spanning_corners(const PointTable& points, std::span<const PointId> corners);

/// The normal of a convex polygon. Corners clockwise seen from above give z < 0.
template <class Number>
Normal<Number> polygon_normal(const PointTable& points, std::span<const PointId> corners) {
  const auto [a, b, c] = spanning_corners(points, corners);
  return normal_of<Number>(points, a, b, c);
}

/// The normal flipped to z >= 0; one with z = 0 stays as it is.
template <class Number>
Normal<Number> upward(const Normal<Number>& n) {
  if (sign_of(n.z) != Sign::negative) return n;
  return {-n.x, -n.y, -n.z};
}

/// The polygon's normal with z >= 0 (z = 0: vertical).
template <class Number>
Normal<Number> upward_normal(const PointTable& points, std::span<const PointId> corners) {
  return upward(polygon_normal<Number>(points, corners));
}

/// The axis to project a plane along so that it keeps its area: z if the plane is not vertical, else x, else
/// y; and the sign of that component of the normal. It depends on the plane alone, but for the sign.
struct Projection {
  int axis;
  Sign sign;
};
Projection projection_of(const PointTable& points, PointId a, PointId b, PointId c);

}  // namespace plumb::kernel
