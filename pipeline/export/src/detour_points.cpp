// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_points.h"

#include <algorithm>

#include "plumb/kernel/exact_doubles.h"
#include "plumb/pipeline/cancellation.h"

namespace plumb::pipeline {

ExactPoint to_detour(const ExactPoint& z_up) { return to_input_frame(z_up, UpAxis::y); }

ExactPoint from_detour(const ExactPoint& y_up) { return from_input_frame(y_up, UpAxis::y); }

kernel::Interval in_input_units(const MeshPoints& points, const kernel::Interval& near) {
  const kernel::Interval& unit = points.near_unit();
  if (kernel::is_exact(near) && kernel::is_exact(unit)) {
    const double quotient = near.low / unit.low;
    if (quotient * unit.low == near.low && kernel::is_exact_product(quotient, unit.low, near.low))
      return kernel::Interval(quotient);
  }
  return near / unit;
}

FilteredPoint near_in_detour(const MeshPoints& points, NavMesh::PointIndex point) {
  FilteredPoint near = points.near(point);
  for (kernel::Interval& at : near) at = in_input_units(points, at);
  return {near[0], near[2], -near[1]};
}

mpq_class DetourPoints::exact(std::size_t i, std::size_t axis) const {
  const ExactPoint& at = (*points_)[list_[i].index];
  return axis == x_axis ? at[0] : axis == y_axis ? at[2] : mpq_class(-at[1]);
}

// Doubles leave few candidates but those that are doubles themselves, the best of which stands for all.
mpq_class DetourPoints::outermost(std::size_t axis, int direction) const {
  const auto near = [&](std::size_t i) {
    const kernel::Interval at = list_[i].near[axis];
    return direction > 0 ? at : -at;
  };
  double surely = -HUGE_VAL;
  for (std::size_t i = 0; i < list_.size(); ++i, cancellation_point(i)) surely = std::max(surely, near(i).low);
  std::optional<mpq_class> best;
  const auto offer = [&](const mpq_class& value) {
    if (!best || (direction > 0 ? value > *best : value < *best)) best = value;
  };
  if (std::isfinite(surely)) {
    bool is_one = false;  // `surely` is a coordinate
    for (std::size_t i = 0; i < list_.size(); ++i)
      is_one = is_one || (kernel::is_exact(near(i)) && near(i).low == surely);
    if (is_one) best = direction * surely;
  }
  for (std::size_t i = 0; i < list_.size(); ++i, cancellation_point(i))
    if (near(i).high >= surely && !(best && kernel::is_exact(near(i)))) offer(exact(i, axis));
  return *best;
}

}  // namespace plumb::pipeline
