// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "offmesh/facing_segments.h"
#include "plumb/pipeline/weld_gaps.h"

namespace plumb::pipeline {

std::vector<std::array<std::uint32_t, 2>> welded_pairs(const LinkedLevel& level, const SurfaceIndex& index,
                                                       ComponentOfCell component, const mpq_class& weld,
                                                       kernel::Label stance, unsigned threads) {
  const auto& [scene, set, map, graph] = level;
  BorderEdges edges(scene.points, set, index, map, graph);
  const auto of = [&edges, component](std::uint32_t i) { return component[edges.cell(i)]; };
  const auto joins = [&](std::uint32_t i, std::uint32_t j) {
    return of(i) != of(j) && of(i) != ignored_component && of(j) != ignored_component;
  };
  // Of two components that differ, one is not the largest: its borders find the other's.
  std::vector<std::uint32_t> small;
  for (std::uint32_t i = 0; i < edges.size(); ++i)
    if (of(i) != 0 && of(i) != ignored_component) small.push_back(i);
  // Every border that one of these may meet is needed, since a weld leads to the border that is met first.
  auto pairs = edges.pairs_of(edges.facing(small, weld, map.step, joins), weld, map.step, true, threads);
  const ColumnTest test(scene.points, set, index, map.step);
  const ColumnFilter filter(scene.points, set, index, map, edges);
  std::vector<std::array<std::uint32_t, 2>> out;
  for (const OffmeshPortal& p :
       weld_portals(edges, std::move(pairs), test, filter, map, weld, graph.portals, threads, joins)) {
    if (p.stance < stance) continue;
    const auto [a, b] = std::minmax(component[graph.half_edges[p.a].cell], component[graph.half_edges[p.b].cell]);
    out.push_back({a, b});
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace plumb::pipeline
