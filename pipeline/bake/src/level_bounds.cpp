// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/level_bounds.h"

#include "plumb/kernel/point_predicates.h"

namespace plumb::pipeline {
namespace {

bool is_below(const kernel::PointTable& points, kernel::PointId p, kernel::PointId q, int axis) {
  return kernel::compare(points, axis, p, q) < 0;
}

mpq_class coordinate(const kernel::PointTable& points, kernel::PointId p, int axis) {
  return points.exact(p, axis) / points.denominator();
}

}  // namespace

LevelBounds level_bounds(const Scene& scene, UpAxis up) {
  const kernel::PointTable& points = scene.points;
  if (points.size() == 0) return {};
  ExactPoint low, high;
  for (int axis = 0; axis < 3; ++axis) {
    kernel::PointId least = 0, most = 0;
    for (kernel::PointId p = 1; p < points.size(); ++p) {
      if (is_below(points, p, least, axis)) least = p;
      if (is_below(points, most, p, axis)) most = p;
    }
    low[static_cast<std::size_t>(axis)] = coordinate(points, least, axis);
    high[static_cast<std::size_t>(axis)] = coordinate(points, most, axis);
  }
  LevelBounds out{to_input_frame(std::move(low), up), to_input_frame(std::move(high), up)};
  for (std::size_t axis = 0; axis < 3; ++axis)  // an axis may have been turned over
    if (out.high[axis] < out.low[axis]) swap(out.low[axis], out.high[axis]);
  return out;
}

}  // namespace plumb::pipeline
