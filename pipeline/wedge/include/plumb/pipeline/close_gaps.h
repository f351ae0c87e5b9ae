// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct CloseGapsOptions {
  mpq_class gap = 0;                  ///< >= 0: boundaries no farther from one another are joined
  mpq_class min_altitude = 0;         ///< >= 0: lower triangles are taken out first
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to tell, in characters; 0: any
  /// Whether something stops who goes from one point to the other (ColumnTest); none: nothing does.
  std::function<bool(const ExactPoint&, const ExactPoint&)> stopped = {};
};

/// Stage: joins triangles along boundaries that are near each other (Sanchez 2021, 2.5, after Borodin et al. 2002). Low
/// triangles go. Then each vertex of the boundary is brought to the nearest edge of it, the nearest pairs first: into
/// the edge or, where the foot of the perpendicular is beyond an end or within min_altitude of one, to that end; until
/// no more can be. Sixteen rules (gap_rules.h) forbid what would leave no mesh, cross a wall or what stops who stands
/// there, move a vertex farther than the gap, or turn a triangle over. Of the two places, that with more area around is
/// kept. Exact: with a gap of 0 only what touches is joined, and nothing moves.
OperationFacts close_gaps(TriangleMesh& mesh, const CloseGapsOptions& options);

}  // namespace plumb::pipeline
