// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/disc.h"
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct ClearWallsOptions {
  mpq_class radius, window;        ///< > 0, in lowest terms
  std::uint32_t disc_points = 16;  ///< kernel::disc_points()
  /// The polygon that replaces the disc: tangents lie around it, so that no more is left than with the disc; the hull
  /// lies inside of it, so that no less is left.
  kernel::DiscBound bound = kernel::DiscBound::tangents;
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  unsigned threads = 1;               ///< at least 1; the result does not depend on it
};

/// Stage: subtracts from a mesh what is too close to its border (Sanchez 2021, 2.9): every point p for which some point
/// b of a boundary edge has p - b inside of the disc's polygon and |z_p - z_b| < window. What is left is closed.
///
/// A new boundary edge has the class of the border edge that took what lies beyond it, and no wall; the old boundary
/// edges are gone. Triangles side by side of one surface, plateau and ramp are cut as a whole: if nothing is taken from
/// them they stay as they are, else what is left of them is triangulated again. Triangles that were joined stay joined.
/// `operations` counts the straight stretches of border.
///
/// Requires a valid mesh, in which triangles of one surface do not lie over one another. Near N log N in triangles and
/// edges, except where many bodies cross pairwise and no body covers another one's edges.
OperationFacts clear_walls(TriangleMesh& mesh, const ClearWallsOptions& options);

}  // namespace plumb::pipeline
