// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct FlattenRampsOptions {
  mpq_class step;                     ///< >= 0: how far a vertex may end from what it stands for
  kernel::SlopeLimit slope;           ///< every triangle that gets another slope is within it
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: turns a stair of ramps into one ramp (Sanchez 2021, 2.8.1). A vertex is collapsed along an edge of a ramp's
/// triangle into a higher neighbour; a boundary vertex is collapsed along the boundary only, and only where the
/// boundary is straight in plan between two edges of one class, wall and side, so the area in plan does not change. A
/// vertex stands for planes as in simplify(), within a step instead of a tolerance; a collapse that does not move the
/// surface is always allowed. A triangle whose slope a collapse changes becomes part of the ramp, so that the next ramp
/// can be collapsed into it.
///
/// Collapses of the least error come first. Doubles order them; exact tests allow or refuse them. `refused` counts the
/// rules `inward`, `corner`, `edge_class`, `error`, `flip`, `steep` and `link`.
OperationFacts flatten_ramps(TriangleMesh& mesh, const FlattenRampsOptions& options);

}  // namespace plumb::pipeline
