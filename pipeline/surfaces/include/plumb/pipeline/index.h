// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

using kernel::Box;  // in the scene's integer units

/// The box of exact coordinates in input units, rounded as those of a PointTable are. Rounding keeps order: boxes that
/// touch touch.
Box rounded_box(const kernel::PointTable& points, const kernel::ExactPoint& low, const kernel::ExactPoint& high);

/// That of a polygon, by its corners.
Box surface_box(const kernel::PointTable& points, std::span<const kernel::PointId> corners);

/// The boxes of the surfaces of a scene, by surface.
class SurfaceIndex : public kernel::BoxTree {
 public:
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set);
  /// Over some surfaces only, ascending. box() knows all.
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set, const std::vector<std::uint32_t>& chosen);
  /// The same where the boxes of all surfaces are at hand.
  SurfaceIndex(std::shared_ptr<const std::vector<Box>> boxes, const std::vector<std::uint32_t>& chosen)
      : BoxTree(std::move(boxes), chosen) {}
};

}  // namespace plumb::pipeline
