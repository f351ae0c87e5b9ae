// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/result.h"

// Detour's files, cut into tiles and checked: Detour itself trusts them.
namespace plumb::pipeline {

/// A tile of version 7 that was checked: its counts and indices are in range. `bytes` is a part of the file.
struct DetourTileBytes {
  std::string_view bytes;
  bool wide = false;  ///< links have references of 64 bits
};

struct DetourSetBytes {
  bool is_set = false;
  float origin[3] = {}, width = 0, depth = 0;  ///< of the grid of tiles: dtNavMeshParams
  std::vector<DetourTileBytes> tiles;
  BakerSettings settings = {};  ///< those that Habitat and AzerothCore store; empty for others
};

/// Reads one tile, a set of them, by RecastDemo (version 1) or Habitat (version 2, with settings), or a tile of
/// TrinityCore or AzerothCore, which has a header of its own before Detour's. Errors: unsupported_format (another
/// version or byte order, or tiles of a cache), syntax (cut off, counts that do not fit), bad_index, bad_number.
Result<DetourSetBytes> take_apart_detour(std::string_view bytes, const std::string& name);

/// Reads a map of TrinityCore: the grid of its tiles, which are files of their own. Errors: syntax, bad_number.
Result<DetourSetBytes> take_apart_map(std::string_view bytes, const std::string& name);

/// The tile in the layout of the Detour that Plumb is linked with: its links are as wide as that has them, and empty.
std::string native_tile(const DetourTileBytes& tile);

}  // namespace plumb::pipeline
