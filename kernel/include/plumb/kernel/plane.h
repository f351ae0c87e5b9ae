// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/frame.h"

namespace plumb::kernel {

/// Heights above a surface, in the integer units of a PointTable: level 0 is the surface itself, level s stance s, and
/// the last level the step height.
class Levels {
 public:
  /// stances in input units, ascending strictly from above 0; 0 <= step < stances.front(); at most max_levels - 2.
  Levels(const PointTable& points, const std::vector<mpq_class>& stances, const mpq_class& step);

  std::uint32_t stance_count() const { return static_cast<std::uint32_t>(levels_.size()) - 2; }
  std::uint32_t step() const { return stance_count() + 1; }

  struct Level {
    mpz_class numerator, denominator;
    FixedInteger<2> fixed_numerator;
    FixedInteger<1> fixed_denominator;
    double approx;
  };
  const Level& operator[](std::uint32_t level) const { return levels_[level]; }
  /// True if every level fits the fixed stage.
  bool fixed() const { return fixed_; }

 private:
  std::vector<Level> levels_;
  bool fixed_ = true;
};

/// The plane of a polygon that is not vertical, with its normal upward.
class Plane {
 public:
  /// Requires three non-collinear corners that span no vertical plane.
  Plane(const PointTable& points, std::span<const PointId> corners);

  PointId anchor() const { return anchor_; }
  /// The upward normal, rounded, times a power of two; NaN outside the filter's safe range.
  const std::array<double, 3>& approx() const { return approx_; }
  const std::array<FixedInteger<4>, 3>& fixed() const { return fixed_; }
  /// The upward integer normal: degree 2, at most 2b + 3 bits.
  std::array<mpz_class, 3> exact(const PointTable& points) const;

  static constexpr double rise_error = 7 * 0x1p-53;

 private:
  PointId anchor_, second_, third_;
  bool flipped_ = false;
  std::array<double, 3> approx_;
  std::array<FixedInteger<4>, 3> fixed_;
};

/// Where point p is, relative to the plane lifted by a level: positive is above. Degree 3 in coordinates (3b + 6 bits).
/// `below`: lowered by the level instead.
Sign rise(const PointTable& points, const Plane& plane, PointId p, const Levels& levels, std::uint32_t level, bool below,
          LadderCounts& counts);

/// What the double filter alone says; none if it cannot tell.
std::optional<Sign> rise_filtered(const PointTable& points, const Plane& plane, PointId p, double height);


/// The trace of a blocker's plane, lifted over a surface by a level, in a frame whose origin lies on the surface's plane: its
/// inside is where the blocker is higher than that. None if the planes are parallel.
std::optional<LineId> slab_line(Frame& frame, const Plane& surface, const Plane& blocker, const Levels& levels, std::uint32_t level,
                                LineSource source);

/// The axis-parallel line (in x if `along_x`, else in y) through the point where the edge from p to q passes a level above a
/// surface, in a frame whose origin lies on the surface's plane. Requires p and q strictly on different sides of that level.
LineId crossing_line(Frame& frame, const Plane& surface, PointId p, PointId q, const Levels& levels, std::uint32_t level, bool along_x,
                     LineSource source);

}  // namespace plumb::kernel
