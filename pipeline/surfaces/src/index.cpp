// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/index.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

std::vector<Box> boxes_of(const kernel::PointTable& points, const SurfaceSet& set) {
  std::vector<Box> boxes;
  boxes.reserve(set.surfaces.size());
  for (const Surface& s : set.surfaces) boxes.push_back(surface_box(points, set.corners_of(s)));
  return boxes;
}

}  // namespace

Box surface_box(const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  Box b = kernel::no_box;
  for (const kernel::PointId p : corners)
    for (int k = 0; k < 3; ++k) {
      // Beyond the range of double, an infinity is outward on one side alone.
      b.low[k] = std::min({b.low[k], points.approx(p, k), largest});
      b.high[k] = std::max({b.high[k], points.approx(p, k), -largest});
    }
  return b;
}

SurfaceIndex::SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set) : BoxTree(boxes_of(points, set)) {}

SurfaceIndex::SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set,
                           const std::vector<std::uint32_t>& chosen)
    : BoxTree(boxes_of(points, set), chosen) {}

Box rounded_box(const kernel::PointTable& points, const kernel::ExactPoint& low, const kernel::ExactPoint& high) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = kernel::nearest_double(mpq_class(low[k] * points.denominator()));
    box.high[k] = kernel::nearest_double(mpq_class(high[k] * points.denominator()));
  }
  return box;
}

}  // namespace plumb::pipeline
