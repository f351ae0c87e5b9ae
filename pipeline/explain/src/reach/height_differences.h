// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

#include "plumb/pipeline/index.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The heights of polygons and of the edges of vertical ones over one another along the edges of a level, seen from
/// above: what they are at the ends of where both are, and where two such differences are equal. Without a radius and
/// welds, these are all values at which a height or a step can join or part anything: a way closes where two obstacles
/// touch, which happens on an edge of one of them, or where a portal loses its length, on an edge too.
///
/// Those from `low` to `high` inclusive, both above 0, ascending. Doubles choose what is made exactly, generously;
/// should they miss one, a search is told by a bake. About the pairs of polygons that lie over an edge.
std::vector<mpq_class> height_differences(const kernel::PointTable& points, const SurfaceSet& set,
                                          const SurfaceIndex& index, const mpq_class& low, const mpq_class& high);

}  // namespace plumb::pipeline
