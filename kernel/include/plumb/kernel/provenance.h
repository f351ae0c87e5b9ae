// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

using PolygonId = std::uint32_t;
inline constexpr PolygonId no_polygon = 0xffffffffu;

/// Where a line comes from. It says which line it is, exactly, and names the polygon behind every cut.
/// A level is an index into the heights above a surface: 0 is the surface itself, s is stance s, and the last one
/// is the step height.
enum class LineKind : std::uint8_t {
  edge,             ///< projected edge `index` (corner `index` to its successor) of polygon `id`
  slab,             ///< where polygon `id` is level `index` above the surface
  at_x, at_y,       ///< axis-parallel, through point `id`: a tile line, or the end of a wall's trace
  wall_at_x, wall_at_y,  ///< axis-parallel, through the point where edge index / level_stride of vertical polygon `id`
                         ///< is level index % level_stride above the surface
  diagonal,         ///< through two implicit vertices: entry `id` of the diagonals
};
inline constexpr std::uint32_t level_stride = 256;
inline constexpr std::uint32_t max_levels = level_stride;  ///< surface + stances + step

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
