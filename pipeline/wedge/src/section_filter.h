// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_point.h"

namespace plumb::pipeline {

/// All of them by doubles.
std::vector<kernel::IntervalPoint> near_corners(std::span<const kernel::ExactPoint> points);

/// Tells most of the convex polygons that have nothing to do with a floor from the others before a fraction is made, as
/// WedgeFilter does of the level's own polygons. All are counter-clockwise; corners that are corners of the floor, too,
/// are known to be.
class SectionFilter {
 public:
  struct Corner {
    const kernel::ExactPoint* at;  // null: not known
    kernel::IntervalPoint near;
  };

  /// Keeps a reference to the floor's corners, which are in one plane that is not vertical.
  SectionFilter(std::span<const kernel::ExactPoint> floor, const mpq_class& height);

  /// Whether a polygon is certainly at the height over the floor's plane or higher, or below the plane, or beside the
  /// floor in plan; but for one corner of the floor.
  bool misses(std::span<const Corner> corners) const;
  /// Whether it certainly meets the floor's plane over no more than one point of the floor.
  bool is_off_plane(std::span<const Corner> corners) const;

 private:
  kernel::Interval above(const Corner& corner) const;
  bool is_beside(std::span<const Corner> corners) const;

  std::vector<Corner> floor_;
  kernel::Interval rise_x_, rise_y_;  // of the floor's plane
  kernel::Interval height_;
};

}  // namespace plumb::pipeline
