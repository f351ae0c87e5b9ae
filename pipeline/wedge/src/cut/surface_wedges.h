// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/wedge_stages.h"
#include "plumb/surface/region_boundary.h"

// What the polygons of a level do to a floor: the parts of them that are within reach of whoever stands on it. In plan,
// input units.
namespace plumb::pipeline {

/// A corner of a polygon, and how far it is over the plane of a floor.
struct RaisedCorner {
  kernel::PlanPoint at;
  mpq_class above;
};
std::vector<RaisedCorner> raised_corners(std::span<const kernel::ExactPoint> corners, const kernel::ExactPlane& floor);

/// The part of a convex polygon at heights from `low` to `high` over the floor, by its corners in their order; empty if
/// none of the polygon is strictly between. Seen from above it is also the section of the floor with the prism that the
/// polygon sweeps when it is lowered by `low` to `high`.
std::vector<RaisedCorner> part_between(std::vector<RaisedCorner> corners, const mpq_class& low, const mpq_class& high);

/// A segment in plan from low to high x, then y.
struct PlanSegment {
  kernel::PlanPoint from, to;
};
/// The segment from the first of these points by x, then y, to the last; none if there are fewer than two different
/// points.
std::optional<PlanSegment> span_of(const std::vector<RaisedCorner>& corners);

/// Where the plane of the floor meets a polygon that does not lie in it: a segment, or none.
std::optional<PlanSegment> trace_of(std::vector<RaisedCorner> corners);

/// The part of a segment over a convex polygon, counter-clockwise, its boundary included.
std::optional<PlanSegment> clipped(const PlanSegment& segment, const kernel::PlanRing& window);

bool strictly_inside(const kernel::PlanPoint& at, const kernel::PlanRing& convex);

/// A vector square to a segment, to its left, of the given length: (-dy, dx) times a factor that is exact where the
/// length of the segment is rational; else the least multiple of a power of two that makes the vector no shorter, and
/// at most 2^-20 longer.
kernel::PlanPoint left_of(const PlanSegment& segment, const mpq_class& length);

/// The trace of a vertical polygon that stops whoever stands on a floor.
struct Slit {
  PlanSegment segment;
  kernel::PolygonId wall = kernel::no_polygon;
  TriangleMesh::Index wall_line = TriangleMesh::none;
  bool behind_left = false;  ///< the polygon faces to the right of the segment
};

/// The kind of a boundary edge: its class, and the line of the wall that it runs along, if any.
struct EdgeKind {
  EdgeClass edge_class = EdgeClass::open;
  TriangleMesh::Index wall_line = TriangleMesh::none;
  bool left_of_wall = false;
};

/// A floor, and what other polygons do to it, each clipped to it.
struct SurfaceWedges {
  kernel::ExactPlane plane;
  surface::TaggedRing outline;             ///< counter-clockwise
  std::vector<surface::TaggedRing> taken;  ///< sections of wedges, parts owned by others, thick walls
  std::vector<Slit> slits;                 ///< walls without thickness
  std::vector<PlanSegment> bodies;         ///< where polygons of solids pass through it
  std::vector<EdgeKind> kinds;             ///< by tag of outline and taken: along an edge the least tag counts
};

/// Exact. Linear in the polygons that the index finds near the surface's wedge.
class WedgeFinder {
 public:
  /// Keeps references.
  WedgeFinder(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
              const WedgeCutOptions& options);
  SurfaceWedges operator()(std::uint32_t surface) const;
  /// The same over a triangle that is no polygon of the level, counter-clockwise, for those polygons that `counts`
  /// accepts. Polygons in the triangle's plane take nothing from it.
  SurfaceWedges over(const std::array<kernel::ExactPoint, 3>& corners,
                     const std::function<bool(kernel::PolygonId)>& counts) const;

 private:
  // Calls take(polygon, floor) for the polygons over a floor, until that returns false.
  template <class Take>
  SurfaceWedges find(SurfaceWedges floor, Box near, Take&& take) const;
  std::vector<kernel::ExactPoint> exact_corners(std::span<const kernel::PointId> corners) const;
  // window: the floor's outline. sides: those of the window beyond which the polygon reaches.
  void add(kernel::PolygonId number, std::uint32_t other, const kernel::PlanRing& window,
           std::span<const std::size_t> sides, SurfaceWedges& out) const;
  void add_wall(std::uint32_t wall, std::vector<RaisedCorner> raised, const kernel::PlanRing& window,
                SurfaceWedges& out) const;

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const WedgeCutOptions& options_;
  std::vector<TriangleMesh::Index> wall_lines_;  // by surface
  std::vector<kernel::ExactPoint> exact_;        // all points: each is a corner of several polygons near several floors
};

}  // namespace plumb::pipeline
