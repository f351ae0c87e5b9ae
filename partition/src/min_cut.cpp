// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by minimum cuts (Saaltink, chapter 5), and heuristics that improve layers, whatever made them.
// Problem. Cut arcs so that no two nodes in conflict stay connected, few of them. For one conflict a minimum cut is
// best; cuts for many conflicts together are not, so what they leave apart is joined again wherever nothing forbids it.
// 1. min_cut() gives arcs weights (weights_of), and cuts each biconnected component of arcs and conflicts on its own
//    (FlowNetwork), conflict by conflict. join_greedily() then joins layers again, those with the most arcs between
//    them first.
// 2. LayerMerger holds the sets of nodes, each with a list of the sets that it is in conflict with; a merge moves the
//    smaller list to the larger.
// 3. improve() joins layers where it can (join_layers), and BorderMover moves the border between two layers to a
//    minimum cut between the nodes that must stay on either side, as long as this saves arcs.
// Different from the document: a conflict that earlier cuts have separated asks for no cut of its own; minimum cuts are
// sought within the biconnected component of arcs and conflicts that has the conflict, which has every path between its
// ends; layers keep lists of the layers they are in conflict with, in place of pairs of polygons; transfers are tried
// in the order of how many there are between two layers, which the document leaves open. Without the first, which
// leaves fewer candidates, the result is what the document describes, up to the choice between minimum cuts of one
// weight.
// Cost. A flow for each conflict that is not separated yet, in its component; joining takes n log n.
#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <map>
#include <numeric>
#include <queue>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph_parts.h"
#include "methods.h"
#include "plumb/kernel/union_find.h"

namespace plumb::partition {
namespace {

// Sets of nodes that can be merged as long as no set has two nodes in conflict. Each set has a list of the sets that
// it is in conflict with, its foes; a merge moves the smaller list to the larger.
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
  // Merges the sets of two nodes. @return false if they are one set, or in conflict
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
  std::vector<NodeId> owner_;                     //< by root: the member whose entry in foes_ is the set's
  std::vector<std::unordered_set<NodeId>> foes_;  //< by owner: the owners of the sets in conflict with it
};

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

// Minimum cuts of an undirected graph (Boost.Graph, Boykov and Kolmogorov).
class FlowNetwork {
 public:
  // Arcs may be loops, which no cut contains.
  FlowNetwork(std::uint32_t nodes, std::span<const std::array<NodeId, 2>> arcs, std::span<const std::uint64_t> capacity)
      : graph_(nodes) {
    for (std::size_t a = 0; a < arcs.size(); ++a) {
      const auto [u, v] = arcs[a];
      if (u == v) continue;
      const auto there = add_edge(u, v, graph_).first, back = add_edge(v, u, graph_).first;
      graph_[there].capacity = graph_[back].capacity = static_cast<std::int64_t>(capacity[a]);
      graph_[there].reverse = back;
      graph_[back].reverse = there;
    }
  }

  // By node: whether it is on the source's side of a minimum cut.
  std::vector<bool> source_side(NodeId source, NodeId sink) {
    Graph& g = graph_;
    boost::boykov_kolmogorov_max_flow(g, get(&EdgeData::capacity, g), get(&EdgeData::residual, g),
                                      get(&EdgeData::reverse, g), get(&NodeData::predecessor, g),
                                      get(&NodeData::color, g), get(&NodeData::distance, g),
                                      get(boost::vertex_index, g), source, sink);
    std::vector<bool> side(num_vertices(g));
    for (std::size_t v = 0; v < side.size(); ++v) side[v] = g[v].color == g[source].color;
    return side;
  }

 private:
  Graph graph_;
};

Labels labels_of(const EnvironmentGraph& graph, LayerMerger& merger) {
  Labels labels(graph.nodes);
  for (NodeId v = 0; v < graph.nodes; ++v) labels[v] = merger.find(v);
  return labels;
}

class BorderMover {
 public:
  BorderMover(const EnvironmentGraph& graph, Labels labels)
      : graph_(graph),
        arcs_(graph.nodes, graph.arcs),
        conflicts_(graph.nodes, graph.conflicts),
        labels_(std::move(labels)),
        local_(graph.nodes) {
    for (NodeId v = 0; v < graph.nodes; ++v) members_[labels_[v]].push_back(v);
  }

  Labels run() {
    // Each pair that changes is looked at again, with its neighbours.
    for (bool moved = true; moved;) {
      moved = false;
      std::vector<std::array<std::uint32_t, 2>> pairs;
      for (const auto& [u, v] : graph_.arcs)
        if (labels_[u] != labels_[v])
          pairs.push_back({std::min(labels_[u], labels_[v]), std::max(labels_[u], labels_[v])});
      std::sort(pairs.begin(), pairs.end());
      for (std::size_t i = 0; i < pairs.size();) {
        std::size_t j = i;
        while (j < pairs.size() && pairs[j] == pairs[i]) ++j;
        // What was cut when the list was made may have moved; the flow is taken from what is cut.
        if (j - i > 1 && move(pairs[i][0], pairs[i][1])) moved = true;
        i = j;
      }
    }
    return std::move(labels_);
  }

 private:
  bool move(std::uint32_t a, std::uint32_t b) {
    std::vector<NodeId> both = members_[a];
    both.insert(both.end(), members_[b].begin(), members_[b].end());
    const NodeId source = 0, sink = 1;
    std::uint32_t count = 2;
    for (const NodeId v : both) {
      const auto foes = conflicts_.of(v);
      const std::uint32_t other = labels_[v] == a ? b : a;
      const bool held = std::any_of(foes.begin(), foes.end(), [&](const auto& c) { return labels_[c.to] == other; });
      local_[v] = !held ? count++ : labels_[v] == a ? source : sink;
    }
    std::vector<std::array<NodeId, 2>> ends;
    std::uint32_t before = 0;
    for (const NodeId v : both)
      for (const auto& way : arcs_.of(v)) {
        if (graph_.arcs[way.index][0] != v || (labels_[way.to] != a && labels_[way.to] != b)) continue;
        ends.push_back({local_[v], local_[way.to]});
        if (labels_[v] != labels_[way.to]) ++before;
      }
    if (before < 2) return false;
    FlowNetwork network(count, ends, std::vector<std::uint64_t>(ends.size(), 1));
    const std::vector<bool> on_a = network.source_side(source, sink);
    std::uint32_t after = 0;
    for (const auto& [u, v] : ends) after += on_a[u] != on_a[v];
    if (after >= before) return false;
    members_[a].clear();
    members_[b].clear();
    for (const NodeId v : both) {
      labels_[v] = on_a[local_[v]] ? a : b;
      members_[labels_[v]].push_back(v);
    }
    return true;
  }

  const EnvironmentGraph& graph_;
  Incidence arcs_, conflicts_;
  Labels labels_;
  std::vector<NodeId> local_;
  std::map<std::uint32_t, std::vector<NodeId>> members_;
};

// What cutting an arc costs (Saaltink 5.2.1; ArcWeights).
std::vector<std::uint64_t> weights_of(const EnvironmentGraph& graph, const PartitionOptions& options) {
  const Incidence arcs(graph.nodes, graph.arcs), conflicts(graph.nodes, graph.conflicts);
  const ArcWeights& w = options.weights;
  std::vector<std::uint64_t> weights;
  for (const auto& [u, v] : graph.arcs) {
    std::uint64_t adjacent = arcs.of(u).size() + arcs.of(v).size() - 2;
    for (const auto& way : arcs.of(u))
      if (way.to == v) --adjacent;  // a parallel arc shares both ends, and is one
    ++adjacent;                     // this one was not to be taken off
    const std::uint64_t in_conflict = conflicts.of(u).size() + conflicts.of(v).size();
    const bool inner = !options.fully_connected.empty() && options.fully_connected[u] && options.fully_connected[v];
    weights.push_back((w.adjacent * adjacent + w.conflicts * in_conflict) * (inner ? w.inner : 1));
  }
  return weights;
}

}  // namespace

Labels join_layers(const EnvironmentGraph& graph, const Labels& labels, std::span<const ArcId> order) {
  LayerMerger merger(graph);
  for (const auto& [u, v] : graph.arcs)
    if (labels[u] == labels[v]) merger.merge(u, v);
  for (const ArcId a : order) merger.merge(graph.arcs[a][0], graph.arcs[a][1]);
  return labels_of(graph, merger);
}

Labels join_greedily(const EnvironmentGraph& graph, const Labels* start) {
  LayerMerger merger(graph);
  if (start)
    for (const auto& [u, v] : graph.arcs)
      if ((*start)[u] == (*start)[v]) merger.merge(u, v);
  std::vector<std::unordered_map<NodeId, std::uint32_t>> between(graph.nodes);  // by root: arcs to other roots
  for (const auto& arc : graph.arcs) {
    const NodeId u = merger.find(arc[0]), v = merger.find(arc[1]);
    if (u == v) continue;
    ++between[u][v];
    ++between[v][u];
  }
  struct Candidate {
    std::uint32_t arcs;
    NodeId a, b;
    bool operator<(const Candidate& o) const { return arcs != o.arcs ? arcs < o.arcs : a != o.a ? a > o.a : b > o.b; }
  };
  std::priority_queue<Candidate> queue;
  const auto offer = [&](NodeId a, NodeId b, std::uint32_t arcs) {
    queue.push({arcs, std::min(a, b), std::max(a, b)});
  };
  for (NodeId v = 0; v < graph.nodes; ++v)
    for (const auto& [to, arcs] : between[v])
      if (v < to) offer(v, to, arcs);
  while (!queue.empty()) {
    const auto [arcs, a, b] = queue.top();
    queue.pop();
    if (merger.find(a) != a || merger.find(b) != b || between[a][b] != arcs || !merger.merge(a, b)) continue;
    const NodeId root = merger.find(a), other = root == a ? b : a;
    between[root].erase(other);
    for (const auto& [to, more] : between[other]) {
      if (to == root) continue;
      between[to].erase(other);
      const std::uint32_t sum = between[root][to] += more;
      between[to][root] = sum;
      offer(root, to, sum);
    }
    between[other] = {};
  }
  return labels_of(graph, merger);
}

Labels improve(const EnvironmentGraph& graph, Labels labels) {
  std::vector<ArcId> order(graph.arcs.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t best = cut_count(graph, labels);;) {
    labels = BorderMover(graph, join_layers(graph, labels, order)).run();
    const std::uint32_t cut = cut_count(graph, labels);
    if (cut >= best) return labels;
    best = cut;
  }
}

Labels min_cut(const EnvironmentGraph& graph, const PartitionOptions& options) {
  const std::vector<std::uint64_t> weights = weights_of(graph, options);
  std::vector<bool> candidate(graph.arcs.size(), false);
  for (const UnionBlock& block : union_blocks(graph)) {
    const EnvironmentGraph local = local_graph(graph, block).graph;
    std::vector<std::uint64_t> capacity;
    for (const ArcId a : block.arcs) capacity.push_back(weights[a]);
    FlowNetwork network(local.nodes, local.arcs, capacity);
    std::vector<bool> cut(local.arcs.size(), false);
    Labels labels(local.nodes, 0);
    for (const auto& [u, v] : local.conflicts) {
      if (labels[u] != labels[v]) continue;
      const std::vector<bool> side = network.source_side(u, v);
      for (std::size_t a = 0; a < cut.size(); ++a)
        if (side[local.arcs[a][0]] != side[local.arcs[a][1]]) cut[a] = candidate[block.arcs[a]] = true;
      labels = components_without(local, cut);
    }
  }
  const Labels layers = components_without(graph, candidate);
  return join_greedily(graph, &layers);
}

}  // namespace plumb::partition
