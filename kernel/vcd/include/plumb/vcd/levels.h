// SPDX-License-Identifier: LGPL-3.0-or-later
// Heights over a surface: its levels, on which side of them points are, and the lines in which planes cross them; and
// the obstacles of a surface, of which ObstacleFilter rejects by these heights what has no effect.
#pragma once
#include <gmpxx.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/plane.h"

namespace plumb::vcd {

/// Kinds of lines that levels make.
inline constexpr kernel::LineKind slab_kind{16};  ///< where polygon `id` is level `index` above the surface
/// Axis-parallel, through the point where edge index / level_stride of vertical polygon `id` is level index %
/// level_stride above the surface.
inline constexpr kernel::LineKind wall_at_x_kind{17}, wall_at_y_kind{18};
inline constexpr std::uint32_t level_stride = 256;
inline constexpr std::uint32_t max_levels = level_stride;  ///< surface + stances + step

/// Heights above a surface, in the integer units of a PointTable: level 0 is the surface itself, level s stance s, and
/// the last level the step height.
class Levels {
 public:
  /// stances in input units, ascending strictly from above 0; 0 <= step < stances.front(); at most max_levels - 2.
  Levels(const kernel::PointTable& points, const std::vector<mpq_class>& stances, const mpq_class& step);

  std::uint32_t stance_count() const { return static_cast<std::uint32_t>(levels_.size()) - 2; }
  std::uint32_t step() const { return stance_count() + 1; }

  struct Level {
    mpz_class numerator, denominator;
    kernel::FixedInteger<2> fixed_numerator;
    kernel::FixedInteger<1> fixed_denominator;
    double approx;
  };
  const Level& operator[](std::uint32_t level) const { return levels_[level]; }
  /// True if every level fits the fixed stage.
  bool fixed() const { return fixed_; }

 private:
  std::vector<Level> levels_;
  bool fixed_ = true;
};

/// The height of a point above a plane, less a given height: n . d * h.denominator - n.z * h.numerator, where d is the
/// vector from a point of the plane to the point, and n.z > 0. Degree 3 in coordinates; zero iff the heights are equal.
template <class N, class D, class H, class E>
auto rise_formula(const N& n, const D& d, const H& numerator, const E& denominator) {
  return kernel::formulas::determinant(kernel::formulas::side_of_plane(n, d), n[2], numerator, denominator);
}

/// The double stage of rise(): |error| <= rise_error * (sum of the magnitudes of its terms); derivation in
/// levels.cpp.
inline constexpr kernel::ErrorBound rise_error{7};

/// The side of a plane, lifted by a level, that point p is on: positive is above. Degree 3 in coordinates (3b + 6
/// bits). `below`: the plane is lowered by the level instead.
kernel::Sign rise(const kernel::PointTable& points, const kernel::Plane& plane, kernel::PointId p, const Levels& levels,
                  std::uint32_t level, bool below, kernel::LadderCounts& counts);

/// The answer of the double filter alone; none if the filter does not decide.
std::optional<kernel::Sign> rise_filtered(const kernel::PointTable& points, const kernel::Plane& plane,
                                          kernel::PointId p, double height);

/// The trace of a blocker's plane, lifted over a surface by a level, in a plan whose origin lies on the surface's
/// plane: its inside is where the blocker is higher than that. None if the planes are parallel.
std::optional<kernel::LineId> slab_line(kernel::ImplicitPlan& plan, const kernel::Plane& surface,
                                        const kernel::Plane& blocker, const Levels& levels, std::uint32_t level,
                                        kernel::LineSource source);

/// The axis-parallel line (in x if `along_x`, else in y) through the point where the edge from p to q passes a level
/// above a surface, in a plan whose origin lies on the surface's plane. Requires p and q strictly on different sides
/// of that level.
kernel::LineId crossing_line(kernel::ImplicitPlan& plan, const kernel::Plane& surface, kernel::PointId p,
                             kernel::PointId q, const Levels& levels, std::uint32_t level, bool along_x,
                             kernel::LineSource source);

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
