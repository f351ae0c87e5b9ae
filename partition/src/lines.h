// SPDX-License-Identifier: GPL-3.0-or-later
// Corners of polygons by number, and their edges sorted along the lines on which they lie.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "plumb/partition/polygons.h"

namespace plumb::partition {

using PointNumber = std::uint32_t;

/// The distinct points at the corners of polygons, numbered in lexicographic order. So along any line numbers ascend or
/// descend, and which point comes first needs no arithmetic.
struct CornerPoints {
  std::vector<const ExactPoint*> point;  ///< by number: a corner that lies there
  std::vector<std::size_t> first;        ///< by polygon: where its corners begin in `number`; one more at the end
  std::vector<PointNumber> number;       ///< by corner

  PointNumber at(std::size_t polygon, std::size_t corner) const { return number[first[polygon] + corner]; }
};

/// Points of the plan (dimensions 2: x and y alone) or of space (3).
CornerPoints number_corners(std::span<const Polygon* const> polygons, int dimensions);

std::vector<const Polygon*> addresses_of(std::span<const Polygon> polygons);

/// A line that is not vertical: y = slope x + offset, or x = offset where it is along y; in space also its height
/// z = rise t + height with t = x, or y where it is along y.
struct Line {
  bool along_y = false;
  mpq_class slope, offset, rise, height;
  bool operator==(const Line&) const = default;
};

/// An edge on its line, from the lower point number to the higher.
struct LineEdge {
  std::uint32_t line;
  PointNumber from, to;
  bool left;                      ///< the polygon lies on the left of the direction from `from` to `to`
  std::uint32_t polygon, corner;  ///< the edge that begins at this corner
};

/// The edges of polygons, sorted along lines of the plan (if points are plan points) or of space: equal lines have one
/// number, and every list is in order of its edges' beginnings. Edges without length in plan are left out.
struct EdgesByLine {
  std::vector<Line> lines;      ///< by number
  std::vector<LineEdge> edges;  ///< by line, from, to, polygon, corner
};
EdgesByLine edges_by_line(std::span<const Polygon* const> polygons, const CornerPoints& points, int dimensions);

/// Scans each line. A stretch is the part of a line between two neighbouring ends of edges, which an edge covers as a
/// whole or not at all. Calls enter(edge) and leave(edge) where an edge starts and ends, at each point those that leave
/// first, and between the points stretch(line, from, to).
void walk_along_lines(const EdgesByLine& sorted, const std::function<void(std::size_t)>& enter,
                      const std::function<void(std::size_t)>& leave,
                      const std::function<void(std::uint32_t, PointNumber, PointNumber)>& stretch);

}  // namespace plumb::partition
