// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <vector>

#include "floor_section.h"
#include "plumb/pipeline/wedge_cut.h"
#include "region_boundary.h"

namespace plumb::pipeline {

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
  TaggedRing outline;               ///< counter-clockwise
  std::vector<TaggedRing> taken;    ///< sections of wedges, parts owned by others, thick walls
  std::vector<Slit> slits;          ///< walls without thickness
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
  /// The same over a triangle that is no polygon of the level, counter-clockwise, for those polygons that `counts`
  /// accepts. Polygons in the triangle's plane take nothing from it.
  SurfaceWedges over(const std::array<kernel::ExactPoint, 3>& corners,
                     const std::function<bool(kernel::PolygonId)>& counts) const;

 private:
  SurfaceWedges find(SurfaceWedges floor, Box near, kernel::PolygonId number,
                     const std::function<bool(kernel::PolygonId)>& counts) const;
  // window: the floor's outline.
  void add(kernel::PolygonId number, std::uint32_t other, const kernel::PlanRing& window, SurfaceWedges& out) const;
  void add_wall(std::uint32_t wall, std::vector<RaisedCorner> raised, const kernel::PlanRing& window,
                SurfaceWedges& out) const;

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const WedgeCutOptions& options_;
  std::vector<TriangleMesh::Index> wall_lines_;  // by surface
};

}  // namespace plumb::pipeline
