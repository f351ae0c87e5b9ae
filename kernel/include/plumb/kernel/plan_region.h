// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"

// Polygons with holes in exact coordinates: where a point lies to them, and what two of them make.
namespace plumb::kernel {

/// A closed way through points, in either direction; the last is joined to the first.
using PlanRing = std::vector<PlanPoint>;

/// Polygons with holes, as many as you like: the points within an odd number of rings. Outlines and holes are told
/// apart by that alone.
///
/// Any rings will do: they may touch, cross, overlap, repeat, and have equal corners or no area. Where an even number
/// of edges lie over one another, there is no boundary; so what has no area on both its sides is no part of it, and
/// cells side by side are one region. Requires fractions in lowest terms, as mpq_class keeps
/// them.
struct PlanRegion {
  std::vector<PlanRing> rings;
  bool operator==(const PlanRegion&) const = default;
};

enum class Location : std::uint8_t { outside, boundary, inside };

/// Where points lie to a region: intervals of doubles tell most, fractions the rest. Keeps copies of the corners.
/// Linear in the edges a point. Const and thread-safe.
class RegionLocator {
 public:
  explicit RegionLocator(const PlanRegion& region);
  Location operator()(const PlanPoint& point) const;

 private:
  struct Edge {
    std::size_t lower, upper;  // corners, the first before the other by y, then x
  };
  std::vector<PlanPoint> corners_;
  std::vector<std::array<Interval, 2>> near_;  // by corner
  std::vector<Edge> edges_;
};

enum class BooleanOperation : std::uint8_t { unite, intersect, subtract, symmetric_difference };

/// What two regions make, up to points that no area is around: convex cells, strictly so and counter-clockwise from
/// their lowest corner by x, then y, whose interiors do not meet. The plane is cut along the lines of the regions'
/// edges, one after another, where such an edge runs through a part of it; parts that lie alike to what is asked for
/// are joined again. So every edge of a cell is on a line of the input, and no number is longer than two of these make.
///
/// n edges take n log n to n^2 cuts, as these lie, and every cell one RegionLocator's answer a region.
std::vector<PlanRing> combine(const PlanRegion& a, const PlanRegion& b, BooleanOperation operation);

/// A region in convex cells.
std::vector<PlanRing> convex_cells(const PlanRegion& region);

/// The area of a ring, positive if it runs counter-clockwise.
mpq_class signed_area(const PlanRing& ring);
/// The area that a region covers.
mpq_class area(const PlanRegion& region);

}  // namespace plumb::kernel
