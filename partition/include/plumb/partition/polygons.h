// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_point.h"
#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

using kernel::ExactPoint;

/// A node's polygon: planar or not, its projection is convex with an area, counter-clockwise seen from above. Collinear
/// corners allowed.
using Polygon = std::vector<ExactPoint>;

/// The segment of an arc, on the first node's polygon and counter-clockwise around it; on_b[i] is what is reached from
/// on_a[i] (the same point where the polygons share the segment; over, under or across a gap for steps and welds).
struct ArcSegment {
  std::array<ExactPoint, 2> on_a, on_b;
};

/// Pairs whose projections' interiors overlap, ascending. Exact; N log N where few boxes overlap.
std::vector<std::array<NodeId, 2>> find_conflicts(std::span<const Polygon> polygons);

/// Polygons as they are, not baked (Saaltink, algorithm 1).
struct PolygonEnvironment {
  EnvironmentGraph graph;
  std::vector<ArcSegment> segments;   ///< by arc
  std::vector<bool> fully_connected;  ///< by node: arcs cover its whole boundary
};
/// An arc for every maximal segment of positive length that the boundaries of two polygons share in opposite directions
/// (in plan), where both are the uppermost on their side of it: of several on one side only the uppermost takes part
/// (Figure 4.2), and none where two on one side leave the segment at the same slope and no other rises above them. A
/// polygon that is not planar leaves an edge in the plane of the edge and the next corner off its line. Partial sharing
/// allowed; pieces that follow each other straight are one segment. Arcs ascend by first node, second node, place.
/// Sub-quadratic: sorted along lines.
PolygonEnvironment environment_of(std::span<const Polygon> polygons);

}  // namespace plumb::partition
