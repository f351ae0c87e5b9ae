// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/partition.h"

#include <algorithm>
#include <cassert>

#include "methods.h"

namespace plumb::partition {
namespace {

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
