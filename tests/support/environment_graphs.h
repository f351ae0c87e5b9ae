// SPDX-License-Identifier: GPL-3.0-or-later
// Environment graphs, made without geometry.
#pragma once
#include <algorithm>
#include <random>
#include <set>

#include "plumb/partition/environment_graph.h"

namespace plumb::tests {

using partition::ArcId;
using partition::EnvironmentGraph;
using partition::NodeId;

/// Conflicts put in order, once each.
inline EnvironmentGraph graph_of(std::uint32_t nodes, std::vector<std::array<NodeId, 2>> arcs,
                                 const std::vector<std::array<NodeId, 2>>& conflicts) {
  std::set<std::array<NodeId, 2>> sorted;
  for (const auto& [a, b] : conflicts) sorted.insert({std::min(a, b), std::max(a, b)});
  return {nodes, std::move(arcs), {sorted.begin(), sorted.end()}};
}

/// A staircase that winds: `nodes` in a path, those a multiple of `turn` steps apart over each other.
inline EnvironmentGraph winding(std::uint32_t nodes, std::uint32_t turn) {
  EnvironmentGraph g{nodes, {}, {}};
  for (NodeId v = 0; v + 1 < nodes; ++v) g.arcs.push_back({v, v + 1});
  for (NodeId u = 0; u < nodes; ++u)
    for (NodeId v = u + turn; v < nodes; v += turn) g.conflicts.push_back({u, v});
  return g;
}

/// Node 0 with an arm of each length; the outermost nodes of all arms are in conflict with each other.
inline EnvironmentGraph star(const std::vector<std::uint32_t>& arms) {
  EnvironmentGraph g{1, {}, {}};
  std::vector<NodeId> tips;
  for (const std::uint32_t length : arms) {
    NodeId last = 0;
    for (std::uint32_t i = 0; i < length; ++i) {
      g.arcs.push_back({last, g.nodes});
      last = g.nodes++;
    }
    tips.push_back(last);
  }
  for (std::size_t j = 0; j < tips.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) g.conflicts.push_back({tips[i], tips[j]});
  std::sort(g.conflicts.begin(), g.conflicts.end());
  return g;
}

/// A tree with arcs more; conflicts anywhere, neighbours and several surfaces included, or by stacks that avoid
/// neighbours.
inline EnvironmentGraph random_graph(std::mt19937& random, std::uint32_t most_nodes, std::uint32_t most_arcs) {
  const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t nodes = 1 + below(most_nodes);
  std::vector<std::array<NodeId, 2>> arcs, conflicts;
  if (nodes == 1) return {1, {}, {}};
  const auto pair = [&] {
    const NodeId a = below(nodes), b = below(nodes - 1);
    return std::array{a, b < a ? b : b + 1};
  };
  const std::uint32_t hubs = 1 + below(nodes),
                      gaps = 1 + below(8);  // few hubs: stars; gaps: how often the tree is broken
  for (NodeId v = 1; v < nodes && arcs.size() < most_arcs; ++v)
    if (gaps == 1 || below(gaps + 4)) arcs.push_back({v, below(std::min(v, hubs))});
  for (std::uint32_t left = below(most_arcs + 1); left > 0 && arcs.size() < most_arcs; --left)
    arcs.push_back(!arcs.empty() && below(6) == 0 ? arcs[below(arcs.size())] : pair());
  if (below(2)) {
    for (std::uint32_t left = below(nodes * (1 + below(3)) + 1); left > 0; --left) conflicts.push_back(pair());
    return graph_of(nodes, std::move(arcs), conflicts);
  }
  std::set<std::array<NodeId, 2>> neighbours;
  for (const auto& [a, b] : arcs) neighbours.insert({std::min(a, b), std::max(a, b)});
  for (std::uint32_t left = 1 + below(5); left > 0; --left) {
    std::vector<NodeId> stack;
    for (std::uint32_t size = 2 + below(4); size > 0; --size) stack.push_back(below(nodes));
    for (const NodeId a : stack)
      for (const NodeId b : stack)
        if (a < b && !neighbours.contains({a, b})) conflicts.push_back({a, b});
  }
  return graph_of(nodes, std::move(arcs), conflicts);
}

/// Storeys of side * side cells over each other, two ramps of 9 polygons from each to the next, beside which each
/// storey has a well. A polygon of a ramp is over those of the other ramps in its well, and over or under a cell beside
/// it in every storey.
inline EnvironmentGraph building(std::uint32_t storeys, std::uint32_t side) {
  constexpr std::uint32_t length = 9, left = 5;
  const std::uint32_t rows[] = {side / 6, side - side / 6 - 1};
  std::vector<std::array<NodeId, 2>> arcs, conflicts;
  std::vector<std::vector<NodeId>> column(side * side);
  std::vector<NodeId> number(storeys * side * side, ~0u);
  const auto cell = [&](std::uint32_t s, std::uint32_t r, std::uint32_t c) -> NodeId& {
    return number[(s * side + r) * side + c];
  };
  const auto well = [&](std::uint32_t r, std::uint32_t c) {
    return (r == rows[0] || r == rows[1]) && c >= left && c < left + length;
  };
  NodeId nodes = 0;
  for (std::uint32_t s = 0; s < storeys; ++s)
    for (std::uint32_t r = 0; r < side; ++r)
      for (std::uint32_t c = 0; c < side; ++c) {
        if (well(r, c)) continue;
        column[r * side + c].push_back(cell(s, r, c) = nodes++);
        if (c > 0 && !well(r, c - 1)) arcs.push_back({cell(s, r, c - 1), cell(s, r, c)});
        if (r > 0 && !well(r - 1, c)) arcs.push_back({cell(s, r - 1, c), cell(s, r, c)});
      }
  for (std::uint32_t s = 0; s + 1 < storeys; ++s)
    for (const std::uint32_t r : rows) {
      NodeId last = cell(s, r, left - 1);
      for (std::uint32_t i = 0; i < length; ++i) {
        arcs.push_back({last, nodes});
        last = nodes++;
        for (std::uint32_t t = 0; t < storeys; ++t) conflicts.push_back({cell(t, r + 1, left + i), last});
        column[r * side + left + i].push_back(last);
      }
      arcs.push_back({last, cell(s + 1, r, left + length)});
    }
  for (const auto& stack : column)
    for (std::size_t j = 0; j < stack.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) conflicts.push_back({stack[i], stack[j]});
  return graph_of(nodes, std::move(arcs), conflicts);
}

}  // namespace plumb::tests
