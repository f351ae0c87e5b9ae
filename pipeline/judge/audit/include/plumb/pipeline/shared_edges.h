// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/kernel/sign.h"

namespace plumb::pipeline {

using kernel::ExactPoint;

/// p - q.
template <class Point>
Point difference(const Point& p, const Point& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

/// Two edges of different polygons that have a segment of positive length in common, in space, and run along it in
/// opposite directions.
struct SharedEdge {
  struct At {
    std::uint32_t polygon, edge;  ///< from that corner to the next
    auto operator<=>(const At&) const = default;
  };
  At a, b;            ///< a.polygon < b.polygon
  bool whole = true;  ///< the segment is all of both edges
};

/// By polygon, its corners as numbers of points. Between equal corners there is no edge.
using CornerLists = std::vector<std::vector<std::uint32_t>>;

/// By polygon, how it runs seen from above: counter-clockwise (positive), clockwise (negative), or around no area
/// (zero). The edges of a polygon without area run both ways.
using PolygonTurns = std::vector<kernel::Sign>;

/// All of them, ascending. Exact.
std::vector<SharedEdge> shared_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                     const PolygonTurns& turns, unsigned threads);

/// By polygon, the least polygon that it is connected with over shared edges between polygons of one part. Faster than
/// to find all of these edges. All polygons run counter-clockwise. `part`: by polygon, a number of its part.
std::vector<std::uint32_t> joined_by_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                           const std::vector<std::uint32_t>& part, unsigned threads);
/// The same for several divisions into parts at once.
std::vector<std::vector<std::uint32_t>> joined_by_edges(const std::vector<ExactPoint>& points,
                                                        const CornerLists& polygons,
                                                        std::span<const std::vector<std::uint32_t>> divisions,
                                                        unsigned threads);

/// As shared_edges(), for edges with a gap between them: a stretch of one edge, of positive length, lies beside the
/// other edge, square to that one, and all of it is at most `join` away. Pairs of shared_edges() are among them.
std::vector<SharedEdge> near_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                   const PolygonTurns& turns, const mpq_class& join, unsigned threads);

}  // namespace plumb::pipeline
