// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct CloseGapsOptions {
  mpq_class gap = 0;                  ///< >= 0: boundaries no farther from one another are joined
  mpq_class min_altitude = 0;         ///< >= 0: lower triangles are erased first
  std::size_t position_bits = 1024;   ///< longest numerator or denominator of a coordinate that is made
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  /// Says whether an obstacle lies between two points (ColumnTest). Empty: there is none anywhere.
  std::function<bool(const ExactPoint&, const ExactPoint&)> stopped = {};
};

/// Stage: joins triangles along boundaries that are near each other (Sanchez 2021, 2.5, after Borodin et al. 2002).
/// Triangles with a low altitude are erased first. Then each boundary vertex is joined to the nearest boundary edge,
/// nearest pairs first: to a new vertex at the foot of the perpendicular or, where the foot lies beyond an end of the
/// edge or within min_altitude of it, to that end. This is repeated until no pair can be joined. Sixteen rules
/// (gap_rules.h) forbid a join that would break the mesh, cross a wall or an obstacle, move a vertex farther than the
/// gap, or turn a triangle over. Of the two places the one with more area around it is kept. Exact: with a gap of 0
/// only what touches is joined, and nothing moves.
OperationFacts close_gaps(TriangleMesh& mesh, const CloseGapsOptions& options);

}  // namespace plumb::pipeline
