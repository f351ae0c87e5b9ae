// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "plumb/pipeline/export_detour_tile.h"

namespace plumb::pipeline {

inline constexpr std::uint32_t most_reference_bits = 22;  ///< of a reference of 32, for the tile and the polygon

/// How many bits number so many things.
constexpr std::uint32_t bits_for(std::uint64_t count) {
  return count <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(count - 1));
}

/// A file of tiles, as RecastDemo loads it.
std::string tile_set(std::span<const std::string> tiles, const DetourSetParameters& parameters,
                     std::span<const std::uint32_t> references);

}  // namespace plumb::pipeline
