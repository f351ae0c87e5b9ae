// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/stance_map.h"
#include "plumb/vcd/surface_cells.h"

namespace plumb::pipeline {

using Colour = std::array<std::uint8_t, 3>;  // red, green, blue

/// The verdicts on cells in the order of their labels: inside, covered, blocked, the stances.
std::vector<kernel::Label> verdicts(std::size_t stance_count);

/// Red for blocked, grey for covered, brown for inside; stances run from orange over yellow to green, the highest always green.
Colour colour_of(kernel::Label label, std::size_t stance_count);
Colour colour_of(PortalKind kind);
inline constexpr Colour wall_colour{0x23, 0x26, 0x2b};
Colour darker(Colour colour);
/// "#rrggbb"
std::string hex(const Colour& colour);
/// "blocked", "covered", "inside" or the stance's name.
std::string verdict_name(kernel::Label label, const std::vector<Stance>& stances);

}  // namespace plumb::pipeline
