// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/line_numbering.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/point_numbering.h"

namespace plumb::kernel {

/// Makes rings whose interiors do not meet, such as neighbouring cells, conform: every corner of a ring that lies on a
/// side of another one becomes a corner of that, so that neighbours meet at whole edges.
class ConformingRings {
 public:
  /// A side, by the point where it ends and the number of its line, which all sides on that line have, in either
  /// direction.
  struct Side {
    PlanPoint end;
    std::uint32_t line;
  };
  struct Corner {
    std::uint32_t point;
    std::uint32_t line;  ///< of the side that ends there
  };

  /// Adds a ring in either direction, with the caller's numbers of lines.
  void add(std::vector<Side> ring);
  /// The same, with numbers of lines that are found here. The two kinds of rings must not be mixed.
  void add(const PlanRing& ring);

  /// The corners of all rings, each place once; z is 0.
  const std::vector<ExactPoint>& points() const { return points_; }
  PlanPoint point(std::uint32_t i) const { return {points_[i][0], points_[i][1]}; }
  /// The rings in their order, each from the corner before its first side. The parts of a side that was split have its
  /// line. n log n.
  std::vector<std::vector<Corner>> conforming() const;

 private:
  std::vector<ExactPoint> points_;
  PointNumbering number_{points_};
  std::vector<std::vector<Corner>> rings_;
  LineNumbering line_through_;
};

}  // namespace plumb::kernel
