// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct SimplifyOptions {
  mpq_class tolerance;                ///< >= 0, in plan and in height
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to tell, in characters; 0: any
};

/// Stage: fewer triangles for little (Sanchez 2021, 2.8.2 and 4.0.2). Nothing is gained in plan, nothing is lost that
/// is farther in plan than the tolerance from what remains, and components and holes stay as many as they are.
///
/// - A vertex within the mesh goes along an edge to a neighbour.
/// - A corner that points outward, or is straight in plan, goes along the boundary to a neighbour. That cuts off a
///   triangle, or nothing. What becomes one edge has the class, wall and side of the longer of both.
/// - An edge of the boundary goes, one or both ends of which point inward: the edges beside it there grow until they
///   meet each other, or the one the other, within the mesh. That takes a triangle away that it is a side of.
///
/// A vertex stands for the planes of the triangles around it and around those that it took over from, each plane once;
/// the sum of the squared distances from where it goes to these (Garland & Heckbert 1997) is at most the squared
/// tolerance. What leaves the surface where it is always may; with a tolerance of 0 nothing else does.
///
/// What loses least goes first, by doubles; whether it may go is decided exactly. Refused: `link`, `flip`, `error`,
/// `far`, `position_bits`.
OperationFacts simplify(TriangleMesh& mesh, const SimplifyOptions& options);

}  // namespace plumb::pipeline
