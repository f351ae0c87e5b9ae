// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "plumb/partition/environment_graph.h"

namespace plumb::partition {

/// Arcs that join `ends`, all in conflict with each other: any valid partition cuts at least |ends| - 1 of them. Two
/// ends: a conflict path.
struct Cover {
  std::vector<NodeId> ends;  ///< at least 2, ascending
  std::vector<ArcId> arcs;   ///< ascending, distinct; within them all ends are connected
  mpq_class weight;          ///< its dual variable, >= 0
};

/// A branch: whether any of its arcs is a transfer decides between two parts of the proof. A leaf: weighted covers.
/// With arcs F of the block free, groups T of which one arc at least is a transfer (the others decided not to be), and
/// r(a) = 1 - the sum of the weights of the covers over a, each partition that agrees with the decisions has at least
///     sum weight (|ends| - 1) + sum over F of min(0, r) + sum over groups of (sum of min(0, r), or the least r where
///     none is below 0)
/// transfers in the block: exact in rationals, rounded up. A cover all of whose arcs are decided not to be transfers
/// makes a leaf impossible.
struct ProofTree {
  std::vector<ArcId> arcs;       ///< a branch: ascending, distinct, not decided above; empty: a leaf
  std::vector<ProofTree> parts;  ///< of a branch: two, for one of the arcs at least and for none
  std::vector<Cover> covers;     ///< of a leaf
};

/// A lower bound for a set of arcs: no two blocks of a proof have one in common, so that their bounds add up.
struct BlockProof {
  std::vector<ArcId> arcs;  ///< ascending; those of all covers and branches of the tree are among them
  ProofTree tree;
};
struct Proof {
  std::vector<BlockProof> blocks;
};

/// The number of transfers that the proof shows to be needed; none if it is not sound. Trusts nothing but the graph.
std::optional<std::uint32_t> proved_bound(const EnvironmentGraph& graph, const Proof& proof);

/// What shows a partition to have the fewest transfers: the graph, the transfers, and a proof that fewer do not do.
struct ProofFile {
  EnvironmentGraph graph;
  std::vector<ArcId> transfers;
  Proof proof;
};
/// Plain text, one statement a line; docs/theory/layers.md says how.
void write_proof(std::ostream& out, const EnvironmentGraph& graph, const std::vector<ArcId>& transfers,
                 const Proof& proof);
/// None if it is not one, and then `error` says why ("LINE: what").
std::optional<ProofFile> read_proof(std::istream& in, std::string* error = nullptr);

}  // namespace plumb::partition
