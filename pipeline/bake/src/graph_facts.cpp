// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/graph_facts.h"

#include "plumb/pipeline/connectivity.h"

namespace plumb::pipeline {

GraphFacts graph_facts(const CellGraph& graph, const std::vector<double>& areas, std::size_t stances,
                       const PartitionCounts& partition, Pruned pruned) {
  GraphFacts f;
  f.merged_cells.resize(stances);
  for (const kernel::Label stance : graph.stances)
    if (stance > kernel::blocked) ++f.merged_cells[static_cast<std::size_t>(stance) - 1];
  for (const CellGraph::Arc& portal : graph.arcs)
    ++(portal.kind == PortalKind::flush ? f.flush : portal.kind == PortalKind::step ? f.step : f.weld);
  for (std::size_t s = 1; s <= stances; ++s) {
    const std::vector<std::uint32_t> component = components(graph, static_cast<kernel::Label>(s));
    std::vector<double> sums;
    for (std::size_t c = 0; c < component.size(); ++c) {
      if (component[c] == no_component) continue;
      if (component[c] >= sums.size()) sums.resize(component[c] + std::size_t{1});
      sums[component[c]] += areas[c];
    }
    f.components.push_back(sums.size());
    f.largest.push_back(largest_share(sums));
  }
  f.partition = partition;
  f.pruned = std::move(pruned);
  return f;
}

}  // namespace plumb::pipeline
