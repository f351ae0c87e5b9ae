// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Stage: preliminary welding (Budde & Kausch, 4.3; semantics, section 2). Joins polygons of exactly one plane and one
/// file orientation that meet along a whole side and whose union is convex, until no two such are left. Sides are
/// maximal: corners inside a side are dropped first and as they arise, so a side meets one that is divided by
/// T-junctions once the polygons beyond it have been joined.
///
/// Greedy and deterministic: first sides that are the longest of both their polygons (the diagonals of
/// triangulated quadrangles), then longer before shorter, then by number. Polygons that overlap are never joined: a
/// common side run in opposite directions by two polygons of one orientation has them on opposite sides.
/// Where more than eight polygons of one plane run a side in the same direction, not every pairing is tried.
///
/// The number of a union is its lowest; covered_parts its members'; welded_from the count before.
/// N log N. `threads` >= 1 does not change the result. Requires a set as convexify makes it, of distinct points.
/// `solids`: faces that count in windings are joined only with such, others with others; none: all are alike.
void weld(SurfaceSet& set, const kernel::PointTable& points, unsigned threads, const SolidSet* solids = nullptr);

}  // namespace plumb::pipeline
