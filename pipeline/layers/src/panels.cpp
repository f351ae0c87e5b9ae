// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels.h"

#include <algorithm>

namespace plumb::pipeline {

std::vector<std::uint32_t> panels_of(const partition::EnvironmentGraph& graph, const partition::Partition& partition,
                                     std::span<const double> heights) {
  struct Height {
    double sum = 0;
    std::uint32_t layer = 0, count = 0;
    double mean() const { return sum / count; }
  };
  std::vector<Height> order(partition.layers);
  for (std::uint32_t l = 0; l < order.size(); ++l) order[l].layer = l;
  for (partition::NodeId n = 0; n < graph.nodes; ++n) {
    Height& h = order[partition.layer[n]];
    h.sum += heights[n];
    ++h.count;
  }
  std::ranges::stable_sort(order, {}, &Height::mean);
  std::vector<std::uint32_t> rank(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i].layer] = i;

  std::vector<std::vector<std::uint32_t>> above(order.size());  // by rank
  for (const auto& [n, m] : graph.conflicts) {
    const auto [low, high] = std::minmax({rank[partition.layer[n]], rank[partition.layer[m]]});
    if (low != high && (above[low].empty() || above[low].back() != high)) above[low].push_back(high);
  }
  std::vector<std::uint32_t> at_rank(order.size(), 0), panel(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    for (const std::uint32_t j : above[i]) at_rank[j] = std::max(at_rank[j], at_rank[i] + 1);
    panel[order[i].layer] = at_rank[i];
  }
  return panel;
}

}  // namespace plumb::pipeline
