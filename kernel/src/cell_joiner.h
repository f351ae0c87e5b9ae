// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/point_numbering.h"

namespace plumb::kernel {

/// Joins convex cells whose interiors do not meet, over what they have in common of a line.
class CellJoiner {
 public:
  /// A side of a cell ends at a point and lies on a line, named by a number.
  struct Side {
    PlanPoint end;
    std::uint32_t line;
  };
  /// A cell, clockwise.
  void add(std::vector<Side> cell);
  /// Counter-clockwise, each from its lowest corner on, without straight corners.
  std::vector<PlanRing> joined();

 private:
  struct Numbered {
    std::uint32_t end, line;
  };
  std::vector<ExactPoint> points_;
  PointNumbering number_{points_};
  std::vector<std::vector<Numbered>> cells_;
};

}  // namespace plumb::kernel
