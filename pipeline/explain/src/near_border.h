// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/clearance.h"
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

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
