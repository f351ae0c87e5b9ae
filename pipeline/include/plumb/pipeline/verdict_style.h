// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/kernel/surface_cells.h"
#include "plumb/pipeline/stance_map.h"

namespace plumb::pipeline {

using Colour = std::array<std::uint8_t, 3>;  // red, green, blue

/// Red for blocked, grey for covered; stances run from orange over yellow to green, the highest always green.
Colour colour_of(kernel::Label label, std::size_t stance_count);
/// "#rrggbb"
std::string hex(const Colour& colour);
/// "blocked", "covered" or the stance's name.
std::string verdict_name(kernel::Label label, const std::vector<Stance>& stances);

}  // namespace plumb::pipeline
