// SPDX-License-Identifier: LGPL-3.0-or-later
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

}  // namespace plumb::kernel
