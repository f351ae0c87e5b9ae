// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace plumb::partition {

using NodeId = std::uint32_t;
using ArcId = std::uint32_t;

/// The polygon environment graph (Saaltink, definition 4.1): nodes are convex polygons, an arc is a connection between
/// two of them, a conflict a pair whose projections overlap. Parallel arcs are different connections and are all kept.
struct EnvironmentGraph {
  std::uint32_t nodes = 0;
  std::vector<std::array<NodeId, 2>> arcs;       ///< different ends
  std::vector<std::array<NodeId, 2>> conflicts;  ///< first < second; ascending, distinct
};

/// For each node the number of its connected surface (arcs only), numbered from 0 by lowest node.
std::vector<std::uint32_t> surfaces(const EnvironmentGraph& graph);

/// The nodes of one connected surface as a graph of their own, with the numbers of its nodes and arcs in the whole.
struct SurfaceGraph {
  EnvironmentGraph graph;
  std::vector<NodeId> node;  ///< by node of `graph`: ascending
  std::vector<ArcId> arc;    ///< by arc of `graph`: ascending
};
/// One graph for each connected surface. Conflicts between different surfaces require no transfer and are left out.
std::vector<SurfaceGraph> split(const EnvironmentGraph& graph);

/// Ends in range and different; conflicts ascending and distinct.
bool is_valid(const EnvironmentGraph& graph);

}  // namespace plumb::partition
