// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/partition.h"

#include <algorithm>
#include <cassert>
#include <queue>
#include <set>

#include "graph_parts.h"
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

std::vector<bool> as_cut(const EnvironmentGraph& graph, const std::vector<ArcId>& transfers) {
  std::vector<bool> cut(graph.arcs.size(), false);
  for (const ArcId a : transfers) cut[a] = true;
  return cut;
}

Partition made_of(const EnvironmentGraph& graph, Labels layer) {
  Partition p;
  p.layer = std::move(layer);
  for (ArcId a = 0; a < graph.arcs.size(); ++a)
    if (p.layer[graph.arcs[a][0]] != p.layer[graph.arcs[a][1]]) p.transfers.push_back(a);
  p.layer = components_without(graph, as_cut(graph, p.transfers));
  for (const std::uint32_t l : p.layer) p.layers = std::max(p.layers, l + 1);
  return p;
}

}  // namespace

// Layers grown one after the other: each as far as it meets no node in conflict with its own, from the lowest node that
// waits beside the layers so far.
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

Partition partition(const EnvironmentGraph& graph, Method method, const PartitionOptions& options) {
  assert(is_valid(graph));
  Partition p;
  switch (method) {
    case Method::brute_force: {
      AllMinimal all = brute_force(graph, options.kept_solutions);
      // At least one is needed to tell the layers.
      const auto one = options.kept_solutions ? all.solutions : brute_force(graph, 1).solutions;
      p = made_of(graph, components_without(graph, as_cut(graph, one[0])));
      p.lower_bound = all.transfers;
      p.solution_count = all.count;
      p.solutions = std::move(all.solutions);
      break;
    }
    case Method::min_cut:
      p = made_of(graph, min_cut(graph, options));
      p.lower_bound = simple_lower_bound(graph);
      break;
    case Method::van_toll:
      p = made_of(graph, van_toll(graph));
      p.lower_bound = simple_lower_bound(graph);
      break;
    case Method::exact: {
      Fewest fewest = fewest_transfers(graph, options);
      p = made_of(graph, std::move(fewest.labels));
      p.lower_bound = proved_bound(graph, fewest.proof).value_or(0);
      p.proof = std::move(fewest.proof);
      break;
    }
  }
  assert(is_valid(p, graph));
  return p;
}

bool is_valid(const Partition& partition, const EnvironmentGraph& graph) {
  const std::vector<ArcId>& t = partition.transfers;
  if (!is_valid(graph) || partition.layer.size() != graph.nodes) return false;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t[i] >= graph.arcs.size() || (i > 0 && t[i - 1] >= t[i])) return false;
  const Labels layer = components_without(graph, as_cut(graph, t));
  if (layer != partition.layer || !separates_conflicts(graph, layer)) return false;
  if (partition.layers != (layer.empty() ? 0 : *std::max_element(layer.begin(), layer.end()) + 1)) return false;
  return std::all_of(t.begin(), t.end(), [&](ArcId a) { return layer[graph.arcs[a][0]] != layer[graph.arcs[a][1]]; });
}

}  // namespace plumb::partition
