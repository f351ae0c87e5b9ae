// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct DecimateOptions {
  kernel::SlopeLimit cone;            ///< no triangle is turned farther than this
  std::uint64_t exact_digits = 1000;  ///< longest exact area to tell, in characters; 0: any
};

/// Stage: takes out vertices that are not needed (Sanchez 2021, 2.6). A vertex goes along an edge to one of its
/// neighbours, triangles at that edge vanish. Each triangle stands for the normals of those that it took over from, and
/// a collapse hands all those around the vertex to each triangle that is left there; the angle to none of them may be
/// beyond the cone. A vertex of the boundary goes along the boundary alone, and only where it is straight in space
/// between two edges of one class, wall and side: so the area in plan never changes. With a cone of 0 nothing at all
/// does, but the number of triangles: what is flat gets as few as its boundary allows.
///
/// In ascending order of the vertices, each to the nearest neighbour that the rules allow, until nothing changes.
/// Refused: `link`, `flip`, `corner`, `edge_class`, `cone`.
OperationFacts decimate(TriangleMesh& mesh, const DecimateOptions& options);

}  // namespace plumb::pipeline
