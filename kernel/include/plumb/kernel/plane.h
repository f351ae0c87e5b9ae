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
  /// The upward normal, rounded, times a power of two: each component 0 or at least 2^-256. NaN beyond the fixed stage.
  const std::array<double, 3>& approx() const { return approx_; }
  const std::array<FixedInteger<4>, 3>& fixed() const { return fixed_; }
  /// The upward integer normal: degree 2, at most 2b + 3 bits.
  std::array<mpz_class, 3> exact(const PointTable& points) const;

 private:
  PointId anchor_, second_, third_;
  bool flipped_ = false;
  std::array<double, 3> approx_;
  std::array<FixedInteger<4>, 3> fixed_;
};

}  // namespace plumb::kernel
