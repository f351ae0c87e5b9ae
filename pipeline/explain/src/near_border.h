// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/clearance.h"
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

/// Finds the border near a point of a level that was cut and linked, with the true disc. Keeps references.
class NearBorderFinder {
 public:
  NearBorderFinder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const Border& border);

  /// The border point of a stance that is nearest in plan, of those whose heights differ by less than the window; none
  /// if there is none farther than that. The point has z up, and what is found too.
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
