// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/environment_graph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>

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

}  // namespace plumb::partition
