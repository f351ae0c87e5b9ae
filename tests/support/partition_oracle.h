// SPDX-License-Identifier: GPL-3.0-or-later
// All minimal partitions by trying every set of arcs.
#pragma once
#include <bit>
#include <numeric>

#include "environment_graphs.h"

namespace plumb::tests {

struct AllPartitions {
  std::uint32_t transfers = ~0u;
  std::vector<std::vector<ArcId>> solutions;  ///< in lexicographic order
};

/// At most 20 arcs.
inline AllPartitions try_every_set(const EnvironmentGraph& g) {
  AllPartitions all;
  for (std::uint32_t set = 0; set < 1u << g.arcs.size(); ++set) {
    const auto cut = static_cast<std::uint32_t>(std::popcount(set));
    if (cut > all.transfers) continue;
    std::vector<NodeId> layer(g.nodes);
    std::iota(layer.begin(), layer.end(), 0u);
    for (std::size_t a = 0; a < g.arcs.size(); ++a)
      if (!(set >> a & 1))
        std::replace(layer.begin(), layer.end(), NodeId{layer[g.arcs[a][0]]}, NodeId{layer[g.arcs[a][1]]});
    if (std::any_of(g.conflicts.begin(), g.conflicts.end(), [&](const auto& c) { return layer[c[0]] == layer[c[1]]; }))
      continue;
    if (cut < all.transfers) all = {cut, {}};
    std::vector<ArcId> solution;
    for (ArcId a = 0; a < g.arcs.size(); ++a)
      if (set >> a & 1) solution.push_back(a);
    all.solutions.push_back(std::move(solution));
  }
  std::sort(all.solutions.begin(), all.solutions.end());
  return all;
}

/// The same graph with nodes and arcs numbered otherwise and arcs turned.
inline EnvironmentGraph relabelled(const EnvironmentGraph& g, std::mt19937& random) {
  std::vector<NodeId> number(g.nodes);
  std::iota(number.begin(), number.end(), 0u);
  std::shuffle(number.begin(), number.end(), random);
  std::vector<std::array<NodeId, 2>> arcs, conflicts;
  for (const auto& [a, b] : g.arcs)
    arcs.push_back(random() % 2 ? std::array{number[a], number[b]} : std::array{number[b], number[a]});
  std::shuffle(arcs.begin(), arcs.end(), random);
  for (const auto& [a, b] : g.conflicts) conflicts.push_back({number[a], number[b]});
  return graph_of(g.nodes, std::move(arcs), conflicts);
}

}  // namespace plumb::tests
