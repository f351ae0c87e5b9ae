// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "linear_program.h"
#include "plumb/partition/proof.h"
#include "plumb/partition/simplify.h"

namespace plumb::partition {

/// The decision on an arc of a block.
enum class Decision : std::uint8_t { free, transfer, no_transfer };

/// A proof that at least `needed` transfers are required: weights of covers (proof.h), which are the program's duals as
/// rationals or, where their rounding spoils the bound, exact duals. None if the covers do not prove as much. The
/// covers are in terms of the original graph.
std::optional<ProofTree> prove_leaf(const SimplifiedBlock& block, const std::vector<Decision>& decided,
                                    const LinearProgram& program, std::uint32_t needed);
/// The same with exact duals from the start.
std::optional<ProofTree> prove_leaf_exactly(const SimplifiedBlock& block, const std::vector<Decision>& decided,
                                            const LinearProgram& program, std::uint32_t needed);

/// Arcs of these chains, ascending.
std::vector<ArcId> original_arcs(const SimplifiedBlock& block, const std::vector<ArcId>& arcs);
Cover original_cover(const SimplifiedBlock& block, const BlockCover& cover, mpq_class weight);

}  // namespace plumb::partition
