// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <span>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

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
