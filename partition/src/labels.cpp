// SPDX-License-Identifier: GPL-3.0-or-later
#include "labels.h"

#include <algorithm>

#include "plumb/kernel/union_find.h"

namespace plumb::partition {

Labels components_without(const EnvironmentGraph& graph, const std::vector<bool>& cut) {
  kernel::UnionFind sets(graph.nodes);
  for (std::size_t a = 0; a < graph.arcs.size(); ++a)
    if (!cut[a]) sets.unite(graph.arcs[a][0], graph.arcs[a][1]);
  Labels labels(graph.nodes);
  std::uint32_t count = 0;
  for (NodeId v = 0; v < graph.nodes; ++v) labels[v] = sets.find(v) == v ? count++ : labels[sets.find(v)];
  return labels;
}

std::vector<bool> cut_arcs(const EnvironmentGraph& graph, const Labels& labels) {
  std::vector<bool> cut(graph.arcs.size());
  for (std::size_t a = 0; a < cut.size(); ++a) cut[a] = labels[graph.arcs[a][0]] != labels[graph.arcs[a][1]];
  return cut;
}

std::uint32_t cut_count(const EnvironmentGraph& graph, const Labels& labels) {
  return static_cast<std::uint32_t>(
      std::count_if(graph.arcs.begin(), graph.arcs.end(), [&](const auto& a) { return labels[a[0]] != labels[a[1]]; }));
}

bool separates_conflicts(const EnvironmentGraph& graph, const Labels& labels) {
  return std::none_of(graph.conflicts.begin(), graph.conflicts.end(),
                      [&](const auto& c) { return labels[c[0]] == labels[c[1]]; });
}

}  // namespace plumb::partition
