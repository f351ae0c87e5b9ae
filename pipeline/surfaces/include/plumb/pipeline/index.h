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

/// The box between exact coordinates in input units, rounded as those of a PointTable are. Rounding is monotone, so
/// boxes that touch exactly touch.
Box rounded_box(const kernel::PointTable& points, const kernel::ExactPoint& low, const kernel::ExactPoint& high);

/// The box of a polygon, by its corners.
Box surface_box(const kernel::PointTable& points, std::span<const kernel::PointId> corners);

/// The boxes of the surfaces of a scene, by surface.
class SurfaceIndex : public kernel::BoxTree {
 public:
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set);
  /// An index of the chosen surfaces, ascending; box() still returns that of any surface.
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set, const std::vector<std::uint32_t>& chosen);
  /// The same, for boxes of all surfaces that were made before.
  SurfaceIndex(std::shared_ptr<const std::vector<Box>> boxes, const std::vector<std::uint32_t>& chosen)
      : BoxTree(std::move(boxes), chosen) {}
};

}  // namespace plumb::pipeline
