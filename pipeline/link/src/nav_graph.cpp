// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/nav_graph.h"

namespace plumb::pipeline {

bool is_valid(const NavGraph& g, const StanceMap& map) {
  const auto& cells = map.table.cells;
  if (g.first_side.size() != cells.size() + 1 || g.first_side.front() != 0 || g.first_side.back() != g.sides.size()) return false;
  for (CellId c = 0; c < cells.size(); ++c) {
    const SideId first = g.first_side[c], last = g.first_side[c + 1];
    if (last < first || (last > first) != (cells[c].label > kernel::blocked) || (last > first && last - first < 3)) return false;
    for (SideId i = first; i < last; ++i) {
      const Side& s = g.sides[i];
      if (s.cell != c || s.from >= g.vertices.size() || s.to >= g.vertices.size() || s.from == s.to) return false;
      if (s.to != g.sides[i + 1 == last ? first : i + 1].from) return false;
      if (s.pass < 0 || s.pass > cells[c].label) return false;
      if (s.twin == no_side) continue;
      if (s.twin >= g.sides.size()) return false;
      const Side& t = g.sides[s.twin];
      if (t.twin != i || t.from != s.to || t.to != s.from || t.cell == c) return false;
    }
  }
  for (const GraphVertex& v : g.vertices)
    if (v.cell == GraphVertex::no_cell ? v.corner >= g.points.size() : v.cell >= cells.size()) return false;
  for (std::size_t i = 0; i < g.portals.size(); ++i) {
    const FarPortal& p = g.portals[i];
    if (p.kind == PortalKind::flush || p.stance < 1 || p.a >= g.sides.size() || p.b >= g.sides.size()) return false;
    if (p.stance > cells[g.sides[p.a].cell].label || p.stance > cells[g.sides[p.b].cell].label) return false;
    if (i > 0 && std::pair(p.a, p.b) < std::pair(g.portals[i - 1].a, g.portals[i - 1].b)) return false;
  }
  return true;
}

}  // namespace plumb::pipeline
