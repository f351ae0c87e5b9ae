// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include "plumb/kernel/decomposition.h"
#include "plumb/kernel/ladder.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

struct DecomposeOptions {
  std::vector<Stance> stances;  ///< heights ascend strictly from above 0
  mpq_class step = 0;           ///< 0 <= step < stances[0].height
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  unsigned threads = 1;              ///< at least 1; the result does not depend on it
  const SolidSet* solids = nullptr;  ///< cells end where polygons of these pass through a surface
  /// Lines are kept up to about so many bytes in all. Beyond that later stages compute them again, with the same
  /// result.
  std::size_t kept_bytes = std::size_t{4} << 30;
};

/// Stage: Volume Collision Decomposition of every traversable surface (Budde & Kausch, section 5;
/// docs/theory/definitions.md, Clearance and Walls).
StanceMap decompose(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options, kernel::LadderCounts& counts);

}  // namespace plumb::pipeline
