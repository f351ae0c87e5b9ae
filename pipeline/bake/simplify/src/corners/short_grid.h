// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <utility>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/triangle_stages.h"
#include "plumb/surface/collapse_mesh.h"

namespace plumb::pipeline {

/// A grid of powers of two, on which numbers are short.
class ShortGrid {
 public:
  /// Its unit is a power of two, below the tolerance / 16 and 2^-30 of the width of the mesh. `tolerance`: above 0.
  ShortGrid(const surface::FanMesh& mesh, const mpq_class& tolerance);

  const mpq_class& unit() const { return unit_; }
  mpq_class rounded(const mpq_class& v) const { return floor(v + unit_ / 2); }
  mpq_class floor(const mpq_class& v) const;
  bool holds(const kernel::PlanPoint& p) const { return rounded(p[0]) == p[0] && rounded(p[1]) == p[1]; }
  mpq_class ceiling(const mpq_class& v) const { return -floor(-v); }

  /// The first place of the grid that is allowed: the nearest one, or farther and farther in a direction, up to half of
  /// the tolerance.
  template <class Allowed>
  std::optional<kernel::PlanPoint> place(const kernel::PlanPoint& p, const std::array<double, 2>& direction,
                                         Allowed&& allowed) const {
    mpq_class away = 0;
    for (; away <= farthest_; away = sgn(away) == 0 ? unit_ : mpq_class(2 * away)) {
      kernel::PlanPoint aim{rounded(p[0] + away * mpq_class(direction[0])),
                            rounded(p[1] + away * mpq_class(direction[1]))};
      if (allowed(aim)) return aim;
    }
    return std::nullopt;
  }

 private:
  mpq_class unit_, farthest_;
};

}  // namespace plumb::pipeline
