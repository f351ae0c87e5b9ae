// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/partition/simplify.h"

#include <algorithm>
#include <cassert>

#include "graph_parts.h"

namespace plumb::partition {
namespace {

bool in_conflict(const EnvironmentGraph& g, NodeId a, NodeId b) {
  return std::binary_search(g.conflicts.begin(), g.conflicts.end(), std::array{std::min(a, b), std::max(a, b)});
}

// Arcs between nodes in conflict are cut in every solution, so they connect nothing.
bool take_forced(SimplifiedBlock& b, SimplifiedGraph& out) {
  std::size_t kept = 0;
  for (std::size_t a = 0; a < b.graph.arcs.size(); ++a) {
    const auto [u, v] = b.graph.arcs[a];
    if (in_conflict(b.graph, u, v)) {
      out.forced.push_back(std::move(b.chains[a]));
      out.forced_ends.push_back(b.node[std::min(u, v)]);
      out.forced_ends.push_back(b.node[std::max(u, v)]);
      continue;
    }
    b.graph.arcs[kept] = b.graph.arcs[a];
    if (kept != a) b.chains[kept] = std::move(b.chains[a]);
    ++kept;
  }
  const bool changed = kept != b.graph.arcs.size();
  b.graph.arcs.resize(kept);
  b.chains.resize(kept);
  return changed;
}

// All ways from u lead through w: what keeps w apart from v keeps u apart from v.
bool drop_implied_conflicts(SimplifiedBlock& b) {
  const Incidence arcs(b.graph.nodes, b.graph.arcs);
  const auto way_out = [&](NodeId u) {
    const auto ways = arcs.of(u);
    const bool single =
        !ways.empty() && std::all_of(ways.begin(), ways.end(), [&](const auto& w) { return w.to == ways[0].to; });
    return single ? ways[0].to : u;
  };
  const auto implied = [&](NodeId u, NodeId v) {
    const NodeId w = way_out(u);
    return w != u && w != v && in_conflict(b.graph, w, v);
  };
  std::vector<std::array<NodeId, 2>> kept;
  for (const auto& c : b.graph.conflicts)
    if (!implied(c[0], c[1]) && !implied(c[1], c[0])) kept.push_back(c);
  const bool changed = kept.size() != b.graph.conflicts.size();
  b.graph.conflicts = std::move(kept);
  return changed;
}

// Paths over nodes of degree 2 without conflict become one arc.
bool contract(SimplifiedBlock& b) {
  const Incidence arcs(b.graph.nodes, b.graph.arcs), conflicts(b.graph.nodes, b.graph.conflicts);
  const auto inner = [&](NodeId v) { return conflicts.of(v).empty() && arcs.of(v).size() == 2; };
  std::vector<bool> done(b.graph.arcs.size(), false);
  std::vector<std::array<NodeId, 2>> ends;
  std::vector<Chain> chains;
  for (NodeId v = 0; v < b.graph.nodes; ++v) {
    if (inner(v)) continue;
    for (auto way : arcs.of(v)) {
      if (done[way.index]) continue;
      Chain chain;
      for (;;) {
        done[way.index] = true;
        chain.insert(chain.end(), b.chains[way.index].begin(), b.chains[way.index].end());
        if (!inner(way.to)) break;
        const auto two = arcs.of(way.to);
        way = two[0].index == way.index ? two[1] : two[0];
      }
      if (way.to == v) continue;  // back where it began
      std::sort(chain.begin(), chain.end());
      ends.push_back({v, way.to});
      chains.push_back(std::move(chain));
    }
  }
  const bool changed = ends.size() != b.graph.arcs.size();
  if (changed) {
    b.graph.arcs = std::move(ends);
    b.chains = std::move(chains);
  }
  return changed;
}

}  // namespace

SimplifiedGraph simplify(const EnvironmentGraph& graph) {
  assert(is_valid(graph));
  SimplifiedGraph out;
  std::vector<SimplifiedBlock> todo(1);
  todo[0].graph = graph;
  for (NodeId v = 0; v < graph.nodes; ++v) todo[0].node.push_back(v);
  for (ArcId a = 0; a < graph.arcs.size(); ++a) todo[0].chains.push_back({a});
  take_forced(todo[0], out);
  while (!todo.empty()) {
    const SimplifiedBlock whole = std::move(todo.back());
    todo.pop_back();
    for (const UnionBlock& part : union_blocks(whole.graph)) {
      LocalGraph local = local_graph(whole.graph, part);
      SimplifiedBlock b{std::move(local.graph), {}, {}};
      for (const NodeId v : local.node) b.node.push_back(whole.node[v]);
      for (const ArcId a : part.arcs) b.chains.push_back(whole.chains[a]);
      bool changed = drop_implied_conflicts(b);
      if (contract(b)) changed = true;
      if (take_forced(b, out)) changed = true;
      (changed ? todo : out.blocks).push_back(std::move(b));
    }
  }
  const auto lowest = [](const SimplifiedBlock& b) {
    ArcId least = b.chains[0][0];
    for (const Chain& c : b.chains) least = std::min(least, c[0]);
    return least;
  };
  std::sort(out.blocks.begin(), out.blocks.end(), [&](const auto& a, const auto& b) { return lowest(a) < lowest(b); });
  std::vector<std::size_t> order(out.forced.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return out.forced[i] < out.forced[j]; });
  std::vector<Chain> forced;
  std::vector<NodeId> ends;
  for (const std::size_t i : order) {
    forced.push_back(std::move(out.forced[i]));
    ends.insert(ends.end(), {out.forced_ends[2 * i], out.forced_ends[2 * i + 1]});
  }
  out.forced = std::move(forced);
  out.forced_ends = std::move(ends);
  return out;
}

std::vector<ArcId> original_transfers(const SimplifiedGraph& simplified, const std::vector<std::vector<ArcId>>& cuts) {
  std::vector<ArcId> transfers;
  for (const Chain& c : simplified.forced) transfers.push_back(c[0]);
  for (std::size_t b = 0; b < cuts.size(); ++b)
    for (const ArcId a : cuts[b]) transfers.push_back(simplified.blocks[b].chains[a][0]);
  std::sort(transfers.begin(), transfers.end());
  return transfers;
}

}  // namespace plumb::partition
