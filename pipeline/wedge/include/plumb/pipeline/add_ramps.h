// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/slope.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/wedge_cut.h"

namespace plumb::pipeline {

struct AddRampsOptions {
  mpq_class step = 0;                   ///< >= 0: height of ramps; 0: there are none
  kernel::SlopeLimit slope;             ///< no ramp is steeper
  kernel::SlopeLimit cone;              ///< a plateau's normals are within this angle of the first one's
  mpq_class miter = 2;                  ///< >= 1: how far from a corner bottoms of ramps may meet, in runs
  std::optional<mpq_class> reach = {};  ///< longest run of further tries; none: two runs
  std::size_t position_bits = 1024;     ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;    ///< longest exact area to report, in characters; 0: any
};

/// Stage: adds ramps from open edges of the mesh down to what lies no more than a step lower (Sanchez 2021, 2.7).
///
/// A ramp leads away square to its edge, as steep as the limit allows; corners between two ramps are filled. The part
/// of a ramp that leads down to the mesh stays: where a straight way down ends on a triangle from above, at the ramp's
/// bottom at the latest, so a step of exactly `step` is crossed. A ramp that reaches nothing is tried again with its
/// run longer by an eighth, again and again. Then the mesh loses what lies under ramps, except on the ramp's own
/// plateau: the triangles around the edge with nearly its normal. Ramps lose what lies under other ramps and what has
/// polygons of the level less than the agent's height above it, except those of the ramp's own plateau. Nothing is
/// joined here; close_gaps does that.
///
/// `operations` counts ramps that stay; `refused` counts edges that are too steep for a ramp ("steep_edge"), ramps that
/// reach nothing ("unsupported"), and parts whose coordinates would be too long ("position").
OperationFacts add_ramps(TriangleMesh& mesh, const kernel::PointTable& points, const SurfaceSet& set,
                         const SurfaceIndex& index, const WedgeCutOptions& cut, const AddRampsOptions& options);

}  // namespace plumb::pipeline
