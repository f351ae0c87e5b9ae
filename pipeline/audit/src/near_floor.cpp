// SPDX-License-Identifier: GPL-3.0-or-later
#include "near_floor.h"

#include <algorithm>

namespace plumb::pipeline {

using kernel::Interval;
using kernel::PlanRef;

NearFloor::NearFloor(const FloorFaces& floor) : floor_(floor) {
  // Of a floor that faces were taken from, most points are no corners any more.
  constexpr auto unused = static_cast<Index>(-1);
  std::vector<Index> number(floor.points.size(), unused);
  std::vector<PlanRef> plan;
  std::vector<Interval> heights;
  first_.reserve(floor.faces.size() + 1);
  for (const FloorFaces::Face& face : floor.faces) {
    first_.push_back(plan_.size());
    for (const Index c : face.corners) {
      if (number[c] == unused) {
        number[c] = static_cast<Index>(plan.size());
        const kernel::IntervalPoint near = floor.near_point(c);
        plan.emplace_back(floor.points[c], near[0], near[1]);
        heights.push_back(near[2]);
      }
      plan_.push_back(plan[number[c]]);
      heights_.push_back(heights[number[c]]);
    }
  }
  first_.push_back(plan_.size());
}

kernel::Box NearFloor::box(Index face) const {
  kernel::Box out = kernel::no_box;
  for (std::size_t c = first_[face]; c < first_[face + 1]; ++c) {
    const Interval* const at[3] = {&plan_[c].ix, &plan_[c].iy, &heights_[c]};
    for (std::size_t k = 0; k < 3; ++k) {
      out.low[k] = std::min(out.low[k], at[k]->low);
      out.high[k] = std::max(out.high[k], at[k]->high);
    }
  }
  return out;
}

}  // namespace plumb::pipeline
