// SPDX-License-Identifier: GPL-3.0-or-later
#include "cells_as_pieces.h"

namespace plumb::pipeline {

NavPartition cells_as_pieces(const StanceMap& map, const NavGraph& graph) {
  NavPartition out;
  for (CellId c = 0; c < map.table.cells.size(); ++c) {
    const SideId first = graph.first_side[c], last = graph.first_side[c + 1];
    if (first == last) continue;
    out.pieces.push_back({map.table.cells[c].label, static_cast<std::uint32_t>(out.edges.size()), last - first, {c}, true});
    for (SideId s = first; s < last; ++s) out.edges.push_back({graph.sides[s].from, graph.sides[s].to, s});
  }
  return out;
}

}  // namespace plumb::pipeline
