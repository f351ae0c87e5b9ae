// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs with one thing wrong.
#pragma once
#include <random>

#include "plumb/partition/proof.h"

namespace plumb::tests {

/// All leaves of a proof, or all branches.
inline void collect(partition::ProofTree& tree, bool leaves, std::vector<partition::ProofTree*>& out) {
  if (tree.arcs.empty() == leaves) out.push_back(&tree);
  for (partition::ProofTree& part : tree.parts) collect(part, leaves, out);
}

constexpr int breaks = 16;

/// Changes one thing of the kind; false if there is nothing of the sort.
inline bool break_proof(partition::Proof& proof, int kind, const partition::EnvironmentGraph& graph,
                        std::mt19937& random) {
  using namespace partition;
  const auto any = [&](auto& list) -> auto& { return list[random() % list.size()]; };
  if (proof.blocks.empty()) return false;
  std::vector<ProofTree*> leaves, branches;
  for (BlockProof& b : proof.blocks) collect(b.tree, false, branches);
  if (kind >= 11) {
    if (branches.empty()) return false;
    ProofTree& branch = *any(branches);
    switch (kind) {
      case 11: branch.parts.pop_back(); return true;
      case 12: branch.parts.clear(); return true;
      case 13: branch.arcs = {static_cast<ArcId>(random() % graph.arcs.size())}; return true;
      case 14: std::swap(branch.parts[0], branch.parts[1]); return true;
      default: branch.parts[1] = branch.parts[0]; return true;
    }
  }
  BlockProof& block = any(proof.blocks);
  collect(block.tree, true, leaves);
  ProofTree& leaf = *any(leaves);
  if (kind == 0) {
    proof.blocks.push_back(block);
    return true;
  }
  if (kind == 1) {
    block.arcs.erase(block.arcs.begin() + static_cast<long>(random() % block.arcs.size()));
    return true;
  }
  if (leaf.covers.empty()) return false;
  Cover& cover = any(leaf.covers);
  switch (kind) {
    case 2: cover.weight += 1; return true;
    case 3: cover.weight = -cover.weight; return true;
    case 4: any(cover.ends) = static_cast<NodeId>(random() % (graph.nodes + 1)); return true;
    case 5: cover.ends.pop_back(); return true;
    case 6: cover.ends.push_back(cover.ends.back()); return true;
    case 7: any(cover.arcs) = static_cast<ArcId>(random() % (graph.arcs.size() + 1)); return true;
    case 8: cover.arcs.erase(cover.arcs.begin() + static_cast<long>(random() % cover.arcs.size())); return true;
    case 9: leaf.covers.push_back(cover); return true;
    default: cover.weight *= 2; return true;
  }
}

}  // namespace plumb::tests
