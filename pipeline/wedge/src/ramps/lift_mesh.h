// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "cut/surface_wedges.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/triangle_stages.h"

// Parts of floors, lifted onto the planes of ramps.
namespace plumb::pipeline {

/// A part of a ramp over a triangle of a mesh.
struct Lift {
  std::uint32_t part = 0;  ///< its number; of parts of one height the lowest counts
  TriangleMesh::Index ramp = TriangleMesh::none, plateau = TriangleMesh::none;
  const kernel::ExactPlane* plane = nullptr;
  kernel::PlanRing ring;              ///< where it is over the triangle, and may lift it: convex
  std::vector<kernel::PlanRing> low;  ///< where something is too low over it: there it lifts nothing
};

/// A triangle of a mesh, cut to pieces, each of which lies on the floor or on one ramp.
struct LiftedTriangle {
  using Index = TriangleMesh::Index;
  static constexpr Index floor = TriangleMesh::none;

  struct Piece {
    std::array<Index, 3> corners;  ///< counter-clockwise
    Index lift = floor;            ///< into the lifts, or the floor itself
  };
  /// A side that is not joined to another piece.
  struct Side {
    Index piece = 0;
    std::uint8_t side = 0, of = 3;  ///< `of`: the side of the triangle that it is on; 3: it is inside
  };
  Index triangle = 0;
  std::vector<ExactPoint> points;  ///< pieces that are not joined around a place do not share a point
  std::vector<Piece> pieces;       ///< none: nothing of the triangle is lifted
  std::vector<Side> sides;         ///< ascending by piece, then side
};

/// Cuts a triangle. A place that several lifts cover lies on the highest, of several equally high ones on that of the
/// lowest part. Pieces side by side are joined where they have one side in space. Exact.
LiftedTriangle lift_triangle(const TriangleMesh& mesh, TriangleMesh::Index triangle, const std::vector<Lift>& lifts);

/// What lift_mesh() made of a mesh.
struct LiftedMesh {
  TriangleMesh mesh;
  /// By triangle of the mesh: the triangle that it is of, and the part that it was lifted by, or none.
  std::vector<TriangleMesh::Index> origin, part;
};

/// The mesh with cut triangles (ascending, each with pieces) in place of the old ones. Nothing moves in plan, so no two
/// places overlap that did not before. Sides that were joined stay joined where the pieces on both sides have one side
/// in space; where they do not, both become boundary of the class `step`. Boundary along old boundary keeps its class.
LiftedMesh lift_mesh(const TriangleMesh& mesh, const std::vector<LiftedTriangle>& cut,
                     const std::vector<std::vector<Lift>>& lifts);

}  // namespace plumb::pipeline
