// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// A crossing from one floor to another: over `range` of a segment, perpendicularly from v = 0 to v = reach(u) >= 0. In
/// input units, except v.
struct Crossing {
  const kernel::SegmentFrame& frame;
  const kernel::PlanFrame& plan;  ///< of the same segment
  kernel::ExactInterval range;
  kernel::Linear near_floor, far_floor;  ///< heights at v = 0 and at v = reach
  kernel::Linear reach;
};

/// The polygons that may stop an agent who crosses.
enum class Stops {
  walls,  ///< vertical ones only, those along the segment included
  all,
};

/// The column check of portals (docs/theory/definitions.md, The navigation graph).
class ColumnCheck {
 public:
  /// Keeps references. `step` in input units.
  ColumnCheck(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
              const mpq_class& step);

  /// The parts of the range where polygons stop an agent of that height: over them a polygon meets, from v = 0 to reach
  /// (ends included), the heights strictly between the step above the lower floor and `height` above the higher one.
  /// Single points are left out.
  kernel::IntervalSet stopped(const Crossing& crossing, const mpq_class& height, Stops stops) const;

  /// Whether a polygon stops an agent on the straight line between two points, at different places in plan: whether it
  /// meets, over that line, the heights strictly between the step above the lower point and `height` above the higher.
  bool stops(const kernel::ExactPoint& from, const kernel::ExactPoint& to, const mpq_class& height) const;

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const mpq_class& step_;
};

}  // namespace plumb::pipeline
