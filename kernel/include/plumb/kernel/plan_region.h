// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"

// Polygons with holes in exact coordinates: point location and boolean operations.
namespace plumb::kernel {

/// A closed polyline through points, in either direction; an edge joins the last point to the first.
using PlanRing = std::vector<PlanPoint>;

/// Any number of polygons with holes: the points that an odd number of rings surround. Outlines and holes are not told
/// apart otherwise.
///
/// Rings may touch, cross, overlap, repeat, and have equal corners or no area. A stretch along which an even number of
/// edges run is no boundary, so spikes and slits vanish, and neighbouring cells are one region. Requires fractions in
/// lowest terms, as mpq_class keeps them.
struct PlanRegion {
  std::vector<PlanRing> rings;
  bool operator==(const PlanRegion&) const = default;
};

enum class Location : std::uint8_t { outside, boundary, inside };

/// Locates points in a region. Intervals of doubles decide most questions, fractions the rest. Keeps copies of the
/// corners. Each point takes time linear in the edges. Const and thread-safe.
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

/// The result of an operation on two regions, as strictly convex cells whose interiors do not meet, counter-clockwise
/// from their lowest corner by x, then y. Parts of the result without area are left out. Every edge of a cell lies on a
/// line of the input, so a corner's coordinates are no longer than two such lines make them. n log n to n^2 for n
/// edges.
std::vector<PlanRing> combine(const PlanRegion& a, const PlanRegion& b, BooleanOperation operation);

/// Cuts a region into convex cells, as combine() does.
std::vector<PlanRing> convex_cells(const PlanRegion& region);

/// The area of a ring, positive if it runs counter-clockwise.
mpq_class signed_area(const PlanRing& ring);
/// The area that a region covers.
mpq_class area(const PlanRegion& region);

}  // namespace plumb::kernel
