// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// Stage: preliminary welding (Budde & Kausch, 4.3; docs/theory/definitions.md, From faces to polygons). Joins polygons
/// of exactly one plane and one file orientation that meet along a whole side and whose union is convex, until no two
/// such are left. Sides are maximal, as corners inside a side are erased, at first and after each join. So a long side
/// opposite to several short ones can be joined once the polygons of the short ones have been.
///
/// Greedy and deterministic: first sides that are the longest of both their polygons (the diagonals of triangulated
/// quadrangles), then longer before shorter, then by number. Polygons that overlap are never joined: two polygons of
/// one orientation whose common side runs in opposite directions are on opposite sides of it. Where more than eight
/// polygons of one plane have a side in the same direction, not every pair is tried.
///
/// The number of a union is its lowest; covered_parts its members'; welded_from the count before.
/// N log N. `threads` >= 1 does not change the result. Requires a set as convexify makes it, of distinct points.
/// `solids`: faces that count in windings are joined only with each other; null: no face counts.
void merge_coplanar(SurfaceSet& set, const kernel::PointTable& points, unsigned threads,
                    const SolidSet* solids = nullptr);

}  // namespace plumb::pipeline
