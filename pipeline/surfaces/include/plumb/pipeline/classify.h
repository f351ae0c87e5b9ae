// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// Stage: sets every surface's kind (docs/theory/definitions.md, Steepness). vertical, as convexify() said, iff
/// normal.z = 0 exactly; traversable iff within the slope limit, exactly, and, for Sides::up, facing up in the file;
/// else blocker. `threads` >= 1 does not change the result. Requires convex surfaces with area, of which the vertical
/// ones are marked.
void classify(SurfaceSet& set, const kernel::PointTable& points, const kernel::SlopeLimit& limit, Sides sides,
              unsigned threads);

}  // namespace plumb::pipeline
