// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/line_numbering.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/point_numbering.h"

namespace plumb::kernel {

/// Rings whose interiors do not meet, such as cells side by side, with their corners in common: every corner of a ring
/// that lies on a side of another one becomes a corner of that, so that neighbours meet at whole edges.
class ConformingRings {
 public:
  /// A side ends at a point and lies on a line, named by a number: one for all sides on it, in either direction.
  struct Side {
    PlanPoint end;
    std::uint32_t line;
  };
  struct Corner {
    std::uint32_t point;
    std::uint32_t line;  ///< of the side that ends there
  };

  /// A ring in either direction, with numbers of lines that the caller gives.
  void add(std::vector<Side> ring);
  /// The same, its lines named here. Not to be mixed with the other.
  void add(const PlanRing& ring);

  /// The corners of all rings; z is 0. Equal ones are there once.
  const std::vector<ExactPoint>& points() const { return points_; }
  PlanPoint point(std::uint32_t i) const { return {points_[i][0], points_[i][1]}; }
  /// Ring by ring as given, each from the corner before its first side; a side that is parted has its line in each
  /// part. n log n.
  std::vector<std::vector<Corner>> conforming() const;

 private:
  std::vector<ExactPoint> points_;
  PointNumbering number_{points_};
  std::vector<std::vector<Corner>> rings_;
  LineNumbering line_through_;
};

}  // namespace plumb::kernel
