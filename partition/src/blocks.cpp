// SPDX-License-Identifier: GPL-3.0-or-later
#include "blocks.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>

#include "plumb/kernel/union_find.h"

namespace plumb::partition {

std::vector<UnionBlock> union_blocks(const EnvironmentGraph& graph) {
  // Without those conflicts two surfaces could look like one block.
  kernel::UnionFind surface(graph.nodes);
  for (const auto& [a, b] : graph.arcs) surface.unite(a, b);
  std::vector<std::uint32_t> conflicts;
  for (std::uint32_t c = 0; c < graph.conflicts.size(); ++c)
    if (surface.find(graph.conflicts[c][0]) == surface.find(graph.conflicts[c][1])) conflicts.push_back(c);
  if (conflicts.empty()) return {};

  // One edge for all between the same two nodes: Boost passes over parallel ones.
  using Edge = std::array<NodeId, 2>;
  const auto edge = [](const Edge& e) { return Edge{std::min(e[0], e[1]), std::max(e[0], e[1])}; };
  std::vector<Edge> edges;
  for (const Edge& a : graph.arcs) edges.push_back(edge(a));
  for (const std::uint32_t c : conflicts) edges.push_back(edge(graph.conflicts[c]));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                      boost::property<boost::edge_index_t, std::size_t>>;
  Graph both(graph.nodes);
  for (std::size_t e = 0; e < edges.size(); ++e) add_edge(edges[e][0], edges[e][1], e, both);
  std::vector<std::size_t> component(edges.size());
  const std::size_t count = boost::biconnected_components(
      both, boost::make_iterator_property_map(component.begin(), get(boost::edge_index, both)));
  const auto component_of = [&](const Edge& e) {
    return component[std::lower_bound(edges.begin(), edges.end(), edge(e)) - edges.begin()];
  };

  std::vector<UnionBlock> blocks(count);
  for (ArcId a = 0; a < graph.arcs.size(); ++a) blocks[component_of(graph.arcs[a])].arcs.push_back(a);
  for (const std::uint32_t c : conflicts) blocks[component_of(graph.conflicts[c])].conflicts.push_back(c);
  std::erase_if(blocks, [](const UnionBlock& b) { return b.arcs.empty() || b.conflicts.empty(); });
  std::sort(blocks.begin(), blocks.end(),
            [](const UnionBlock& a, const UnionBlock& b) { return a.arcs[0] < b.arcs[0]; });
  return blocks;
}

LocalGraph local_graph(const EnvironmentGraph& graph, const UnionBlock& block) {
  LocalGraph local;
  for (const ArcId a : block.arcs) local.node.insert(local.node.end(), graph.arcs[a].begin(), graph.arcs[a].end());
  std::sort(local.node.begin(), local.node.end());
  local.node.erase(std::unique(local.node.begin(), local.node.end()), local.node.end());
  const auto number = [&](NodeId v) {
    return static_cast<NodeId>(std::lower_bound(local.node.begin(), local.node.end(), v) - local.node.begin());
  };
  const auto renumbered = [&](const std::array<NodeId, 2>& p) { return std::array{number(p[0]), number(p[1])}; };
  local.graph.nodes = static_cast<std::uint32_t>(local.node.size());
  for (const ArcId a : block.arcs) local.graph.arcs.push_back(renumbered(graph.arcs[a]));
  for (const std::uint32_t c : block.conflicts) local.graph.conflicts.push_back(renumbered(graph.conflicts[c]));
  return local;
}

}  // namespace plumb::partition
