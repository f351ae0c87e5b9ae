// SPDX-License-Identifier: GPL-3.0-or-later
#include <queue>
#include <set>

#include "incidence.h"
#include "methods.h"

namespace plumb::partition {

Labels van_toll(const EnvironmentGraph& graph) {
  constexpr std::uint32_t none = ~0u;
  const Incidence arcs(graph.nodes, graph.arcs), conflicts(graph.nodes, graph.conflicts);
  Labels layer(graph.nodes, none),
      overlaps(graph.nodes, none);  // overlaps: the last layer with a node in conflict with this one
  std::set<NodeId> waiting;         // unassigned, next to an assigned one
  std::uint32_t count = 0;
  const auto grow = [&](NodeId seed) {
    std::queue<NodeId> next;
    const auto take = [&](NodeId v) {
      layer[v] = count;
      waiting.erase(v);
      for (const auto& c : conflicts.of(v)) overlaps[c.to] = count;
      next.push(v);
    };
    take(seed);
    for (; !next.empty(); next.pop())
      for (const auto& way : arcs.of(next.front())) {
        if (layer[way.to] != none) continue;
        if (overlaps[way.to] == count) waiting.insert(way.to);
        else take(way.to);
      }
    ++count;
  };
  for (NodeId v = 0; v < graph.nodes; ++v) {
    if (layer[v] == none) grow(v);
    while (!waiting.empty()) grow(*waiting.begin());
  }
  return layer;
}

}  // namespace plumb::partition
