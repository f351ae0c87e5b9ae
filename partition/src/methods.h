// SPDX-License-Identifier: GPL-3.0-or-later
// The methods from which partition.cpp chooses. All require is_valid(graph).
#pragma once
#include "labels.h"
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

}  // namespace plumb::partition
