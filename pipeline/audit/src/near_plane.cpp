// SPDX-License-Identifier: GPL-3.0-or-later
#include "near_plane.h"

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {

using kernel::Interval;
using kernel::PlanRef;

NearPlane::NearPlane(std::span<const PlanRef> plan, std::span<const Interval> heights)
    : at_{plan[0].ix, plan[0].iy, heights[0]} {
  double best = 0;
  for (std::size_t i = 1; i + 1 < plan.size(); ++i) {
    const Vector normal = kernel::formulas::cross(to(plan[i].ix, plan[i].iy, heights[i]),
                                                  to(plan[i + 1].ix, plan[i + 1].iy, heights[i + 1]));
    if (!(normal[2].low > best)) continue;
    best = normal[2].low;
    normal_ = normal;
  }
}

Interval NearPlane::height(const kernel::PlanPoint& p) const {
  const Vector at = to(kernel::interval_of(p[0]), kernel::interval_of(p[1]), at_[2]);
  return at_[2] - kernel::formulas::dot2d(normal_[0], normal_[1], at[0], at[1]) / normal_[2];
}

Interval NearPlane::over(const PlanRef& p, const Interval& z) const {
  return kernel::formulas::dot(normal_, to(p.ix, p.iy, z)) / normal_[2];
}

}  // namespace plumb::pipeline
