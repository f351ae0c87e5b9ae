// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/sign.h"
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

/// Which polygons lie over each other: their projections' interiors meet. Exact. Keeps pointers to their corners.
class Overlap {
 public:
  explicit Overlap(std::span<const Polygon> polygons);

  NodeId polygons() const { return static_cast<NodeId>(first_.size() - 1); }
  bool operator()(NodeId a, NodeId b) const { return !has_on_right(a, b) && !has_on_right(b, a); }
  /// Seen from above; heights are 0. Boxes overlap wherever the interiors do, and where coordinates are doubles
  /// neighbours in a grid only touch.
  kernel::Box box(NodeId i) const;

 private:
  using PointNumber = std::uint32_t;

  bool has_on_right(NodeId a, NodeId b) const;
  std::span<const PointNumber> of(NodeId i) const {
    return {number_.data() + first_[i], number_.data() + first_[i + 1]};
  }
  kernel::Sign side(PointNumber p, PointNumber q, PointNumber r) const;

  std::vector<const ExactPoint*> point_;                  // by number
  std::vector<std::size_t> first_;                        // by polygon, and one more
  std::vector<PointNumber> number_;                       // by corner
  std::vector<std::array<kernel::Interval, 2>> rounded_;  // by number
};

/// Pairs that overlap, ascending. N log N where few boxes overlap.
std::vector<std::array<NodeId, 2>> find_conflicts(const Overlap& overlap);
std::vector<std::array<NodeId, 2>> find_conflicts(std::span<const Polygon> polygons);

/// The conflicts that layers by min_cut or van_toll depend on: those within a connected surface and, where a surface
/// has such, all of its nodes. Floors over each other, each a surface of its own, have none, however many they are.
/// `graph`: what has these polygons for nodes; its conflicts are not looked at.
std::vector<std::array<NodeId, 2>> find_conflicts_of_surfaces(const Overlap& overlap, const EnvironmentGraph& graph);

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
/// allowed; stretches that follow each other straight are one segment. Arcs ascend by first node, second node, place.
/// Sub-quadratic: sorted along lines.
PolygonEnvironment environment_of(std::span<const Polygon> polygons);

}  // namespace plumb::partition
