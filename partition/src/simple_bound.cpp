// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "methods.h"
#include "plumb/partition/simplify.h"
#include "separation.h"

namespace plumb::partition {
namespace {

// Nodes all in conflict with each other, found greedily from every node: a polygon stack as a rule.
std::uint32_t stack_found(const EnvironmentGraph& graph) {
  const Incidence conflicts(graph.nodes, graph.conflicts);
  std::vector<std::uint32_t> met(graph.nodes, 0);
  std::uint32_t best = 0;
  for (NodeId v = 0; v < graph.nodes; ++v) {
    if (conflicts.of(v).size() < best) continue;
    std::vector<NodeId> stack{v};
    const auto mark = [&](NodeId u, int by) {
      for (const auto& c : conflicts.of(u)) met[c.to] += by;
    };
    mark(v, 1);
    for (const auto& c : conflicts.of(v))
      if (met[c.to] == stack.size()) {
        stack.push_back(c.to);
        mark(c.to, 1);
      }
    for (const NodeId u : stack) mark(u, -1);
    best = std::max(best, static_cast<std::uint32_t>(stack.size()));
  }
  return best;
}

}  // namespace

std::uint32_t simple_lower_bound(const EnvironmentGraph& graph) {
  const SimplifiedGraph simplified = simplify(graph);
  std::size_t bound = simplified.forced.size();
  for (const SimplifiedBlock& block : simplified.blocks) {
    const std::vector<double> nothing(block.graph.arcs.size(), 0);
    const std::vector<bool> shared(block.graph.arcs.size(), false);
    const std::size_t disjoint = Separation(block.graph).paths(nothing, shared, block.graph.arcs.size()).size();
    bound += std::max<std::size_t>(disjoint, stack_found(block.graph) - 1);
  }
  return static_cast<std::uint32_t>(bound);
}

}  // namespace plumb::partition
