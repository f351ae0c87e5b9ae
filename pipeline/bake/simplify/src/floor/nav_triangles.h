// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/triangle_nav_mesh.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// The cells of a navmesh of one stance where one can stand, as triangles.
struct NavTriangles {
  using Index = TriangleMesh::Index;
  /// One side of a portal of the navmesh.
  struct Way {
    std::uint32_t portal = 0;
    bool on_b = false;
    auto operator<=>(const Way&) const = default;
  };
  /// A triangle, and the number (BoundaryEdge::wall_line) of its one side that no other side has.
  struct Anchor {
    Index line = 0, triangle = 0;
  };

  /// Joined where flush portals are. Boundary edges from which other portals lead have the class step, and as wall_line
  /// a number that says which portals these are.
  TriangleMesh mesh;
  std::vector<std::vector<Way>> ways;  ///< by that number, ascending
  std::vector<Anchor> anchors;         ///< one of each set of triangles that are joined, of the class step, too
};

/// Requires cells of one facet, whose portals cover no stretch of an edge twice but for steps and welds.
NavTriangles triangles_of(const NavMesh& mesh);

/// The ways that stand for all portals along the boundary of a mesh, which was made of `triangles`: its boundary edges
/// with a number lie where they did, perhaps cut otherwise.
std::vector<TriangleWay> ways_of(const NavMesh& mesh, const std::vector<std::vector<NavTriangles::Way>>& ways,
                                 const TriangleMesh& triangles);

}  // namespace plumb::pipeline
