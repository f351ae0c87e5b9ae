// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {

/// A point in space by doubles around it.
using NearCorner = std::array<kernel::Interval, 3>;
std::vector<NearCorner> near_corners(std::span<const kernel::ExactPoint> points);

/// Tells most of the convex polygons that have nothing to do with a floor from the others before a fraction is made, as
/// WedgeFilter does of the level's own polygons. All are counter-clockwise.
class SectionFilter {
 public:
  SectionFilter(const kernel::ExactPlane& plane, std::vector<NearCorner> floor, const mpq_class& height);

  /// Whether all of a polygon is certainly below the floor's plane, or at the height over it or higher, or beside it in
  /// plan.
  bool misses(std::span<const NearCorner> corners) const;
  /// Whether it certainly meets the floor's plane nowhere, or beside the floor alone.
  bool is_off_plane(std::span<const NearCorner> corners) const;

 private:
  struct Range {
    double least, most;
  };
  Range above(std::span<const NearCorner> corners) const;
  kernel::Interval above(const NearCorner& corner) const;

  std::array<kernel::Interval, 3> plane_;
  std::vector<NearCorner> floor_;
  kernel::Interval height_;
};

}  // namespace plumb::pipeline
