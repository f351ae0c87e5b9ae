// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/plane.h"

namespace plumb::vcd {

/// A convex planar polygon of a PointTable: corners clockwise seen from above unless it is vertical.
struct Polygon {
  kernel::PolygonId id = kernel::no_polygon;
  std::span<const kernel::PointId> corners;
};

/// A polygon that may obstruct a surface.
struct Obstacle {
  Polygon polygon;
  bool vertical = false;
  bool owner = false;   ///< where it is exactly coplanar with the surface, it covers the surface
  bool counts = false;  ///< it bounds a solid: where it passes through the surface, cells end
  /// The numbers of obstacles with the same outline that this one, the lowest, stands for: owners, and others. They
  /// have no effect of their own, but count where the split of a surface is chosen.
  std::uint32_t equal_owners = 0, equal_others = 0;
};

/// Where the corners of an obstacle are, as far as doubles tell: relative to the least level at which it matters (level
/// 0, or the step for a wall) and to the highest stance.
struct Reach {
  kernel::Signs bottom, top;
  bool known = false;  ///< every sign is certain
};

/// Rejects, in doubles only, obstacles that certainly have no effect on one surface: beside it, under it, or too high.
/// It accepts what doubles cannot decide. Exact zeros of aligned input are recognised where no rounding happens.
class ObstacleFilter {
 public:
  /// Keeps references. `top`: the greatest stance height, `step`: the step height, in integer units.
  ObstacleFilter(const kernel::PointTable& points, const Polygon& surface, const kernel::Plane& plane, double top,
                 double step);
  bool certainly_harmless(const Obstacle& obstacle, Reach& reach) const;

 private:
  bool out_of_reach(const Obstacle& obstacle, Reach& reach) const;
  bool certainly_beneath(const Polygon& polygon) const;
  bool apart(const Obstacle& obstacle) const;
  bool certainly_harmless_long(const Obstacle& obstacle) const;

  const kernel::PointTable& points_;
  Polygon surface_;
  const kernel::Plane& plane_;
  double top_, step_;
  bool whole_;  // surface and plane
};

}  // namespace plumb::vcd
