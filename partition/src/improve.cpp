// SPDX-License-Identifier: GPL-3.0-or-later
#include "improve.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "flow_network.h"
#include "incidence.h"
#include "layer_merger.h"

namespace plumb::partition {
namespace {

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

}  // namespace plumb::partition
