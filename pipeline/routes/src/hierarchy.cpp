// SPDX-License-Identifier: GPL-3.0-or-later
#include "hierarchy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

namespace plumb::pipeline {
namespace {

using Node = Hierarchy::Node;
constexpr Node none = 0xffffffffu;

// By node its group: the node of the greatest degree and its neighbours, as far as they are in none yet.
std::vector<Node> groups_of(const Hierarchy::Graph& graph) {
  std::vector<Node> order(graph.size()), out(graph.size(), none);
  for (Node i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater<>(), [&](Node i) { return graph[i].size(); });
  Node count = 0;
  for (const Node i : order) {
    if (out[i] != none) continue;
    out[i] = count;
    for (const auto& arc : graph[i])
      if (out[arc.to] == none) out[arc.to] = count;
    ++count;
  }
  return out;
}

Hierarchy::Graph abstraction(const Hierarchy::Graph& graph, const std::vector<Node>& groups) {
  const std::size_t count = groups.empty() ? 0 : std::size_t{*std::ranges::max_element(groups)} + 1;
  std::vector<std::map<Node, double>> cheapest(count);
  for (Node i = 0; i < graph.size(); ++i)
    for (const auto& arc : graph[i]) {
      if (groups[i] == groups[arc.to]) continue;
      const auto [at, added] = cheapest[groups[i]].try_emplace(groups[arc.to], arc.cost);
      if (!added) at->second = std::min(at->second, arc.cost);
    }
  Hierarchy::Graph out(count);
  for (std::size_t g = 0; g < count; ++g)
    for (const auto& [to, cost] : cheapest[g]) out[g].push_back({to, cost});
  return out;
}

}  // namespace

Hierarchy::Hierarchy(const Graph& graph, Node goal) {
  const Graph* last = &graph;
  Node at = goal;
  for (;;) {
    groups_.push_back(groups_of(*last));
    at = groups_.back()[at];
    goals_.push_back(at);
    graphs_.push_back(abstraction(*last, groups_.back()));
    // No arc is left: every part is one node.
    if (std::ranges::all_of(graphs_.back(), [](const auto& arcs) { return arcs.empty(); })) break;
    last = &graphs_.back();
  }
  exact_.resize(graphs_.size());
  bounds_.resize(graphs_.size());
}

double Hierarchy::least(std::size_t level, Node node) {
  if (const auto known = exact_[level].find(node); known != exact_[level].end()) return known->second;
  const double above = level + 1 < graphs_.size() ? distance(level + 1, groups_[level + 1][node]) : 0;
  const auto bound = bounds_[level].find(node);
  return bound == bounds_[level].end() ? above : std::max(above, bound->second);
}

double Hierarchy::distance(std::size_t level, Node from) {
  if (const auto known = exact_[level].find(from); known != exact_[level].end()) return known->second;
  struct Entry {
    double key, cost;
    Node node;
    bool operator>(const Entry& o) const { return key > o.key; }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::unordered_map<Node, std::pair<double, Node>> reached;  // by node: what it costs, and from where
  std::unordered_map<Node, double> closed;
  reached[from] = {0, none};
  queue.push({least(level, from), 0, from});
  while (!queue.empty()) {
    const Entry entry = queue.top();
    queue.pop();
    if (entry.cost > reached[entry.node].first) continue;
    closed[entry.node] = entry.cost;
    ++expanded_;
    if (entry.node == goals_[level]) {
      // Along the way found, distances are known; of what else was looked at, that they are no less.
      for (const auto& [node, cost] : closed) {
        double& bound = bounds_[level].try_emplace(node, 0.0).first->second;
        bound = std::max(bound, entry.cost - cost);
      }
      for (Node n = entry.node; n != none; n = reached[n].second) exact_[level][n] = entry.cost - reached[n].first;
      return entry.cost;
    }
    for (const Arc& arc : graphs_[level][entry.node]) {
      const double cost = entry.cost + arc.cost;
      const auto [at, added] = reached.try_emplace(arc.to, cost, entry.node);
      if (!added) {
        if (at->second.first <= cost) continue;
        at->second = {cost, entry.node};
      }
      if (const double rest = least(level, arc.to); rest < HUGE_VAL) queue.push({cost + rest, cost, arc.to});
    }
  }
  for (const auto& [node, cost] : closed) exact_[level][node] = HUGE_VAL;
  return exact_[level][from] = HUGE_VAL;
}

}  // namespace plumb::pipeline
