// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/surface_ranges.h"

namespace plumb::pipeline {

std::vector<SurfaceRange> surface_ranges(const vcd::CellTable& table) {
  std::vector<SurfaceRange> out;
  std::size_t o = 0;
  for (std::uint32_t c = 0; c < table.cells.size();) {
    SurfaceRange s{c, c, o, o};
    const kernel::PolygonId surface = table.cells[c].surface;
    while (s.last_cell < table.cells.size() && table.cells[s.last_cell].surface == surface) ++s.last_cell;
    while (o < table.obstructions.size() && table.obstructions[o].surface == surface) ++o;
    s.last_obstruction = o;
    out.push_back(s);
    c = s.last_cell;
  }
  return out;
}

}  // namespace plumb::pipeline
