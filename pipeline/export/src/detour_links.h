// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <bit>
#include <span>
#include <string>
#include <vector>

#include "plumb/pipeline/export_detour.h"

namespace plumb::pipeline {

inline constexpr std::uint32_t most_reference_bits = 22;  ///< of a reference of 32, for the tile and the polygon

/// dtNavMeshParams of a set of tiles.
struct DetourSetParameters {
  std::array<float, 3> origin;
  float tile_width, tile_height;
  std::uint32_t tile_bits, polygon_bits;
};

/// How many bits number so many things.
constexpr std::uint32_t bits_for(std::uint64_t count) {
  return count <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(count - 1));
}

/// A polygon by the number of its tile and its own.
struct DetourPolygon {
  std::uint32_t tile, polygon;
  auto operator<=>(const DetourPolygon&) const = default;
};

/// What Detour makes of tiles once all are added. It finds out by itself what is beyond an edge on the side of a tile:
/// polygons that have an edge there which overlaps it by a fiftieth of a unit and comes within two climbs in height.
struct LoadedTiles {
  struct Link {
    DetourPolygon from;
    std::size_t edge;
    DetourPolygon to;
  };
  struct Connection {
    std::uint32_t id;
    std::vector<DetourPolygon> ends;  ///< what it leads to and back, its first end first
  };
  std::vector<std::uint32_t> references;  ///< dtTileRef, by tile
  std::vector<Link> links;                ///< between tiles, but those of connections
  std::vector<Connection> connections;    ///< each that a tile has
};

/// None if Detour does not take one of them.
std::optional<LoadedTiles> load_tiles(std::span<const std::string> tiles, const DetourSetParameters& parameters);

/// A file of the tiles, as RecastDemo loads it.
std::string tile_set(std::span<const std::string> tiles, const DetourSetParameters& parameters,
                     std::span<const std::uint32_t> references);

}  // namespace plumb::pipeline
