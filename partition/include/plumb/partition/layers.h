// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/partition/partition.h"
#include "plumb/partition/polygons.h"

namespace plumb::partition {

/// A layer of a multi-layered environment (Saaltink, definition 3.5): a region of the plane that a single footprint
/// describes.
struct Layer {
  std::vector<NodeId> nodes;  ///< ascending
  /// The outline of the union of their projections: closed rings of plan points, outer ones counter-clockwise, holes
  /// clockwise, without collinear corners, each starting at its least point, ascending. Rings may touch themselves or
  /// others in points, but do not cross: at such a point a ring keeps to its piece of the inside, so that parts which
  /// hang together only there have rings of their own.
  std::vector<std::vector<std::array<mpq_class, 2>>> footprint;
};

/// Where two layers meet (definition 3.6): arcs between the same two layers whose segments lie end to end on one line
/// are one transfer.
struct Transfer {
  std::uint32_t a = 0, b = 0;  ///< layers, a < b
  std::vector<ArcId> arcs;     ///< in order along the segment
  std::array<ExactPoint, 2> on_a,
      on_b;  ///< from end to end, counter-clockwise around a. For each layer its own segment is the access
             ///< side, where one passes to the other; beyond, it acts as an obstacle to what stays in it.
};

struct LayeredEnvironment {
  std::vector<Layer> layers;        ///< by number
  std::vector<Transfer> transfers;  ///< ascending by (a, b, lowest arc)
};

/// Requires is_valid(partition, graph), where `graph` has a polygon for each node and a segment for each arc.
LayeredEnvironment layers_of(const EnvironmentGraph& graph, std::span<const Polygon> polygons,
                             std::span<const ArcSegment> segments, const Partition& partition);

/// Checks, independently and exactly: every node is in one layer; no two polygons of a layer overlap in projection;
/// every footprint is the outline of its polygons, and its area is the sum of theirs; transfers are over all arcs that
/// were cut, joined as described; and each arc's segments lie, in projection, on the boundaries of its two polygons.
/// (Another polygon of the layer may lie beyond such a segment, at another height.)
bool is_valid(const LayeredEnvironment& environment, const EnvironmentGraph& graph, std::span<const Polygon> polygons,
              std::span<const ArcSegment> segments);

}  // namespace plumb::partition
