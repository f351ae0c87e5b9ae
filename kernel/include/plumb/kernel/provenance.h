// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

using PolygonId = std::uint32_t;
inline constexpr PolygonId no_polygon = 0xffffffffu;

/// Where a line comes from. It says which line it is, exactly, and names the polygon behind every cut.
enum class LineKind : std::uint8_t {
  edge,          ///< projected edge `index` (corner index to its successor) of polygon `id`
  slab,          ///< where the plane of polygon `id` is heights[index] above the surface's own (index 0: height 0)
  at_x, at_y,    ///< axis-parallel, through point `id`: a tile line, or the end of a wall's trace
  wall_crossing, ///< across a wall's trace, where edge `index / stride` of vertical polygon `id` is level `index % stride` high
  diagonal,      ///< through two implicit vertices: entry `id` of the list of diagonals
};

/// A line and its direction: reversed means that its negative side counts as inside.
struct LineSource {
  LineKind kind = LineKind::edge;
  bool reversed = false;
  std::uint32_t id = 0;
  std::uint32_t index = 0;
  bool operator==(const LineSource&) const = default;
};

/// The two implicit vertices that a diagonal runs through, each the meeting point of two lines.
struct Diagonal {
  LineSource from[2], to[2];
};

}  // namespace plumb::kernel
