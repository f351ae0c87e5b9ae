// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/weld_gaps.h"

#include <algorithm>
#include <map>

#include "offmesh/facing_segments.h"

namespace plumb::pipeline {

std::vector<StepGap> step_gaps(const LinkedLevel& level, const SurfaceIndex& index, ComponentOfCell component,
                               const mpq_class& step, unsigned threads) {
  const auto& [scene, set, map, graph] = level;
  BorderEdges edges(scene.points, set, index, map, graph);
  StanceMap higher;  // what step portals ask of one
  higher.stances = map.stances;
  higher.step = step;
  std::map<std::pair<std::uint32_t, std::uint32_t>, mpq_class> least;
  for (const OffmeshPortal& p : step_portals(edges, ColumnTest(scene.points, set, index, step), higher, threads)) {
    const auto pair = std::minmax(component[graph.half_edges[p.a].cell], component[graph.half_edges[p.b].cell]);
    if (pair.first == pair.second || pair.second == ignored_component) continue;
    for (const std::size_t end : {0u, 1u}) {
      const mpq_class rise = abs(p.on_b[end][2] - p.on_a[end][2]);
      const auto [found, is_new] = least.try_emplace({pair.first, pair.second}, rise);
      if (!is_new && rise < found->second) found->second = rise;
    }
  }
  std::vector<StepGap> out;
  for (const auto& [pair, rise] : least) out.push_back({pair.first, pair.second, rise});
  std::ranges::stable_sort(out, {}, &StepGap::rise);
  return out;
}

}  // namespace plumb::pipeline
