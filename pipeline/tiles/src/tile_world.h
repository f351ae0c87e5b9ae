// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/pipeline/export_detour_tile.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// What the names of files of Detour end with.
inline constexpr const char* bin_ending = ".bin";

/// The .bin of all tiles, for Detour.
struct TileWorld {
  DetourSetParameters parameters;
  std::optional<TileFile> set;  ///< out/world.mset; none if Detour's references cannot name all tiles
};

/// Writes out/world.mset of the files of all tiles. None if a tile was finished without a .bin, or none has any; then a
/// file from before is removed.
Result<std::optional<TileWorld>> write_tile_world(const TileStore& store, const TilePlan& plan,
                                                  const std::vector<FinishedTile>& tiles);

}  // namespace plumb::pipeline
