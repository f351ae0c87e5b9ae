// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/exact_point.h"

namespace plumb::pipeline {

using kernel::ExactPoint;

/// A segment of positive length, in space, that edges of two polygons have in common and run along in opposite
/// directions.
struct SharedEdge {
  struct At {
    std::uint32_t polygon, edge;  ///< from that corner to the next
    auto operator<=>(const At&) const = default;
  };
  At a, b;            ///< a.polygon < b.polygon
  bool whole = true;  ///< it is all of both edges
};

/// Corner lists, as numbers of points; repeated corners make no edge.
using CornerLists = std::vector<std::vector<std::uint32_t>>;

/// All of them, ascending. Polygons run counter-clockwise seen from above; one that is flipped runs the other way.
/// Exact.
std::vector<SharedEdge> shared_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                     const std::vector<bool>& flipped, unsigned threads);

/// By polygon, the least of its part that hangs together with it along shared edges, from one to the next, all of that
/// part. Faster than to find all of these. All run counter-clockwise. `part`: by polygon.
std::vector<std::uint32_t> joined_by_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                           const std::vector<std::uint32_t>& part, unsigned threads);

/// As shared_edges(), of edges that are no farther than `join` apart along a stretch of positive length: each point of
/// one that is nearest to a point of the other, square to the first edge. Edges that are on one line are among them.
std::vector<SharedEdge> near_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                   const std::vector<bool>& flipped, const mpq_class& join, unsigned threads);

}  // namespace plumb::pipeline
