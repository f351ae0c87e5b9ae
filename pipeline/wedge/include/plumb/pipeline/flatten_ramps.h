// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct FlattenRampsOptions {
  mpq_class step;                     ///< >= 0: how far a vertex may end from what it stands for
  kernel::SlopeLimit slope;           ///< every triangle that gets another slope is within it
  std::uint64_t exact_digits = 1000;  ///< longest exact area to tell, in characters; 0: any
};

/// Stage: makes one ramp of a stair of ramps (Sanchez 2021, 2.8.1). Along an edge of a triangle that is of a ramp, a
/// vertex goes to a neighbour that is higher; of the boundary only along the boundary, and only where it is straight in
/// plan between two edges of one class, wall and side: so the area in plan does not change. A vertex stands for planes
/// as in simplify(), within a step instead of a tolerance; what leaves the surface where it is always may. A triangle
/// that is drawn along to another slope is of the ramp, too, and so the next ramp can follow.
///
/// What errs least goes first, by doubles; whether it may go is decided exactly. Refused: `inward`, `corner`,
/// `edge_class`, `error`, `flip`, `steep`, `link`.
OperationFacts flatten_ramps(TriangleMesh& mesh, const FlattenRampsOptions& options);

}  // namespace plumb::pipeline
