// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

#include "plumb/pipeline/index.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The differences of heights of polygons, and of edges of vertical polygons, that lie over one another along the edges
/// of a level, seen from above: their values at the ends of the common part, and where two differences are equal.
/// Without a radius and welds these are the values at which a height or a step can join or part anything: a way closes
/// where two obstacles touch, which happens on an edge of one of them, or where a portal loses its length, on an edge
/// too.
///
/// Returns those from `low` to `high` inclusive, both above 0, ascending. The list may lack some (see the source);
/// whoever searches with it has to check by a bake. Cost: about the pairs of polygons that lie over an edge.
std::vector<mpq_class> height_differences(const kernel::PointTable& points, const SurfaceSet& set,
                                          const SurfaceIndex& index, const mpq_class& low, const mpq_class& high);

}  // namespace plumb::pipeline
