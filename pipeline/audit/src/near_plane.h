// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::pipeline {

/// The plane of a floor's face in doubles. It knows nothing of a face that doubles do not tell from one without area.
class NearPlane {
 public:
  NearPlane(std::span<const kernel::PlanRef> plan, std::span<const kernel::Interval> heights);

  /// The plane's height over a place.
  kernel::Interval height(const kernel::PlanPoint& at) const;
  /// How high a point is above the plane.
  kernel::Interval over(const kernel::PlanRef& p, const kernel::Interval& z) const;

 private:
  using Vector = std::array<kernel::Interval, 3>;
  Vector to(const kernel::Interval& x, const kernel::Interval& y, const kernel::Interval& z) const {
    return {x - at_[0], y - at_[1], z - at_[2]};
  }

  Vector at_;
  Vector normal_{};  // upward; zero where doubles do not tell
};

}  // namespace plumb::pipeline
