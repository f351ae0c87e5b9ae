// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/vcd/surface_cells.h"

namespace plumb::vcd {
using namespace kernel;

namespace {

LineSource shifted(LineSource s, std::uint32_t diagonals) {
  if (s.kind == diagonal_kind) s.id += diagonals;
  return s;
}

}  // namespace

void CellTable::append(const CellTable& other) {
  const auto line_offset = static_cast<std::uint32_t>(lines.size());
  const auto diagonal_offset = static_cast<std::uint32_t>(diagonals.size());
  for (Cell c : other.cells) {
    c.first_line += line_offset;
    cells.push_back(c);
  }
  for (const LineSource& s : other.lines) lines.push_back(shifted(s, diagonal_offset));
  for (Diagonal d : other.diagonals) {
    for (LineSource& s : d.from) s = shifted(s, diagonal_offset);
    for (LineSource& s : d.to) s = shifted(s, diagonal_offset);
    diagonals.push_back(d);
  }
  for (Obstruction o : other.obstructions) {
    o.line = shifted(o.line, diagonal_offset);
    obstructions.push_back(o);
  }
  kept.append(other.kept, diagonal_offset);
}

void CellTable::clear() {
  cells.clear();
  lines.clear();
  diagonals.clear();
  obstructions.clear();
  kept.clear();
}

}  // namespace plumb::vcd
