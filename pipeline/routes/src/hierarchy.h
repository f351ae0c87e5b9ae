// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::pipeline {

/// Distances to one goal in a graph and in its abstractions, each found by A* that uses the distances of the next
/// abstraction as lower bounds (Holte, Perez, Zimmer & MacDonald 1996). An abstraction joins the node of the greatest
/// degree with its neighbours, again and again; an arc between two such groups costs as much as the cheapest arc
/// between their members. Distances that were found are kept.
class Hierarchy {
 public:
  using Node = std::uint32_t;
  struct Arc {
    Node to;
    double cost;
  };
  using Graph = std::vector<std::vector<Arc>>;

  /// Arcs cost 0 or more.
  Hierarchy(const Graph& graph, Node goal);

  /// A lower bound of the distance from a node: that in the first abstraction. Infinite: there is no way.
  double rest(Node node) { return distance(0, groups_[0][node]); }
  std::size_t levels() const { return graphs_.size(); }
  std::size_t expanded() const { return expanded_; }

 private:
  double distance(std::size_t level, Node from);
  double least(std::size_t level, Node node);

  // What is known of a node of an abstraction: its distance, if it was found, else a lower bound of it; and the state
  // of the last search that reached it.
  struct Known {
    double exact = -1, bound = 0;
    std::uint32_t search = 0;
    double cost = 0;
    Node before = 0;
  };

  std::vector<Graph> graphs_;              // abstractions of the graph, each of the one before it
  std::vector<std::vector<Node>> groups_;  // of the graph and of each abstraction: a node's group in the next one
  std::vector<Node> goals_;                // by abstraction
  std::vector<std::vector<Known>> known_;  // by abstraction and node
  std::uint32_t searches_ = 0;
  std::size_t expanded_ = 0;
};

}  // namespace plumb::pipeline
