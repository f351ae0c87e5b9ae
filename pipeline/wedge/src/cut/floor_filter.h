// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/wedge_stages.h"

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

/// Doubles around the coordinates of points.
std::vector<kernel::IntervalPoint> near_corners(std::span<const kernel::ExactPoint> points);

/// Sorts out most of the convex polygons that do nothing to a floor, in doubles, before any fraction is made; for
/// polygons that are not the level's own, as WedgeFilter does for those that are. All are counter-clockwise. A corner
/// that is also one of the floor's is recognised by its exact coordinates.
class SectionFilter {
 public:
  struct Corner {
    const kernel::ExactPoint* at;  // null: not known
    kernel::IntervalPoint near;
  };

  /// Keeps a reference to the floor's corners, which are in one plane that is not vertical.
  SectionFilter(std::span<const kernel::ExactPoint> floor, const mpq_class& height);

  /// Whether a polygon certainly lies at the height over the floor's plane or higher, or below the plane, or beside the
  /// floor in plan, apart from one corner that it may share with the floor.
  bool misses(std::span<const Corner> corners) const;
  /// Whether a polygon certainly meets the floor's plane in no more than one point of the floor.
  bool is_off_plane(std::span<const Corner> corners) const;

 private:
  kernel::Interval above(const Corner& corner) const;
  bool is_beside(std::span<const Corner> corners) const;

  std::vector<Corner> floor_;
  kernel::Interval rise_x_, rise_y_;  // of the floor's plane
  kernel::Interval height_;
};

}  // namespace plumb::pipeline
