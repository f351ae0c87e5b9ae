// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/environment_graph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/connected_components.hpp>

#include "graph_parts.h"
#include "plumb/kernel/union_find.h"

namespace plumb::partition {

std::vector<std::uint32_t> surfaces(const EnvironmentGraph& graph) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> arcs(graph.nodes);
  for (const auto& [a, b] : graph.arcs) boost::add_edge(a, b, arcs);
  std::vector<std::uint32_t> surface(graph.nodes);
  // Searches start at the lowest node not met yet, so that components are numbered by lowest node.
  if (graph.nodes > 0) boost::connected_components(arcs, surface.data());
  return surface;
}

std::vector<SurfaceGraph> split(const EnvironmentGraph& graph) {
  const std::vector<std::uint32_t> surface = surfaces(graph);
  std::vector<SurfaceGraph> out(surface.empty() ? 0 : *std::ranges::max_element(surface) + 1);
  std::vector<NodeId> number(graph.nodes);
  for (NodeId v = 0; v < graph.nodes; ++v) {
    SurfaceGraph& own = out[surface[v]];
    number[v] = own.graph.nodes++;
    own.node.push_back(v);
  }
  for (ArcId i = 0; i < graph.arcs.size(); ++i) {
    const auto& [a, b] = graph.arcs[i];
    SurfaceGraph& own = out[surface[a]];
    own.graph.arcs.push_back({number[a], number[b]});
    own.arc.push_back(i);
  }
  for (const auto& [a, b] : graph.conflicts)
    if (surface[a] == surface[b]) out[surface[a]].graph.conflicts.push_back({number[a], number[b]});
  return out;
}

bool is_valid(const EnvironmentGraph& graph) {
  const auto in_range = [&](const std::array<NodeId, 2>& ends) {
    return ends[0] < graph.nodes && ends[1] < graph.nodes && ends[0] != ends[1];
  };
  return std::ranges::all_of(graph.arcs, in_range) && std::ranges::all_of(graph.conflicts, in_range) &&
         std::ranges::all_of(graph.conflicts, [](const auto& c) { return c[0] < c[1]; }) &&
         std::ranges::adjacent_find(graph.conflicts, std::ranges::greater_equal()) == graph.conflicts.end();
}

Labels components_without(const EnvironmentGraph& graph, const std::vector<bool>& cut) {
  kernel::UnionFind sets(graph.nodes);
  for (std::size_t a = 0; a < graph.arcs.size(); ++a)
    if (!cut[a]) sets.unite(graph.arcs[a][0], graph.arcs[a][1]);
  Labels labels(graph.nodes);
  std::uint32_t count = 0;
  for (NodeId v = 0; v < graph.nodes; ++v) labels[v] = sets.find(v) == v ? count++ : labels[sets.find(v)];
  return labels;
}

std::vector<bool> cut_arcs(const EnvironmentGraph& graph, const Labels& labels) {
  std::vector<bool> cut(graph.arcs.size());
  for (std::size_t a = 0; a < cut.size(); ++a) cut[a] = labels[graph.arcs[a][0]] != labels[graph.arcs[a][1]];
  return cut;
}

std::uint32_t cut_count(const EnvironmentGraph& graph, const Labels& labels) {
  return static_cast<std::uint32_t>(
      std::count_if(graph.arcs.begin(), graph.arcs.end(), [&](const auto& a) { return labels[a[0]] != labels[a[1]]; }));
}

bool separates_conflicts(const EnvironmentGraph& graph, const Labels& labels) {
  return std::none_of(graph.conflicts.begin(), graph.conflicts.end(),
                      [&](const auto& c) { return labels[c[0]] == labels[c[1]]; });
}

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
