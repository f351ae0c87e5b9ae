// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/nav_graph.h"

namespace plumb::pipeline {

bool is_valid(const NavGraph& g, const StanceMap& map) {
  const auto& cells = map.table.cells;
  if (g.first_half_edge.size() != cells.size() + 1 || g.first_half_edge.front() != 0 ||
      g.first_half_edge.back() != g.half_edges.size())
    return false;
  for (CellId c = 0; c < cells.size(); ++c) {
    const HalfEdgeId first = g.first_half_edge[c], last = g.first_half_edge[c + 1];
    if (last < first || (last > first) != (cells[c].label > kernel::blocked) || (last > first && last - first < 3))
      return false;
    for (HalfEdgeId i = first; i < last; ++i) {
      const HalfEdge& s = g.half_edges[i];
      if (s.cell != c || s.from >= g.vertices.size() || s.to >= g.vertices.size() || s.from == s.to) return false;
      if (s.to != g.half_edges[i + 1 == last ? first : i + 1].from) return false;
      if (s.pass < 0 || s.pass > cells[c].label) return false;
      if (s.twin == no_half_edge) continue;
      if (s.twin >= g.half_edges.size()) return false;
      const HalfEdge& t = g.half_edges[s.twin];
      if (t.twin != i || t.from != s.to || t.to != s.from || t.cell == c) return false;
    }
  }
  for (const GraphVertex& v : g.vertices)
    if (v.cell == GraphVertex::no_cell ? v.corner >= g.points.size() : v.cell >= cells.size()) return false;
  for (std::size_t i = 0; i < g.portals.size(); ++i) {
    const OffmeshPortal& p = g.portals[i];
    if (p.kind == PortalKind::flush || p.stance < 1 || p.a >= g.half_edges.size() || p.b >= g.half_edges.size())
      return false;
    if (p.stance > cells[g.half_edges[p.a].cell].label || p.stance > cells[g.half_edges[p.b].cell].label) return false;
    if (i > 0 && std::pair(p.a, p.b) < std::pair(g.portals[i - 1].a, g.portals[i - 1].b)) return false;
  }
  return true;
}

}  // namespace plumb::pipeline
