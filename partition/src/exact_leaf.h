// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "linear_program.h"
#include "plumb/partition/proof.h"
#include "plumb/partition/simplify.h"

namespace plumb::partition {

/// What is decided of each arc of a block.
enum class Decision : std::uint8_t { free, transfer, no_transfer };

/// From the program's duals, made rational, weights whose bound (proof.h) is at least `needed`; where rounding spoils
/// it, from exact duals. None if the covers do not show as much. The covers are those of the original graph.
std::optional<ProofTree> prove_leaf(const SimplifiedBlock& block, const std::vector<Decision>& decided,
                                    const LinearProgram& program, std::uint32_t needed);
/// The same with the exact duals at once.
std::optional<ProofTree> prove_leaf_exactly(const SimplifiedBlock& block, const std::vector<Decision>& decided,
                                            const LinearProgram& program, std::uint32_t needed);

/// Arcs of these chains, ascending.
std::vector<ArcId> original_arcs(const SimplifiedBlock& block, const std::vector<ArcId>& arcs);
Cover original_cover(const SimplifiedBlock& block, const BlockCover& cover, mpq_class weight);

}  // namespace plumb::partition
