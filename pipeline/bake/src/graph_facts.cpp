// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/graph_facts.h"

#include <algorithm>

namespace plumb::pipeline {

GraphFacts graph_facts(const CellGraph& graph, std::size_t stances, const PartitionCounts& partition, Pruned pruned) {
  GraphFacts f;
  f.merged_cells.resize(stances);
  for (const kernel::Label stance : graph.stances)
    if (stance > kernel::blocked) ++f.merged_cells[static_cast<std::size_t>(stance) - 1];
  for (const CellGraph::Arc& portal : graph.arcs)
    ++(portal.kind == PortalKind::flush ? f.flush : portal.kind == PortalKind::step ? f.step : f.weld);
  for (std::size_t s = 1; s <= stances; ++s) {
    std::uint64_t count = 0;
    for (const std::uint32_t number : components(graph, static_cast<kernel::Label>(s)))
      if (number != no_component) count = std::max<std::uint64_t>(count, number + std::uint64_t{1});
    f.components.push_back(count);
  }
  f.partition = partition;
  f.pruned = std::move(pruned);
  return f;
}

}  // namespace plumb::pipeline
