// SPDX-License-Identifier: LGPL-3.0-or-later
// Where lines come from (LineSource) and what became of pieces (Label), values that the kernel carries along without
// interpreting them; and the two ways to cut pieces (Decomposition).
#pragma once
#include <cstdint>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

using PolygonId = std::uint32_t;
inline constexpr PolygonId no_polygon = 0xffffffffu;

/// What a line was made from. The kernel interprets only its own kinds, from 0 to 15, which are listed here. Whoever
/// makes other lines names their kinds beside the code that makes them, from 16 up (plumb/vcd/levels.h,
/// plumb/vcd/border_body.h).
enum class LineKind : std::uint8_t {};

/// The line is the projection of edge `index` of polygon `id`, from corner `index` to the next one.
inline constexpr LineKind edge_kind{0};
/// The line is parallel to the y axis (at_x_kind) or to the x axis (at_y_kind), and runs through point `id`.
inline constexpr LineKind at_x_kind{1}, at_y_kind{2};
/// The line runs through two implicit vertices: those of entry `id` of the plan's list of diagonals.
inline constexpr LineKind diagonal_kind{3};

/// Where a line comes from, and its direction. `kind` says what `id` and `index` number; the three together say exactly
/// which line it is. A line that is reversed runs the other way, so that its negative side counts as inside.
struct LineSource {
  LineKind kind = edge_kind;
  bool reversed = false;
  std::uint32_t id = 0;
  std::uint32_t index = 0;
  bool operator==(const LineSource&) const = default;
};

/// The two implicit vertices that a diagonal runs through. Each is the point where two lines meet.
struct Diagonal {
  LineSource from[2], to[2];
};

/// The verdict on a piece of a surface: one of those below, or a positive rank. A greater rank allows more.
using Label = std::int16_t;
inline constexpr Label too_close = -3;  ///< the piece is too close to a border for each rank that would fit otherwise
inline constexpr Label inside = -2;     ///< the piece is inside a solid
inline constexpr Label covered = -1;    ///< another polygon in the same plane owns the piece
inline constexpr Label blocked = 0;     ///< no rank fits on the piece
inline constexpr Label least_label = too_close;

/// How the part of a traversable polygon outside a convex blocker is cut into convex pieces.
enum class Decomposition {
  bounded,  ///< cuts run along the lines of the blocker's own edges, so that numbers never grow
  seed,     ///< cuts run along diagonals between vertices (Budde & Kausch, 7.5.3): fewer pieces, but longer numbers
};

}  // namespace plumb::kernel
