// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/kernel/sign.h"
#include "plumb/pipeline/near_limit.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

struct NearHeadroomOptions {
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  unsigned threads = 1;                                     ///< at least 1; the result does not depend on it
  const SolidSet* solids = nullptr;                         ///< floor inside of these does not count
  const std::array<kernel::PlanPoint, 2>* whole = nullptr;  ///< as label_inside() has it
};

/// By stance, the areas of floor whose clearance is near the stance's height, under a ceiling that is parallel to the
/// floor or almost: the slopes along each axis in plan differ by at most 2^-20. Other ceilings pass every height in
/// slivers. `kept` is left 0 where nothing is lost. The places have floor and ceiling. `map`: what decompose() and
/// label_inside() make of the level, before an agent's radius takes anything.
///
/// Cost: linear in the map's cells where nothing is lost; else floors that may have such a ceiling are decomposed
/// again. That clearance is near is decided exactly.
std::vector<NearLimit> near_headroom(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                                     const StanceMap& map, const NearHeadroomOptions& options);

}  // namespace plumb::pipeline
