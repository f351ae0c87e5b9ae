// SPDX-License-Identifier: GPL-3.0-or-later
// What the methods ask of a graph: the neighbours of a node, components without some arcs, and biconnected blocks that
// can be treated on their own.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// For each node the pairs it is in, ascending by their index.
class Incidence {
 public:
  struct Neighbour {
    NodeId to;
    std::uint32_t index;
  };
  Incidence(std::uint32_t nodes, const std::vector<std::array<NodeId, 2>>& pairs)
      : begin_(nodes + 1, 0), neighbours_(2 * pairs.size()) {
    for (const auto& p : pairs)
      for (const NodeId v : p) ++begin_[v + 1];
    for (std::uint32_t v = 0; v < nodes; ++v) begin_[v + 1] += begin_[v];
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i < pairs.size(); ++i)
      for (const int k : {0, 1}) neighbours_[next[pairs[i][k]]++] = {pairs[i][1 - k], i};
  }
  std::span<const Neighbour> of(NodeId v) const {
    return {neighbours_.data() + begin_[v], neighbours_.data() + begin_[v + 1]};
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Neighbour> neighbours_;
};

/// A number for each node. Arcs between nodes of different numbers are cut.
using Labels = std::vector<std::uint32_t>;

/// The components of the graph without the cut arcs, numbered from 0 by lowest node.
Labels components_without(const EnvironmentGraph& graph, const std::vector<bool>& cut);
/// By arc: whether it is cut.
std::vector<bool> cut_arcs(const EnvironmentGraph& graph, const Labels& labels);
std::uint32_t cut_count(const EnvironmentGraph& graph, const Labels& labels);
bool separates_conflicts(const EnvironmentGraph& graph, const Labels& labels);

/// A biconnected component of arcs and conflicts together that has both: numbers of arcs and conflicts, ascending.
struct UnionBlock {
  std::vector<ArcId> arcs;
  std::vector<std::uint32_t> conflicts;
};

/// Ascending by lowest arc. Conflicts between nodes that no arcs connect count for nothing. Every path of arcs that
/// joins two nodes in conflict lies, with the conflict, on a cycle, thus in one block; and every arc of a block is on
/// such a path.
std::vector<UnionBlock> union_blocks(const EnvironmentGraph& graph);

/// A block as a graph of its own: arcs and conflicts in the order of the block.
struct LocalGraph {
  EnvironmentGraph graph;
  std::vector<NodeId> node;  ///< ascending
};
LocalGraph local_graph(const EnvironmentGraph& graph, const UnionBlock& block);

}  // namespace plumb::partition
