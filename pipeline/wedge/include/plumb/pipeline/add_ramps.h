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
  kernel::SlopeLimit cone;              ///< triangles that turn no more from the first are of one plateau
  mpq_class miter = 2;                  ///< >= 1: bottoms meet no farther from the top, in runs
  std::optional<mpq_class> reach = {};  ///< longest run of second tries; none: two runs
  std::size_t position_bits = 1024;     ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;    ///< longest exact area to tell, in characters; 0: any
};

/// Stage: ramps lead from open edges of the mesh down to what lies no more than a step lower (Sanchez 2021, 2.7).
///
/// A ramp leads away square to its edge, as steep as it may be; corners between two are filled. What of it reaches the
/// mesh stays: where a way down ends on a triangle from above, at the bottom at the latest, so a step of exactly `step`
/// is crossed. Where nothing does, runs grow by an eighth, again and again. Then what the mesh has under ramps is taken
/// away, but for their own plateau, the triangles that lie as those at the edge do; and ramps lose what is under
/// others, and what the level's polygons are over at less than the agent's height, but for those of their own plateau.
/// Nothing is joined: that is for close_gaps.
///
/// Operations are ramps that stay; `refused` counts edges whose ramp was too steep ("steep_edge"), that nothing
/// supports ("unsupported"), and parts whose coordinates would be too long ("position").
OperationFacts add_ramps(TriangleMesh& mesh, const kernel::PointTable& points, const SurfaceSet& set,
                         const SurfaceIndex& index, const WedgeCutOptions& cut, const AddRampsOptions& options);

}  // namespace plumb::pipeline
