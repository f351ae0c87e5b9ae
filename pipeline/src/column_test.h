// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plan_frame.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/stance_map.h"
#include "spans.h"
#include "surface_exact.h"

namespace plumb::pipeline {

/// Coordinates along a directed segment in plan: u runs from 0 at its start to 1 at its end, v to its left in the same unit, so that a
/// distance is |v| times the segment's length. The left is outward of a cell that the segment bounds clockwise.
struct SegmentFrame {
  PlanPoint base, run;
  mpq_class squared_length;

  SegmentFrame(const PlanPoint& from, const PlanPoint& to);
  PlanPoint at(const mpq_class& u, const mpq_class& v) const;
};

/// What is crossed between two floors: over `range` of a segment, perpendicularly from v = 0 to v = reach(u) >= 0. In input units, but for v.
struct Crossing {
  const SegmentFrame& frame;
  const PlanFrame& plan;  ///< of the same segment
  Span range;
  Linear near_floor, far_floor;  ///< heights at v = 0 and at v = reach
  Linear reach;
};

/// Which polygons may stop who crosses.
enum class Stops {
  walls,  ///< vertical ones only; of them those along the line
  all,
};

/// The column test of portals (semantics, section 6).
class ColumnTest {
 public:
  /// Keeps references.
  ColumnTest(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map);

  /// Where a polygon keeps the stance from crossing: it meets, over the segment from v = 0 to reach (ends included), the heights
  /// strictly between the step above the lower floor and the stance's height above the higher one. Single points are left out.
  Spans stopped(const Crossing& crossing, kernel::Label stance, Stops stops) const;

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const StanceMap& map_;
};

}  // namespace plumb::pipeline
