// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <unordered_set>
#include <vector>

#include "plumb/kernel/union_find.h"
#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// Sets of nodes that can be merged as long as no set has two nodes in conflict. Each set has a list of the sets that
/// it is in conflict with, its foes; a merge moves the smaller list to the larger.
class LayerMerger {
 public:
  explicit LayerMerger(const EnvironmentGraph& graph) : sets_(graph.nodes), owner_(graph.nodes), foes_(graph.nodes) {
    std::iota(owner_.begin(), owner_.end(), 0u);
    for (const auto& [a, b] : graph.conflicts) {
      foes_[a].insert(b);
      foes_[b].insert(a);
    }
  }
  std::uint32_t find(NodeId v) { return sets_.find(v); }
  bool may_merge(NodeId a, NodeId b) {
    a = owner_[find(a)], b = owner_[find(b)];
    return a != b && !foes_[a].contains(b);
  }
  /// Merges the sets of two nodes. @return false if they are one set, or in conflict
  bool merge(NodeId a, NodeId b) {
    if (!may_merge(a, b)) return false;
    a = owner_[find(a)], b = owner_[find(b)];
    if (foes_[a].size() < foes_[b].size()) std::swap(a, b);
    for (const NodeId f : foes_[b]) {
      foes_[f].erase(b);
      foes_[f].insert(a);
      foes_[a].insert(f);
    }
    foes_[b] = {};
    sets_.unite(a, b);
    owner_[find(a)] = a;
    return true;
  }

 private:
  kernel::UnionFind sets_;
  std::vector<NodeId> owner_;                     ///< by root: the member whose entry in foes_ is the set's
  std::vector<std::unordered_set<NodeId>> foes_;  ///< by owner: the owners of the sets in conflict with it
};

}  // namespace plumb::partition
