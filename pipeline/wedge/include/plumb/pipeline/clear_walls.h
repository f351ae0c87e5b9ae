// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/disc.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct ClearWallsOptions {
  mpq_class radius, window;        ///< > 0, in lowest terms
  std::uint32_t disc_points = 16;  ///< kernel::disc_points()
  /// What stands for the disc: tangents, so that no more is left than of the disc, or hull, so that no less is.
  kernel::DiscBound bound = kernel::DiscBound::tangents;
  std::uint64_t exact_digits = 1000;  ///< longest exact area to tell, in characters; 0: any
  unsigned threads = 1;               ///< at least 1; the result does not depend on it
};

/// Stage: takes from a mesh what is too close to its border (Sanchez 2021, 2.9): every point p for which some point b
/// of a boundary edge has p - b within the polygon of the disc and |z_p - z_b| < window. What is left is closed.
///
/// New boundary edges are of the class of the border edge that took what is beyond them, and of no wall; none of the
/// old ones is left. Triangles side by side of one surface, plateau and ramp are cut as one: where nothing is taken
/// from these they stay as they are, else what is left of them is triangulated anew. What was joined stays joined.
/// Operations are the border's straight stretches.
///
/// Requires a valid mesh, in which triangles of one surface do not lie over one another. Near N log N in its triangles
/// and edges, but for pairs of edges that are within reach of one another with none that covers one of them.
OperationFacts clear_walls(TriangleMesh& mesh, const ClearWallsOptions& options);

}  // namespace plumb::pipeline
