// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include "offmesh/border_edges.h"
#include "offmesh/column_filter.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/pipeline/stance_pieces.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// A half-edge seen from another: what an outward perpendicular at u of the other meets. Linear in u over `range`.
struct FacingSegment {
  kernel::ExactInterval range;  ///< of u, within [0, 1]; distance >= 0 there
  kernel::Linear distance;      ///< v, as SegmentFrame has it
  kernel::Linear height;
  bool faces_back;  ///< its outward normal and that of the other turn towards one another
};
/// None if perpendiculars of the frame's segment meet the half-edge in a point at most.
std::optional<FacingSegment> facing(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other);
/// The parameter of the half-edge that is seen, 0 at its from, 1 at its to.
kernel::Linear parameter_seen(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other);

/// The height along a half-edge.
inline kernel::Linear height_along(const ExactPoint& from, const ExactPoint& to) { return {from[2], to[2] - from[2]}; }

/// The portal from u-range `range` of half-edge i to what lies across.
OffmeshPortal offmesh_portal(PortalKind kind, const BorderEdges& edges, std::uint32_t i, std::uint32_t j,
                             const kernel::SegmentFrame& frame, const FacingSegment& seen, const StancePiece& piece);

/// Appends the step portals from half-edge i to half-edge j, along i. Requires that their ends are made.
void add_step_portals(const BorderEdges& edges, const ColumnCheck& test, const StanceMap& map, std::uint32_t i,
                      std::uint32_t j, std::vector<OffmeshPortal>& out);
/// Step portals, ascending by (a, b) and along a.
std::vector<OffmeshPortal> step_portals(BorderEdges& edges, const ColumnCheck& test, const StanceMap& map,
                                        unsigned threads);

/// Which welds are asked for, from half-edge i to j; all, if it is empty.
using WeldWanted = std::function<bool(std::uint32_t i, std::uint32_t j)>;
/// Weld portals, in the same order. `pairs`: all of edges.pairs(reach, map.step, true, ...) that begin with the
/// half-edges looked from. `portals`: the graph's; its step portals count.
std::vector<OffmeshPortal> weld_portals(BorderEdges& edges, std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs,
                                        const ColumnCheck& test, const ColumnFilter& column_filter,
                                        const StanceMap& map, const mpq_class& reach,
                                        const std::vector<OffmeshPortal>& portals, unsigned threads,
                                        const WeldWanted& wanted = {});

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
