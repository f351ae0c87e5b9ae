// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

using Colour = std::array<std::uint8_t, 3>;  // red, green, blue

/// Red for blocked, grey for covered, brown for inside; stances run from orange over yellow to green, the highest
/// always green.
Colour colour_of(kernel::Label label, std::size_t stance_count);
Colour colour_of(PortalKind kind);
Colour colour_of(OneWayKind kind);
inline constexpr Colour wall_colour{0x23, 0x26, 0x2b};
Colour darker(Colour colour);

/// The colours of areas that may lie side by side in the page of plumb view. Each two of a palette differ by at least
/// 15 in CIEDE2000, also for who has no cones for long, middle or short waves; so they are others than those of the
/// files above. The second palette has a blue for the highest stance, for who does not tell red from green.
struct PagePalette {
  Colour too_close, inside, covered, blocked;
  Colour highest_stance;
  std::array<Colour, 2> lower_stances;  ///< from the lowest
  Colour updated;                       ///< blocked by updates
  Colour light_face, dark_face;         ///< of the level's faces, by theme: these two are never side by side
  std::array<Colour, 8> causes;         ///< of an audit's findings
};
extern const std::array<PagePalette, 2> page_palettes;
/// Stances between the first two and the highest take the last colours of causes.
Colour page_colour(const PagePalette& palette, kernel::Label label, std::size_t stance_count);
/// The colours that are left for causes, at least one.
std::vector<Colour> cause_colours(const PagePalette& palette, std::size_t stance_count);

/// "#rrggbb"
std::string hex(const Colour& colour);

}  // namespace plumb::pipeline
