// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct DecimateOptions {
  kernel::SlopeLimit cone;            ///< no triangle is turned farther than this
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: removes vertices that are not needed (Sanchez 2021, 2.6). A vertex is collapsed along an edge into a
/// neighbour; the triangles at that edge vanish. Each triangle stands for the normals of the triangles that it
/// replaced: a collapse hands the normals of all triangles around the vertex to each one that is left, and no normal
/// may differ from the triangle's own by more than the cone. A boundary vertex is collapsed along the boundary only,
/// and only where the boundary is straight in space between two edges of one class, wall and side; so the area in plan
/// never changes. With a cone of 0 the surface does not change at all, and flat regions get as few triangles as their
/// boundary allows.
///
/// Vertices are tried in ascending order, each with its nearest allowed neighbour, until nothing changes. `refused`
/// counts the rules `link`, `flip`, `corner`, `edge_class` and `cone`.
OperationFacts decimate(TriangleMesh& mesh, const DecimateOptions& options);

}  // namespace plumb::pipeline
