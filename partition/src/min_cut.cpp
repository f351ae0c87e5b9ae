// SPDX-License-Identifier: GPL-3.0-or-later
// Saaltink, chapter 5. Different from the document: a conflict that earlier cuts have separated asks for no cut of its
// own; minimum cuts are sought within the biconnected component of arcs and conflicts that has the conflict, which has
// every path between its ends; layers keep lists of the layers they are in conflict with, in place of pairs of
// polygons; transfers are tried in the order of how many there are between two layers, which the document leaves open.
// Without the first, which leaves fewer candidates, the result is what the document describes, up to the choice between
// minimum cuts of one weight.
#include "blocks.h"
#include "flow_network.h"
#include "improve.h"
#include "incidence.h"
#include "methods.h"

namespace plumb::partition {
namespace {

std::vector<std::uint64_t> weights_of(const EnvironmentGraph& graph, const PartitionOptions& options) {
  const Incidence arcs(graph.nodes, graph.arcs), conflicts(graph.nodes, graph.conflicts);
  const ArcWeights& w = options.weights;
  std::vector<std::uint64_t> weights;
  for (const auto& [u, v] : graph.arcs) {
    std::uint64_t adjacent = arcs.of(u).size() + arcs.of(v).size() - 2;
    for (const auto& way : arcs.of(u))
      if (way.to == v) --adjacent;  // a parallel arc shares both ends, and is one
    ++adjacent;                     // this one was not to be taken off
    const std::uint64_t in_conflict = conflicts.of(u).size() + conflicts.of(v).size();
    const bool inner = !options.fully_connected.empty() && options.fully_connected[u] && options.fully_connected[v];
    weights.push_back((w.adjacent * adjacent + w.conflicts * in_conflict) * (inner ? w.inner : 1));
  }
  return weights;
}

}  // namespace

Labels min_cut(const EnvironmentGraph& graph, const PartitionOptions& options) {
  const std::vector<std::uint64_t> weights = weights_of(graph, options);
  std::vector<bool> candidate(graph.arcs.size(), false);
  for (const UnionBlock& block : union_blocks(graph)) {
    const EnvironmentGraph local = local_graph(graph, block).graph;
    std::vector<std::uint64_t> capacity;
    for (const ArcId a : block.arcs) capacity.push_back(weights[a]);
    FlowNetwork network(local.nodes, local.arcs, capacity);
    std::vector<bool> cut(local.arcs.size(), false);
    Labels labels(local.nodes, 0);
    for (const auto& [u, v] : local.conflicts) {
      if (labels[u] != labels[v]) continue;
      const std::vector<bool> side = network.source_side(u, v);
      for (std::size_t a = 0; a < cut.size(); ++a)
        if (side[local.arcs[a][0]] != side[local.arcs[a][1]]) cut[a] = candidate[block.arcs[a]] = true;
      labels = components_without(local, cut);
    }
  }
  const Labels layers = components_without(graph, candidate);
  return join_greedily(graph, &layers);
}

}  // namespace plumb::partition
