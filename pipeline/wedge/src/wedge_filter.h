// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/wedge_cut.h"

namespace plumb::pipeline {

/// Sorts out most of the polygons that do nothing to a floor, in doubles, before any fraction is made.
class WedgeFilter {
 public:
  /// Keeps references. The corners are those of the floor, which is not vertical.
  WedgeFilter(const kernel::PointTable& points, std::span<const kernel::PointId> floor, const WedgeCutOptions& options);

  /// Whether a polygon certainly takes nothing from the floor and makes no slit in it; and, for a `body`, certainly
  /// passes through the floor in no more than a point.
  bool misses(std::span<const kernel::PointId> corners, SurfaceKind kind, bool body) const;
  /// Whether a polygon that is not vertical certainly lies over the floor's plane or on it, and within the agent's
  /// height, but not all of it in the plane and not all of it at the height.
  bool within_reach(std::span<const kernel::PointId> corners) const;
  /// The floor's sides that some corner of a polygon is strictly beyond, each by the corner at which it starts.
  std::vector<std::size_t> sides_passed(std::span<const kernel::PointId> corners) const;
  /// Whether all of the floor lies over or under a polygon that has an area in plan.
  bool covers_floor(std::span<const kernel::PointId> corners) const;

 private:
  kernel::Interval above(kernel::PointId corner) const;
  bool out_of_reach(std::span<const kernel::PointId> corners, SurfaceKind kind, bool body) const;
  bool beside(std::span<const kernel::PointId> corners, bool thin) const;
  bool one_place(std::span<const kernel::PointId> corners, kernel::PointId p, kernel::PointId q) const;

  const kernel::PointTable& points_;
  std::span<const kernel::PointId> floor_;
  kernel::Interval rise_x_, rise_y_;  ///< of the floor's plane
  kernel::Interval height_, foot_;    ///< in the table's units
  bool thick_walls_;
};

}  // namespace plumb::pipeline
