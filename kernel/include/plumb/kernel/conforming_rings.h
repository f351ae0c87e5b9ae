// SPDX-License-Identifier: LGPL-3.0-or-later
// Rings whose interiors do not meet, such as neighbouring cells. ConformingRings makes them meet at whole edges;
// labelled_regions() joins those of one label to the regions that they make up.
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/numbering.h"
#include "plumb/kernel/plan_region.h"

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
  /// The rings in their order, each from the corner before its first side. The stretches of a side that was split have
  /// its line. n log n.
  std::vector<std::vector<Corner>> conforming() const;

 private:
  std::vector<ExactPoint> points_;
  PointNumbering number_{points_};
  std::vector<std::vector<Corner>> rings_;
  LineNumbering line_through_;
};

/// A part of the plane with a label, a number of the user's.
struct LabelledRing {
  PlanRing ring;
  std::uint32_t label;
};

/// A maximal connected region of one label.
struct LabelledRegion {
  std::uint32_t label;
  /// The outer ring first, counter-clockwise, then the holes, clockwise and ascending. Each ring is the
  /// lexicographically least of its rotations and has no straight corner. A ring runs around the region's interior, so
  /// it passes a point where the interior touches itself more than once.
  std::vector<PlanRing> rings;
  bool operator==(const LabelledRegion&) const = default;
};

/// The normal form of convex pieces whose interiors do not meet: regions, ascending by their outer rings. Pieces are
/// connected if they have a stretch of boundary in common. Two sets of pieces that give every point the same label,
/// boundaries aside, have the same normal form.
std::vector<LabelledRegion> labelled_regions(std::span<const LabelledRing> pieces);

}  // namespace plumb::kernel
