// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/near_limit.h"

namespace plumb::pipeline {

/// The lengths in plan of the step portals that there would be with a step just above the map's, and whose rise is near
/// the step from end to end: those that are higher than the step are lost. Nothing without a step. Places have the two
/// polygons. `graph`: that of link(); `threads` >= 1 does not change the result.
///
/// Cost: the search of link() for step portals, B log B for B border half-edges; exact work only where intervals of
/// heights may be near the step. That a rise is near is decided exactly.
NearLimit near_rises(const LinkedLevel& level, const SurfaceIndex& index, unsigned threads);

}  // namespace plumb::pipeline
