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

// Groups the nodes: the node of the greatest degree with all its neighbours that are in no group yet, again and again.
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
    // No arc is left: every component is one node.
    if (std::ranges::all_of(graphs_.back(), [](const auto& arcs) { return arcs.empty(); })) break;
    last = &graphs_.back();
  }
  for (const Graph& abstract : graphs_) known_.emplace_back(abstract.size());
}

double Hierarchy::least(std::size_t level, Node node) {
  const Known& known = known_[level][node];
  if (known.exact >= 0) return known.exact;
  const double above = level + 1 < graphs_.size() ? distance(level + 1, groups_[level + 1][node]) : 0;
  return std::max(above, known.bound);
}

double Hierarchy::distance(std::size_t level, Node from) {
  std::vector<Known>& known = known_[level];
  if (known[from].exact >= 0) return known[from].exact;
  struct Entry {
    double key, cost;
    Node node;
    bool operator>(const Entry& o) const { return key > o.key; }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<Node> closed;
  const std::uint32_t search = ++searches_;
  const auto reach = [&](Node node, double cost, Node before) {
    Known& k = known[node];
    if (k.search == search && k.cost <= cost) return false;
    k.search = search, k.cost = cost, k.before = before;
    return true;
  };
  reach(from, 0, none);
  queue.push({least(level, from), 0, from});
  while (!queue.empty()) {
    const Entry entry = queue.top();
    queue.pop();
    if (entry.cost > known[entry.node].cost) continue;
    closed.push_back(entry.node);
    ++expanded_;
    if (entry.node == goals_[level]) {
      // Along the way found the distances are known; for the other nodes looked at lower bounds are.
      for (const Node node : closed) known[node].bound = std::max(known[node].bound, entry.cost - known[node].cost);
      for (Node n = entry.node; n != none; n = known[n].before) known[n].exact = entry.cost - known[n].cost;
      return entry.cost;
    }
    for (const Arc& arc : graphs_[level][entry.node]) {
      const double cost = entry.cost + arc.cost;
      if (!reach(arc.to, cost, entry.node)) continue;
      if (const double rest = least(level, arc.to); rest < HUGE_VAL) queue.push({cost + rest, cost, arc.to});
    }
  }
  for (const Node node : closed) known[node].exact = HUGE_VAL;
  return known[from].exact = HUGE_VAL;
}

}  // namespace plumb::pipeline
