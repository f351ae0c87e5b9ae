// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/line_table.h"
#include "plumb/kernel/provenance.h"

namespace plumb::vcd {

/// A convex piece of one surface with one verdict. Its boundary is a cyclic list of lines, clockwise; a cell
/// without lines is its whole surface.
struct Cell {
  kernel::PolygonId surface = kernel::no_polygon;
  kernel::PolygonId witness =
      kernel::no_polygon;        ///< what keeps it from a higher stance, or its owner; none at the top stance
  std::uint32_t first_line = 0;  ///< into the lines of the map it stands in
  std::uint32_t line_count = 0;
  kernel::Label label = 0;  ///< the greatest stance 1..K that fits, if positive
};

/// An interval of a vertical polygon's trace on a surface, from and to given as lines across it. Stances above
/// `may_cross` cannot cross there (0: none can). `from` comes first along the direction of the line, (-b, a).
struct Obstruction {
  kernel::PolygonId surface = kernel::no_polygon;
  kernel::PolygonId wall = kernel::no_polygon;
  kernel::LineSource line, from, to;
  kernel::Label may_cross = 0;
};

/// The cells and obstructions of surfaces; the tables that they index travel with them.
struct CellTable {
  std::vector<Cell> cells;
  std::vector<kernel::LineSource> lines;
  std::vector<kernel::Diagonal> diagonals;
  std::vector<Obstruction> obstructions;
  /// The numbers of the lines of cut surfaces, their own edges first. The lines of a surface that is missing must be
  /// made again from their provenance.
  kernel::LineTable kept;

  std::span<const kernel::LineSource> lines_of(const Cell& c) const {
    return {lines.data() + c.first_line, c.line_count};
  }
  /// Appends another table, shifting its indices.
  void append(const CellTable& other);
  /// Erases all entries, but keeps the memory for new ones.
  void clear();
};

}  // namespace plumb::vcd
