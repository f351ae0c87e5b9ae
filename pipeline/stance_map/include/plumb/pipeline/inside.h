// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

/// Stage, after decompose with the same solids: relabels the cells that are inside of a body, by the winding number
/// just above one point of each. Exact. `threads` >= 1 does not change the result.
void label_inside(const kernel::PointTable& points, const SurfaceSet& set, const SolidSet& solids, StanceMap& map,
                  unsigned threads);

/// The same with a given index of bodies. `bodies`: at least those polygons, of the ones that count and are not
/// vertical, that lie over a surface of the map; its box() must know these surfaces too.
void label_inside(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& bodies, StanceMap& map,
                  unsigned threads);

}  // namespace plumb::pipeline
