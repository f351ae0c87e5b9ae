// SPDX-License-Identifier: LGPL-3.0-or-later
// The double stage of rise(), to be inlined where many corners are looked at.
#pragma once
#include <cmath>

#include "plumb/vcd/levels.h"

namespace plumb::vcd {
using namespace kernel;

// n . d - n.z h in doubles. A term n.x d.x has a rounded normal (u), a rounded difference (u), a product (u) and three
// sums (3u): (1 + u)^6, likewise n.z h. The bound is computed with as many roundings: 7u of the computed magnitudes
// suffices. A component of the normal has 255 bits at most and differences are integers: nothing underflows.
class RiseFilter {
 public:
  // Requires points.doubles_are_exact(), and a plane and points that are whole.
  [[gnu::always_inline]] RiseFilter(const PointTable& points, const Plane& plane)
      : points_(points), n_(plane.approx()) {
    for (int axis = 0; axis < 3; ++axis) anchor_[axis] = points.approx(plane.anchor(), axis);
  }
  // n . d of a point, n.z h of a height, and the magnitudes of their terms.
  struct Term {
    double value, size;
  };
  [[gnu::always_inline]] Term point(PointId p) const {
    const std::array d = {points_.approx(p, 0) - anchor_[0], points_.approx(p, 1) - anchor_[1],
                          points_.approx(p, 2) - anchor_[2]};
    return {formulas::side_of_plane(n_, d),
            std::fabs(n_[0] * d[0]) + std::fabs(n_[1] * d[1]) + std::fabs(n_[2] * d[2])};
  }
  [[gnu::always_inline]] Term height(double h) const { return {n_[2] * h, std::fabs(n_[2] * h)}; }
  // A sign, and whether it is certain. An uncertain sign is zero.
  struct Rise {
    Sign sign;
    bool known;
  };
  [[gnu::always_inline]] static Rise rise(const Term& point, const Term& height) {
    const double s = point.value - height.value, bound = rise_error * (point.size + height.size);
    if (s > bound) return {Sign::positive, true};
    if (s < -bound) return {Sign::negative, true};
    return {Sign::zero, bound == 0};
  }

 private:
  const PointTable& points_;
  const std::array<double, 3> n_;
  std::array<double, 3> anchor_;
};

}  // namespace plumb::vcd
