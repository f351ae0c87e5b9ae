// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

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
