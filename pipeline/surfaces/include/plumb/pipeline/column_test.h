// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plan_frame.h"
#include "plumb/pipeline/index.h"

namespace plumb::pipeline {

/// What is crossed between two floors: over `range` of a segment, perpendicularly from v = 0 to v = reach(u) >= 0. In
/// input units, but for v.
struct Crossing {
  const kernel::SegmentFrame& frame;
  const kernel::PlanFrame& plan;  ///< of the same segment
  kernel::ExactInterval range;
  kernel::Linear near_floor, far_floor;  ///< heights at v = 0 and at v = reach
  kernel::Linear reach;
};

/// Which polygons may stop who crosses.
enum class Stops {
  walls,  ///< vertical ones only; of them those along the line
  all,
};

/// The column test of portals (semantics, section 6).
class ColumnTest {
 public:
  /// Keeps references. `step` in input units.
  ColumnTest(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& step);

  /// Where a polygon keeps who needs `height` from crossing: it meets, over the segment from v = 0 to reach (ends
  /// included), the heights strictly between the step above the lower floor and `height` above the higher one. Single
  /// points are left out.
  kernel::IntervalSet stopped(const Crossing& crossing, const mpq_class& height, Stops stops) const;

  /// The same for one who goes from one point straight to another, of another place in plan: whether a polygon meets,
  /// over that way, the heights strictly between the step above the lower point and `height` above the higher one.
  bool stops(const kernel::ExactPoint& from, const kernel::ExactPoint& to, const mpq_class& height) const;

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const mpq_class& step_;
};

}  // namespace plumb::pipeline
