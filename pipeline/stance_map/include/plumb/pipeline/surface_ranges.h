// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "plumb/vcd/surface_cells.h"

namespace plumb::pipeline {

/// The cells [first_cell, last_cell) and the obstructions of one surface in a cell table.
struct SurfaceRange {
  std::uint32_t first_cell, last_cell;
  std::size_t first_obstruction, last_obstruction;
};

/// The range of each surface that has cells, ascending. Both lists of a stance map's table ascend by surface.
std::vector<SurfaceRange> surface_ranges(const vcd::CellTable& table);

}  // namespace plumb::pipeline
