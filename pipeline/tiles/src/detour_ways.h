// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "plumb/pipeline/export_detour_tile.h"
#include "plumb/pipeline/tile_seam.h"

namespace plumb::pipeline {

/// The ways out of a tile, without those of dropped components of the lowest stance, so that the tiles on both sides
/// name the same: flush ways in the stretches that the ends in both tiles make, others as the lesser tile tells them.
/// `others`: at least the seams of all tiles that ways lead to.
std::vector<DetourWay> detour_ways(const TileSeam& own, const std::vector<TileSeam>& others,
                                   const std::set<std::uint32_t>& dropped);

}  // namespace plumb::pipeline
