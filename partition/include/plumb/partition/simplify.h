// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// One cut, at any of these arcs of the original graph: a path whose inner nodes have neither a conflict nor another
/// way out. Ascending.
using Chain = std::vector<ArcId>;

/// A part of the graph that can be solved by itself: a biconnected component of arcs and conflicts together. Every arc
/// lies on a path between two nodes in conflict.
struct SimplifiedBlock {
  EnvironmentGraph graph;     ///< is_valid; parallel arcs stay
  std::vector<NodeId> node;   ///< by node of `graph`: that of the original; ascending
  std::vector<Chain> chains;  ///< by arc of `graph`: the arcs of the original that it stands for
};

/// A graph made smaller (Saaltink 4.3, and more) with the way back. The minimal solutions of the original are those of
/// the blocks together, each with one arc chosen of every chain that is cut, and one of every forced chain; other arcs
/// are never cut.
struct SimplifiedGraph {
  std::vector<Chain> forced;            ///< joining two nodes in conflict: one transfer each; ascending
  std::vector<NodeId> forced_ends;      ///< two a chain of `forced`: the nodes in conflict
  std::vector<SimplifiedBlock> blocks;  ///< ascending by lowest arc; no arc of the original is in two chains
};

/// Requires is_valid(graph). Repeats until nothing changes:
/// - conflicts between nodes that no arcs connect are dropped;
/// - an arc between nodes in conflict is forced;
/// - what is in no biconnected component with a conflict is dropped: degree 1, bridges to nowhere, blocks between no
///   two ends;
/// - nodes of degree 2 without conflict are contracted, loops dropped;
/// - a conflict of a node all of whose arcs lead to one other node is dropped where that other node has the same
///   conflict.
SimplifiedGraph simplify(const EnvironmentGraph& graph);

/// The transfers of the original: the lowest arc of each forced chain and of each chain that is cut; `cuts` by block.
/// Ascending.
std::vector<ArcId> original_transfers(const SimplifiedGraph& simplified, const std::vector<std::vector<ArcId>>& cuts);

}  // namespace plumb::partition
