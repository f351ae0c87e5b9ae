// SPDX-License-Identifier: GPL-3.0-or-later
#include "flow_network.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

namespace plumb::partition {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
struct EdgeData {
  std::int64_t capacity = 0, residual = 0;
  Traits::edge_descriptor reverse;
};
struct NodeData {
  boost::default_color_type color = boost::white_color;
  Traits::edge_descriptor predecessor;
  std::int64_t distance = 0;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, NodeData, EdgeData>;

}  // namespace

struct FlowNetwork::Impl {
  explicit Impl(std::uint32_t nodes) : graph(nodes) {}
  Graph graph;
};

FlowNetwork::FlowNetwork(std::uint32_t nodes, std::span<const std::array<NodeId, 2>> arcs,
                         std::span<const std::uint64_t> capacity)
    : impl_(std::make_unique<Impl>(nodes)) {
  Graph& g = impl_->graph;
  for (std::size_t a = 0; a < arcs.size(); ++a) {
    const auto [u, v] = arcs[a];
    if (u == v) continue;
    const auto there = add_edge(u, v, g).first, back = add_edge(v, u, g).first;
    g[there].capacity = g[back].capacity = static_cast<std::int64_t>(capacity[a]);
    g[there].reverse = back;
    g[back].reverse = there;
  }
}

FlowNetwork::~FlowNetwork() = default;

std::vector<bool> FlowNetwork::source_side(NodeId source, NodeId sink) {
  Graph& g = impl_->graph;
  boost::boykov_kolmogorov_max_flow(g, get(&EdgeData::capacity, g), get(&EdgeData::residual, g),
                                    get(&EdgeData::reverse, g), get(&NodeData::predecessor, g),
                                    get(&NodeData::color, g), get(&NodeData::distance, g), get(boost::vertex_index, g),
                                    source, sink);
  std::vector<bool> side(num_vertices(g));
  for (std::size_t v = 0; v < side.size(); ++v) side[v] = g[v].color == g[source].color;
  return side;
}

}  // namespace plumb::partition
