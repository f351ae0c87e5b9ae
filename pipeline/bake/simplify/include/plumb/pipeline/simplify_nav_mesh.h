// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

struct SimplifyNavMeshOptions {
  mpq_class tolerance;                ///< >= 0, in plan
  Optimise goal = Optimise::count;    ///< the cells of the result: few, or triangles
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// What simplify_nav_mesh() did.
struct SimplifyFacts {
  std::uint64_t triangles = 0, vertices = 0;  ///< of the region that is left, before triangles are merged to cells
  std::uint64_t coordinate_bits = 0;          ///< of the longest numerator or denominator in plan
  kernel::Area area;                          ///< of the cells where one can stand
  OperationFacts changes;
};

/// Stage: gives the region of a navmesh fewer corners, and cuts it into cells anew. The border moves inward only:
/// nothing is gained, what is lost is no farther in plan than the tolerance from what is left of the same connected
/// piece of floor, and the numbers of components and holes stay, as simplify() has it. Facets stay on their polygons,
/// so the result is a part of the navmesh in space, too. Edges from which steps and welds lead stay where they are, and
/// so do these portals. Of each set of cells that flush portals join one edge of the border stays, too.
///
/// Cells where nobody can stand, and obstructions, stay as they are. Requires one stance, and cells of one facet
/// (Optimise::none).
SimplifyFacts simplify_nav_mesh(NavMesh& mesh, const SurfaceSet& set, const SimplifyNavMeshOptions& options);

}  // namespace plumb::pipeline
