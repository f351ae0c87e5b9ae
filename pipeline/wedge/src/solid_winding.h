// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/solids.h"

namespace plumb::pipeline {

/// Says which points of floors are inside of solids (docs/theory/definitions.md, Solids).
class SolidWinding {
 public:
  /// Keeps references. `solids`: may be null.
  SolidWinding(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
               const SolidSet* solids);

  /// Whether more polygons of solids face up than down strictly above a place of a surface, which lies on `floor`. A
  /// place under an edge counts as moved a little along x and much less along y. Requires that none of these polygons
  /// passes through the floor there.
  bool inside(std::uint32_t surface, const kernel::ExactPlane& floor, const kernel::PlanPoint& at) const;

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const SolidSet* solids_;
};

}  // namespace plumb::pipeline
