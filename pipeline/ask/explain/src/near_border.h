// SPDX-License-Identifier: GPL-3.0-or-later
// The ends of border stretches as points, and the border that is nearest to a point.
#pragma once
#include <optional>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {

/// The end of a border, in input units.
kernel::ExactPoint exact_end(const kernel::PointTable& points, const vcd::BodyEnd& end);

/// The point of a straight stretch of border that is nearest in plan to `at`, among the points whose height differs
/// from that of `at` by less than the window. If they come ever nearer towards an end of the window, it is the point at
/// that end. None if no point is within the window.
std::optional<kernel::ExactPoint> nearest_within(const kernel::ExactPoint& from, const kernel::ExactPoint& to,
                                                 const kernel::ExactPoint& at, const mpq_class& window);

/// Finds the border near a point of a level that was cut and linked, for the true disc. Keeps references.
class NearBorderFinder {
 public:
  NearBorderFinder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const Border& border);

  /// The border point of a stance that is nearest in plan, among those whose heights differ by less than the window;
  /// none if there is none. The given point and the result have z up. Looks at every stretch of border.
  std::optional<NearBorder> find(const ExactPoint& at, kernel::Label stance, const mpq_class& window);

 private:
  kernel::PolygonId cause(const NearBorder& found, kernel::Label stance);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  const Border& border_;
  CellGeometry geometry_;
};

}  // namespace plumb::pipeline
