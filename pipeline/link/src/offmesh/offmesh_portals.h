// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// The part of link() that follows the flush portals: appends the step portals, if the map's step is above 0, and the
/// welds, if `weld`, the reach of welds, is, ascending by (a, b) and along a (docs/theory/definitions.md, The
/// navigation graph).
///
/// Steps. Only half-edges without a flush neighbour step: where a cell has one at its own height, another cell on the
/// same side of the line at most a step higher or lower would overlap it there at less than the lowest stance, and one
/// of them would be blocked.
///
/// Welds. For each stance s the outward perpendiculars of borders of s are followed to the first border of s within a
/// step of their height; several at one distance are all met. A record's stance is the greatest s for which it holds.
/// It may hold for s and not for a lower one that walks on where s has its border; the record admits the lower ones
/// too, which fit wherever s does. An end where the reach is used up, if irrational, is rounded inward to a multiple of
/// 2^-64 of the coordinate that changes more along the half-edge (x if both do alike), in input units, or of the first
/// of 2^-128, 2^-192, ... that leaves an interval: what welds exactly is never lost, and where it ends does not depend
/// on where the half-edge does.
void add_offmesh_portals(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const StanceMap& map, const mpq_class& weld, unsigned threads, NavGraph& graph);

}  // namespace plumb::pipeline
