// SPDX-License-Identifier: LGPL-3.0-or-later
// Normals and planes of polygons. A Normal is made of three points when it is asked for, in the numbers that a stage of
// the ladder needs; a Plane keeps that of a polygon in all of them.
#pragma once
#include <gmpxx.h>

#include <array>
#include <span>

#include "plumb/kernel/point_predicates.h"
#include "plumb/kernel/points.h"

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
template <>
FixedNormal normal_of<FixedInteger<5>>(const PointTable& points, PointId a, PointId b, PointId c);
template <>
ExactNormal normal_of<mpz_class>(const PointTable& points, PointId a, PointId b, PointId c);

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

/// The plane of a polygon that is not vertical, with its normal upward.
class Plane {
 public:
  /// Requires three non-collinear corners that span no vertical plane.
  Plane(const PointTable& points, std::span<const PointId> corners);

  PointId anchor() const { return anchor_; }
  /// Whether it was made from whole points: it was if three corners that span it are.
  bool is_whole() const { return whole_; }
  /// The upward normal, rounded, times a power of two: each component 0 or at least 2^-256. NaN beyond the fixed stage,
  /// but for a plane that is not whole, which may have it there too.
  const std::array<double, 3>& approx() const { return approx_; }
  /// The upward integer normal; where the table is native(), without the powers of two that all components share, which
  /// are many if coordinates are floats. Requires points.fixed() and a whole plane.
  const std::array<FixedInteger<4>, 3>& fixed() const { return fixed_; }
  /// The same, or in GMP where it is longer: degree 2, at most 2b + 3 bits; in lowest terms if the plane is not whole.
  std::array<mpz_class, 3> exact(const PointTable& points) const;

 private:
  void choose_whole(const PointTable& points, std::span<const PointId> corners);

  PointId anchor_, second_, third_;
  bool flipped_ = false, whole_ = true;
  std::array<double, 3> approx_;
  std::array<FixedInteger<4>, 3> fixed_;
};

}  // namespace plumb::kernel
