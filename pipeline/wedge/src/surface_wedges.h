// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "floor_section.h"
#include "plumb/pipeline/wedge_cut.h"
#include "region_boundary.h"
#include "wedge_filter.h"

namespace plumb::pipeline {

/// The trace of a vertical polygon that stops who stands on a floor.
struct Slit {
  PlanSegment segment;
  kernel::PolygonId wall = kernel::no_polygon;
  bool behind_left = false;  ///< the polygon faces to the right of the segment
};

/// What a boundary edge is: its class, and the wall that it runs along.
struct EdgeKind {
  EdgeClass edge_class = EdgeClass::open;
  kernel::PolygonId wall = kernel::no_polygon;
  bool left_of_wall = false;
};

/// A traversable polygon and what other polygons do to it, each clipped to it.
struct SurfaceWedges {
  kernel::ExactPlane plane;
  TaggedRing outline;               ///< counter-clockwise
  std::vector<TaggedRing> taken;    ///< sections with wedges, what others own, walls that have a thickness
  std::vector<Slit> slits;          ///< walls that have none
  std::vector<PlanSegment> bodies;  ///< where polygons of solids pass through it
  std::vector<EdgeKind> kinds;      ///< by tag of outline and taken: along an edge the least tag counts
};

/// Exact. Linear in the polygons that the index finds near the surface's wedge.
class WedgeFinder {
 public:
  /// Keeps references.
  WedgeFinder(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
              const WedgeCutOptions& options);
  SurfaceWedges operator()(std::uint32_t surface) const;

 private:
  struct Floor {
    std::uint32_t surface;
    WedgeFilter filter;
    kernel::PlanRing window;  // its outline
  };
  bool add(const Floor& floor, std::uint32_t other, SurfaceWedges& out) const;
  void add_wall(const Floor& floor, std::uint32_t wall, std::vector<RaisedCorner> raised, SurfaceWedges& out) const;
  // The ring is a part of the polygon with these corners, in plan, or all of it.
  void add_taken(const Floor& floor, std::span<const kernel::PointId> corners, TaggedRing clockwise,
                 SurfaceWedges& out) const;
  std::vector<kernel::ExactPoint> exact_corners(std::span<const kernel::PointId> corners) const;

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const WedgeCutOptions& options_;
  std::vector<kernel::ExactPoint> exact_;  // all points: each is a corner of several polygons near several floors
};

}  // namespace plumb::pipeline
