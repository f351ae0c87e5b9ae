// SPDX-License-Identifier: GPL-3.0-or-later
// Separation for the linear program of transfers: given lengths of arcs, the fractional solution of the program, find
// covers that they violate. A cover is a set of arcs of which at least so many are transfers: one of each path between
// two nodes in conflict, or k - 1 of a tree between k nodes that are all in conflict with each other.
//
// 1. violated_sources(): arcs without length are contracted; then a Dijkstra search from each class of nodes, up to
//    length 1, finds the conflicts whose ends are nearer than 1, and thereby the nodes from which a search is
//    worthwhile.
// 2. paths(): from each such node, search() finds the shortest path (Dijkstra, ties by the number of arcs) to a node in
//    conflict. Its arcs are used up, but for `shared` ones, so the paths found have no other arc in common. Paths of
//    few arcs are tried first: the limit is 4, then 16, 64 and none.
// 3. trees(): from each node that may start a tree, adds the nearest node in conflict with all ends so far, as long as
//    there is one within 1, and keeps the tree that is violated most.
// turn_ rotates the order from one call to the next, so that the same nodes do not always come first.
//
// Cost: violated_sources() and each limit of paths() take a Dijkstra search for each node in conflict, m log n each at
// worst; trees() at most 4000 searches.
// Exact: nothing needs to be. Lengths are doubles, and `tolerance` and `least` are hints: covers are facts of the graph
// whatever the lengths, and proofs are checked exactly (proof.cpp). trees() may miss some.
// Source: standard separation for multicut problems; the covers are those of proof.h.
#include "separation.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "plumb/kernel/union_find.h"

namespace plumb::partition {
namespace {

constexpr std::uint32_t none = ~0u;
constexpr kernel::Hint least{1e-9};  // arcs that are not longer count as arcs of length 0

template <class Key>
using MinQueue = std::priority_queue<Key, std::vector<Key>, std::greater<Key>>;

}  // namespace

Separation::Separation(const EnvironmentGraph& graph)
    : graph_(graph),
      arcs_(graph.nodes, graph.arcs),
      conflicts_(graph.nodes, graph.conflicts),
      used_(graph.arcs.size(), false),
      seen_(graph.nodes, 0),
      wanted_(graph.nodes, 0),
      from_(graph.nodes),
      hops_(graph.nodes),
      distance_(graph.nodes) {}

bool Separation::relax(NodeId v, double length, std::uint32_t arcs, std::uint32_t over) {
  if (seen_[v] == stamp_ && (distance_[v] < length || (distance_[v] == length && hops_[v] <= arcs))) return false;
  seen_[v] = stamp_;
  distance_[v] = length;
  hops_[v] = arcs;
  from_[v] = over;
  return true;
}

// The ends of conflicts whose other end is nearer than 1. Distances are measured between classes of nodes, which are
// connected by arcs of length 0.
std::vector<NodeId> Separation::violated_sources(std::span<const double> length) {
  kernel::UnionFind sets(graph_.nodes);
  for (std::size_t a = 0; a < graph_.arcs.size(); ++a)
    if (length[a] <= least) sets.unite(graph_.arcs[a][0], graph_.arcs[a][1]);
  std::vector<bool> source(graph_.nodes, false);
  std::vector<std::array<NodeId, 2>> far;  // classes with a conflict between them
  for (const auto& [u, v] : graph_.conflicts) {
    const NodeId a = sets.find(u), b = sets.find(v);
    if (a == b) source[u] = source[v] = true;
    else far.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(far.begin(), far.end());
  far.erase(std::unique(far.begin(), far.end()), far.end());

  std::vector<std::array<NodeId, 2>> ends;
  std::vector<double> lengths;
  for (std::size_t a = 0; a < graph_.arcs.size(); ++a) {
    const NodeId u = sets.find(graph_.arcs[a][0]), v = sets.find(graph_.arcs[a][1]);
    if (u == v || length[a] >= 1 - tolerance) continue;
    ends.push_back({u, v});
    lengths.push_back(length[a]);
  }
  const Incidence ways(graph_.nodes, ends);
  std::vector<std::array<NodeId, 2>> near;
  MinQueue<Key> queue;
  for (std::size_t i = 0; i < far.size();) {
    std::size_t j = i;
    const NodeId start = far[i][0];
    reset();
    for (; j < far.size() && far[j][0] == start; ++j) wanted_[far[j][1]] = stamp_;
    std::size_t left = j - i;
    relax(start, 0, 0, none);
    queue.push({0, 0, start});
    while (!queue.empty()) {
      const Key k = queue.top();
      queue.pop();
      if (left == 0 || k.length > distance_[k.node]) continue;
      if (wanted_[k.node] == stamp_) {
        wanted_[k.node] = 0;
        near.push_back({start, k.node});
        --left;
      }
      for (const auto& w : ways.of(k.node)) {
        const double d = k.length + lengths[w.index];
        if (d < 1 - tolerance && relax(w.to, d, 0, none)) queue.push({d, 0, w.to});
      }
    }
    i = j;
  }
  if (!near.empty()) {
    std::sort(near.begin(), near.end());
    for (const auto& [u, v] : graph_.conflicts) {
      const NodeId a = sets.find(u), b = sets.find(v);
      if (a != b && std::binary_search(near.begin(), near.end(), std::array{std::min(a, b), std::max(a, b)}))
        source[u] = source[v] = true;
    }
  }
  std::vector<NodeId> sources;
  for (NodeId v = 0; v < graph_.nodes; ++v)
    if (source[v]) sources.push_back(v);
  return sources;
}

// The shortest path over unused arcs to the nearest node in conflict with the source, if it is shorter than 1.
bool Separation::search(std::span<const double> length, NodeId source, std::uint32_t most_arcs, BlockCover& found) {
  reset();
  for (const auto& c : conflicts_.of(source)) wanted_[c.to] = stamp_;
  MinQueue<Key> queue;
  relax(source, 0, 0, none);
  queue.push({0, 0, source});
  while (!queue.empty()) {
    const Key k = queue.top();
    queue.pop();
    if (k.length != distance_[k.node] || k.arcs != hops_[k.node]) continue;
    if (wanted_[k.node] == stamp_) {
      found.ends = {std::min(source, k.node), std::max(source, k.node)};
      for (NodeId v = k.node; from_[v] != none;
           v = graph_.arcs[from_[v]][0] == v ? graph_.arcs[from_[v]][1] : graph_.arcs[from_[v]][0])
        found.arcs.push_back(from_[v]);
      std::sort(found.arcs.begin(), found.arcs.end());
      return true;
    }
    if (k.arcs == most_arcs) continue;
    for (const auto& w : arcs_.of(k.node)) {
      if (used_[w.index]) continue;
      const double add = length[w.index] <= least ? 0 : length[w.index];
      const double d = k.length + add;
      if (d < 1 - tolerance && relax(w.to, d, k.arcs + 1, w.index)) queue.push({d, k.arcs + 1, w.to});
    }
  }
  return false;
}

std::vector<BlockCover> Separation::paths(std::span<const double> length, const std::vector<bool>& shared,
                                          std::size_t most) {
  std::vector<NodeId> sources = violated_sources(length);
  std::vector<BlockCover> found;
  if (sources.empty()) return found;
  // Each call starts at another source.
  std::rotate(sources.begin(), sources.begin() + (turn_++ * 7919u) % sources.size(), sources.end());
  std::fill(used_.begin(), used_.end(), false);
  for (const std::uint32_t most_arcs : {4u, 16u, 64u, none}) {
    std::size_t in_vain = 0;
    for (const NodeId u : sources) {
      BlockCover path;
      if (!search(length, u, most_arcs, path)) {
        if (most_arcs > 4 && ++in_vain > 200 && !found.empty()) break;
        continue;
      }
      in_vain = 0;
      for (const ArcId a : path.arcs)
        if (!shared[a]) used_[a] = true;
      found.push_back(std::move(path));
      if (found.size() == most) return found;
    }
  }
  return found;
}

// Extends a tree, from one node, to the nearest node in conflict with all ends so far, while that node is at most 1
// away.
std::vector<BlockCover> Separation::trees(std::span<const double> length, std::size_t most) {
  std::vector<BlockCover> found;
  std::vector<std::uint32_t> foes(graph_.nodes), foes_stamp(graph_.nodes, 0);
  std::vector<std::uint32_t> in_tree(graph_.nodes, 0);
  std::uint32_t round = 0;
  std::size_t budget = 4000;
  for (NodeId i = 0; i < graph_.nodes && found.size() < most && budget > 0; ++i) {
    const NodeId start = static_cast<NodeId>((i + std::uint64_t{turn_} * 7919u) % graph_.nodes);
    for (const bool is_end : {true, false}) {
      if (is_end ? conflicts_.of(start).size() < 2 : arcs_.of(start).size() < 3) continue;
      ++round;
      BlockCover tree, best;
      std::vector<NodeId> nodes{start};
      in_tree[start] = round;
      double cost = 0, slack = tolerance;
      const auto take_end = [&](NodeId v) {
        tree.ends.push_back(v);
        for (const auto& c : conflicts_.of(v)) {
          if (foes_stamp[c.to] != round) foes_stamp[c.to] = round, foes[c.to] = 0;
          ++foes[c.to];
        }
      };
      if (is_end) take_end(start);
      while (budget > 0) {
        --budget;
        reset();
        MinQueue<Key> queue;
        for (const NodeId v : nodes) {
          relax(v, 0, 0, none);
          queue.push({0, 0, v});
        }
        NodeId next = none;
        while (!queue.empty() && next == none) {
          const Key k = queue.top();
          queue.pop();
          if (k.length != distance_[k.node] || k.arcs != hops_[k.node]) continue;
          const bool candidate = tree.ends.empty() ? k.node != start && !conflicts_.of(k.node).empty()
                                                   : foes_stamp[k.node] == round && foes[k.node] == tree.ends.size();
          if (candidate) {
            next = k.node;
            break;
          }
          for (const auto& w : arcs_.of(k.node)) {
            const double d = k.length + (length[w.index] <= least ? 0 : length[w.index]);
            if (d <= 1 + tolerance && relax(w.to, d, k.arcs + 1, w.index)) queue.push({d, k.arcs + 1, w.to});
          }
        }
        if (next == none) break;
        cost += distance_[next];
        for (NodeId v = next; in_tree[v] != round;) {
          in_tree[v] = round;
          nodes.push_back(v);
          tree.arcs.push_back(from_[v]);
          const auto& ends = graph_.arcs[from_[v]];
          v = ends[0] == v ? ends[1] : ends[0];
        }
        take_end(next);
        if (tree.ends.size() >= 3 && tree.asks() - cost > slack) {
          slack = tree.asks() - cost;
          best = tree;
        }
      }
      if (best.ends.empty()) continue;
      std::sort(best.ends.begin(), best.ends.end());
      std::sort(best.arcs.begin(), best.arcs.end());
      if (std::none_of(found.begin(), found.end(),
                       [&](const BlockCover& c) { return c.ends == best.ends && c.arcs == best.arcs; }))
        found.push_back(std::move(best));
    }
  }
  ++turn_;
  return found;
}

}  // namespace plumb::partition
