// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// A stretch in plan, from and to.
using PlanStretch = std::array<kernel::PlanPoint, 2>;

struct SimplifyOptions {
  mpq_class tolerance;               ///< >= 0, in plan and in height
  std::size_t position_bits = 1024;  ///< longest numerator or denominator of a coordinate that is made
  std::size_t long_bits = 256;       ///< with a tolerance, vertices with longer ones are moved to a grid
  /// Where boundary edges of one component are in two pieces of it, since the step between them became too high: asked
  /// when vertices beside steps have moved. Empty: nobody asks.
  std::function<std::vector<PlanStretch>(const TriangleMesh&)> parted = {};
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  bool steps_stay = false;            ///< corners of steps keep their places, however long their numbers are
};

/// Stage: removes vertices and boundary corners within a tolerance (Sanchez 2021, 2.8.2 and 4.0.2). No area is added in
/// plan; what is lost lies no farther in plan than the tolerance from what remains; the numbers of components and holes
/// stay.
///
/// - An inner vertex is collapsed along an edge into a neighbour.
/// - A boundary corner that points outward, or is straight in plan, is collapsed along the boundary into a neighbour.
///   That cuts off a triangle, or nothing. The edge that replaces two has the class, wall and side of the longer one.
/// - A boundary edge of which one or both ends point inward is removed: the edges beside it are extended within the
///   mesh until they meet, or until one meets the other. That cuts off the triangle that they form with the edge.
///
/// - At the end, with a tolerance, vertices with long coordinates move to a grid, on the boundary inward only. Beside a
///   step the vertices of all floors move together, so that the floors stay linked: what one floor loses there in plan,
///   by less than the grid's unit, the other gains. Vertices that find no place are counted as refused
///   (`position_bits`).
///
/// A vertex stands for the planes of the triangles around it and for those that the vertices collapsed into it stood
/// for, each plane once. The sum of the squared distances from its new place to these planes (Garland & Heckbert 1997)
/// must be at most the squared tolerance. A collapse that does not move the surface is always allowed; with a tolerance
/// of 0 no other one is.
///
/// Steps that lose least come first. Doubles order the steps; exact tests allow or refuse them. `refused` counts the
/// rules `link`, `flip`, `error`, `far`, `edge_class` and `position_bits`.
OperationFacts simplify(TriangleMesh& mesh, const SimplifyOptions& options);

}  // namespace plumb::pipeline
