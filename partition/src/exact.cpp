// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "exact_search.h"
#include "improve.h"
#include "methods.h"

namespace plumb::partition {
namespace {

// Minimum cuts for all conflicts can take longer than everything else, and the other starts are seldom worse once
// improved.
constexpr std::size_t affordable = 5000;  // arcs

// What layers of the whole graph make of a block.
Labels restricted(const SimplifiedBlock& block, const EnvironmentGraph& graph, const Labels& labels) {
  std::vector<bool> cut;
  for (const Chain& chain : block.chains)
    cut.push_back(std::any_of(chain.begin(), chain.end(),
                              [&](ArcId a) { return labels[graph.arcs[a][0]] != labels[graph.arcs[a][1]]; }));
  return components_without(block.graph, cut);
}

Labels best_start(const SimplifiedBlock& block, std::vector<Labels> starts) {
  starts.push_back(join_greedily(block.graph));
  Labels best;
  for (Labels& s : starts) {
    s = improve(block.graph, std::move(s));
    if (best.empty() || cut_count(block.graph, s) < cut_count(block.graph, best)) best = std::move(s);
  }
  return best;
}

BlockProof forced_proof(const SimplifiedGraph& simplified) {
  BlockProof proof;
  for (std::size_t i = 0; i < simplified.forced.size(); ++i) {
    const Chain& chain = simplified.forced[i];
    proof.arcs.insert(proof.arcs.end(), chain.begin(), chain.end());
    proof.tree.covers.push_back({{simplified.forced_ends[2 * i], simplified.forced_ends[2 * i + 1]}, chain, 1});
  }
  std::sort(proof.arcs.begin(), proof.arcs.end());
  return proof;
}

}  // namespace

Fewest fewest_transfers(const EnvironmentGraph& graph, const PartitionOptions& options) {
  const SimplifiedGraph simplified = simplify(graph);
  std::vector<Labels> layers{van_toll(graph)};
  if (graph.arcs.size() <= affordable) layers.push_back(min_cut(graph, options));
  Fewest fewest;
  if (!simplified.forced.empty()) fewest.proof.blocks.push_back(forced_proof(simplified));
  std::vector<std::vector<ArcId>> cuts;
  for (const SimplifiedBlock& block : simplified.blocks) {
    std::vector<Labels> starts;
    for (const Labels& l : layers) starts.push_back(restricted(block, graph, l));
    ExactSearch search(block, best_start(block, std::move(starts)));
    BlockProof proof;
    proof.tree = search.run();
    std::vector<ArcId> all(block.chains.size());
    std::iota(all.begin(), all.end(), 0u);
    proof.arcs = original_arcs(block, all);
    fewest.proof.blocks.push_back(std::move(proof));
    cuts.emplace_back();
    const std::vector<bool> cut = cut_arcs(block.graph, search.best());
    for (ArcId a = 0; a < cut.size(); ++a)
      if (cut[a]) cuts.back().push_back(a);
  }
  std::vector<bool> cut(graph.arcs.size(), false);
  for (const ArcId a : original_transfers(simplified, cuts)) cut[a] = true;
  fewest.labels = components_without(graph, cut);
  return fewest;
}

}  // namespace plumb::partition
