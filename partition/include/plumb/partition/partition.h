// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "plumb/partition/environment_graph.h"
#include "plumb/partition/proof.h"

namespace plumb::partition {

/// brute_force: the solution tree (Saaltink 4.5), all minimal solutions. min_cut: a minimum cut per conflict, then
/// reduction (5.2). van_toll: layers grown one after the other. exact: the fewest transfers there are, with a proof.
enum class Method { brute_force, min_cut, van_toll, exact };

/// Weights of arcs for min_cut (Saaltink 5.2.1): adjacent * arcs that share an end with it + conflicts * conflicts at
/// its ends, times `inner` if both ends are fully connected.
struct ArcWeights {
  std::uint32_t adjacent = 1, conflicts = 1, inner = 2;
};

struct PartitionOptions {
  ArcWeights weights;
  /// By node: every edge of its polygon is shared. Empty: none is.
  std::vector<bool> fully_connected;
  /// brute_force keeps at most so many of the minimal solutions; all are counted.
  std::size_t kept_solutions = 100000;
};

/// A layer is a connected component once the transfers are taken out; no two of its nodes are in conflict.
struct Partition {
  std::vector<ArcId> transfers;      ///< ascending; each between different layers
  std::vector<std::uint32_t> layer;  ///< by node; numbered from 0 by lowest node
  std::uint32_t layers = 0;
  std::uint32_t lower_bound = 0;  ///< proved: no partition has fewer transfers
  std::optional<Proof> proof;     ///< exact: of lower_bound
  /// brute_force: how many minimal solutions there are (2^64 - 1 if more), and the first of them in lexicographic order
  /// of their ascending transfers.
  std::uint64_t solution_count = 0;
  std::vector<std::vector<ArcId>> solutions;
};

/// Requires is_valid(graph). Fewest always means for this graph, counting arcs. Nodes need not be connected. Not
/// thread-safe with `exact`: GLPK and QSopt_ex keep state of the process. `exact` ends only with a proof, however long
/// that takes.
Partition partition(const EnvironmentGraph& graph, Method method, const PartitionOptions& options = {});

/// The layers are the components without the transfers, numbered as said, without conflicts, and every transfer joins
/// two.
bool is_valid(const Partition& partition, const EnvironmentGraph& graph);

}  // namespace plumb::partition
