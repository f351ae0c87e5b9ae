// SPDX-License-Identifier: GPL-3.0-or-later
#include "near_step.h"

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/segment_distance.h"
#include "plumb/pipeline/file_grid.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

kernel::BoxTree boxes_of(const NearFloor& floor) {
  std::vector<kernel::Box> boxes;
  boxes.reserve(floor.exact().faces.size());
  for (FloorFaces::Index f = 0; f < floor.exact().faces.size(); ++f) boxes.push_back(floor.box(f));
  return kernel::BoxTree(std::move(boxes));
}

}  // namespace

NearStep::NearStep(const FloorFaces& floor, const mpq_class& step, const HeightWindow& window)
    : floor_(floor),
      step_(step),
      square_(step * step),
      near_step_(kernel::interval_of(step)),
      low_(kernel::interval_of(window.low)),
      high_(kernel::interval_of(window.high)),
      near_(floor),
      tree_(boxes_of(near_)) {}

bool NearStep::holds(const FloorFaces& pieces, FloorFaces::Index face, const mpq_class& area) const {
  if (is_certainly_as_wide(kernel::interval_of(area), box_of(pieces, face), near_step_)) return false;
  const kernel::PlanRing ring = pieces.ring(face);
  if (!is_narrower({&ring, 1}, step_)) return false;
  for (const FloorFaces::Index c : pieces.faces[face].corners)
    if (!is_near(pieces.points[c])) return false;
  return true;
}

bool NearStep::is_near(const ExactPoint& corner) const {
  const Interval x = kernel::interval_of(corner[0]), y = kernel::interval_of(corner[1]),
                 z = kernel::interval_of(corner[2]);
  const kernel::Box around{{(x - near_step_).low, (y - near_step_).low, (z + low_).low},
                           {(x + near_step_).high, (y + near_step_).high, (z + high_).high}};
  return tree_.any(around, [&](std::uint32_t face) { return is_near(corner, face); });
}

bool NearStep::is_near(const ExactPoint& corner, FloorFaces::Index face) const {
  const auto& corners = floor_.faces[face].corners;
  const auto plan = near_.plan(face);
  const kernel::PlanRef at(corner);
  bool inside = true;
  for (std::size_t i = 0; i < plan.size() && inside; ++i)
    inside = orientation(plan[i], plan[i + 1 == plan.size() ? 0 : i + 1], at) >= 0;
  if (inside) return true;
  const auto place = [](const ExactPoint& p) { return kernel::FilteredPoint({p[0], p[1]}); };
  const kernel::FilteredPoint point = place(corner);
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (kernel::compare_squared_distance(point, place(floor_.points[corners[i]]),
                                         place(floor_.points[corners[i + 1 == corners.size() ? 0 : i + 1]]),
                                         square_) <= 0)
      return true;
  return false;
}

}  // namespace plumb::pipeline
