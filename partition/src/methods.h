// SPDX-License-Identifier: GPL-3.0-or-later
// The methods from which partition.cpp chooses, and heuristics that several of them use. All require is_valid(graph).
#pragma once
#include <span>

#include "graph_parts.h"
#include "plumb/partition/partition.h"

namespace plumb::partition {

struct AllMinimal {
  std::uint32_t transfers = 0;
  std::uint64_t count = 1;                    ///< 2^64 - 1 if there are more
  std::vector<std::vector<ArcId>> solutions;  ///< the first ones
};
AllMinimal brute_force(const EnvironmentGraph& graph, std::size_t kept);

Labels min_cut(const EnvironmentGraph& graph, const PartitionOptions& options);
Labels van_toll(const EnvironmentGraph& graph);

struct Fewest {
  Labels labels;
  Proof proof;
};
Fewest fewest_transfers(const EnvironmentGraph& graph, const PartitionOptions& options);

/// A bound that needs no search: largest stacks found, conflict paths without a common arc, arcs between nodes in
/// conflict.
std::uint32_t simple_lower_bound(const EnvironmentGraph& graph);

/// Heuristics for layers, which keep conflicts apart. This one joins the layers at the ends of each arc, in this order,
/// unless they are in conflict. Starts from the components of `labels`.
Labels join_layers(const EnvironmentGraph& graph, const Labels& labels, std::span<const ArcId> order);
/// Joins, again and again, the two layers with the most arcs between them that are not in conflict. Starts from single
/// nodes, or from the components of `start`.
Labels join_greedily(const EnvironmentGraph& graph, const Labels* start = nullptr);
/// Joins layers that are not in conflict, and moves the border between two layers to a minimum cut between the nodes
/// that must stay on either side, as long as this saves arcs.
Labels improve(const EnvironmentGraph& graph, Labels labels);

}  // namespace plumb::partition
