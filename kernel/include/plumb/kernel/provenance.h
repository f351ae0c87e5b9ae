// SPDX-License-Identifier: LGPL-3.0-or-later
// What lines and pieces are called. The kernel carries these values and does not interpret them: where a line comes
// from (LineSource), what became of a piece (Label), and which of two methods cuts pieces (Decomposition).
#pragma once
#include <cstdint>

#include "plumb/kernel/points.h"

namespace plumb::kernel {

using PolygonId = std::uint32_t;
inline constexpr PolygonId no_polygon = 0xffffffffu;

/// What a line was made from: a number that the kernel keeps and does not interpret, but for its own. Whoever makes
/// lines names the kinds that it makes, from a range of its own; the kernel's is 0 to 15, docs/architecture.md lists
/// the others.
enum class LineKind : std::uint8_t {};

inline constexpr LineKind edge_kind{0};  ///< projected edge `index` (corner `index` to its successor) of polygon `id`
inline constexpr LineKind at_x_kind{1}, at_y_kind{2};  ///< axis-parallel, through point `id`
inline constexpr LineKind diagonal_kind{3};            ///< through two implicit vertices: entry `id` of the diagonals

/// Where a line comes from and its direction: reversed means that its negative side counts as inside. Kind, id and
/// index say which line it is, exactly, and name the polygon behind every cut.
struct LineSource {
  LineKind kind = edge_kind;
  bool reversed = false;
  std::uint32_t id = 0;
  std::uint32_t index = 0;
  bool operator==(const LineSource&) const = default;
};

/// The two implicit vertices that a diagonal runs through, each the meeting point of two lines.
struct Diagonal {
  LineSource from[2], to[2];
};

/// The verdict on a piece of a surface: one of those below, or a positive rank; of two ranks the greater one allows
/// more.
using Label = std::int16_t;
inline constexpr Label too_close = -3;  ///< too close to a border for every rank that would fit
inline constexpr Label inside = -2;     ///< inside a solid
inline constexpr Label covered = -1;    ///< another polygon in the same plane has it
inline constexpr Label blocked = 0;
inline constexpr Label least_label = too_close;

/// How the part of a traversable outside a convex blocker is cut into convex pieces.
enum class Decomposition {
  bounded,  ///< along the blocker's own edge lines: no line beyond the input's, numbers never grow
  seed,     ///< along diagonals between vertices (Budde & Kausch, 7.5.3): fewer pieces, longer numbers
};

}  // namespace plumb::kernel
