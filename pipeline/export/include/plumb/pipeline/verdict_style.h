// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

using Colour = std::array<std::uint8_t, 3>;  // red, green, blue

/// Red for blocked, grey for covered, brown for inside; stances run from orange over yellow to green, the highest
/// always green.
Colour colour_of(kernel::Label label, std::size_t stance_count);
Colour colour_of(PortalKind kind);
inline constexpr Colour wall_colour{0x23, 0x26, 0x2b};
Colour darker(Colour colour);
/// "#rrggbb"
std::string hex(const Colour& colour);

}  // namespace plumb::pipeline
