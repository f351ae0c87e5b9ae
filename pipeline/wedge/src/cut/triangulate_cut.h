// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <vector>

#include "cut/surface_wedges.h"

namespace plumb::pipeline {

/// The triangles of what is left of a polygon, in plan.
struct CutTriangles {
  using Index = TriangleMesh::Index;

  /// A side with nothing beyond.
  struct Boundary {
    Index triangle = 0;
    std::uint8_t side = 0;
    std::uint32_t tag =
        surface::TaggedCorner::no_tag;  ///< of the outline or of a taken ring; none along a slit or a body
    EdgeKind kind;
  };

  /// A place may have several points: triangles that are not joined around it do not share one.
  std::vector<kernel::PlanPoint> points;
  std::vector<std::array<Index, 3>> triangles;  ///< counter-clockwise
  std::vector<Boundary> boundary;               ///< ascending by triangle, then side
};

/// Constrained Delaunay triangles of what lies in the outline, in nothing that is taken, and where inside() says no.
/// inside() is asked about one place of each region between bodies. Triangles side by side are joined unless a slit
/// lies between them. Exact.
CutTriangles triangulate_cut(const SurfaceWedges& wedges, const std::function<bool(const kernel::PlanPoint&)>& inside);

}  // namespace plumb::pipeline
