// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_point.h"

namespace plumb::pipeline {

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
