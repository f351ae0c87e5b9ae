// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/near_limit.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

/// The lengths in plan of walls that stop somebody, and would not if the step were just above the map's, or a height
/// just below its own: their tops are near the step over the floor, or their lower ends near a stance's height, at both
/// ends and in the middle of the stretch that stops. All of it is lost. Places have floor and wall.
struct NearWalls {
  NearLimit step;
  std::vector<NearLimit> headroom;  ///< by stance
};

/// `map`: before an agent's radius takes anything. The list may lack walls without a corner at such a height above the
/// polygon.
///
/// Cost: a comparison of doubles for each obstruction and corner of its wall; a few fractions for those that may be
/// near. That a wall is near is decided exactly.
NearWalls near_walls(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                     const StanceMap& map);

}  // namespace plumb::pipeline
