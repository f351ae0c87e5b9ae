// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/stance_map.h"

#include <algorithm>

namespace plumb::pipeline {

bool is_valid(const StanceMap& map, std::size_t surface_count) {
  const vcd::CellTable& t = map.table;
  const auto top = static_cast<kernel::Label>(map.stances.size());
  for (std::size_t s = 0; s < map.stances.size(); ++s)
    if (map.stances[s].height <= (s == 0 ? mpq_class(0) : map.stances[s - 1].height)) return false;
  if (map.stances.empty() || map.step < 0 || map.step >= map.stances[0].height) return false;

  const auto known = [&](const kernel::LineSource& l) {
    return l.kind != kernel::diagonal_kind || l.id < t.diagonals.size();
  };
  const auto cell_ok = [&](const vcd::Cell& c) {
    const kernel::Label headroom = map.clearance ? map.clearance->headroom[&c - t.cells.data()] : c.label;
    return c.surface < surface_count && c.label >= (map.clearance ? kernel::too_close : kernel::inside) &&
           c.label <= top && c.line_count != 1 && c.line_count != 2 &&
           std::size_t{c.first_line} + c.line_count <= t.lines.size() &&
           (c.witness == kernel::no_polygon) == (headroom == top || headroom == kernel::inside) &&
           (c.witness == kernel::no_polygon || c.witness < surface_count);
  };
  const auto obstruction_ok = [&](const vcd::Obstruction& o) {
    return o.surface < surface_count && o.wall < surface_count && known(o.line) && known(o.from) && known(o.to) &&
           o.may_cross >= 0 && o.may_cross < top;
  };
  return std::ranges::all_of(t.cells, cell_ok) && std::ranges::is_sorted(t.cells, {}, &vcd::Cell::surface) &&
         std::ranges::all_of(t.lines, known) && std::ranges::all_of(t.obstructions, obstruction_ok);
}

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
