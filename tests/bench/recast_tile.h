// SPDX-License-Identifier: GPL-3.0-or-later
// A flat floor as one tile of Detour's tile cache, with obstacles that come and go as in Recast's
// Sample_TempObstacles: its linear allocator too, but a compressor that copies, so no time goes to compression.
#pragma once
#include <DetourNavMesh.h>
#include <DetourTileCache.h>
#include <DetourTileCacheBuilder.h>

#include <array>
#include <cstring>
#include <vector>

#include "require.h"

namespace plumb::bench {

constexpr int tile_cells = 48;
constexpr float tile_cell = 0.3f, tile_cell_height = 0.2f;

struct CopyCompressor final : dtTileCacheCompressor {
  int maxCompressedSize(int size) override { return size; }
  dtStatus compress(const unsigned char* from, int size, unsigned char* to, int, int* written) override {
    std::memcpy(to, from, static_cast<std::size_t>(size));
    *written = size;
    return DT_SUCCESS;
  }
  dtStatus decompress(const unsigned char* from, int size, unsigned char* to, int, int* written) override {
    return compress(from, size, to, size, written);
  }
};

struct LinearAllocator final : dtTileCacheAlloc {
  void reset() override { used = 0; }
  void* alloc(const size_t size) override {
    const std::size_t at = used, rounded = (size + 15) / 16 * 16;
    if (at + rounded > memory.size()) return nullptr;
    used += rounded;
    return memory.data() + at;
  }
  void free(void*) override {}

  std::vector<unsigned char> memory = std::vector<unsigned char>(1 << 20);
  std::size_t used = 0;
};

class RecastTile {
 public:
  RecastTile() {
    dtNavMeshParams of_mesh{};
    of_mesh.tileWidth = of_mesh.tileHeight = tile_cells * tile_cell;
    of_mesh.maxTiles = 1;
    of_mesh.maxPolys = 1 << 14;
    require(dtStatusSucceed(mesh_.init(&of_mesh)), "Detour took no navmesh");
    dtTileCacheParams of_cache{};
    of_cache.cs = tile_cell;
    of_cache.ch = tile_cell_height;
    of_cache.width = of_cache.height = tile_cells;
    of_cache.walkableHeight = 2;
    of_cache.walkableClimb = 0.9f;
    of_cache.maxSimplificationError = 1.3f;
    of_cache.maxTiles = 4;
    of_cache.maxObstacles = 128;
    require(dtStatusSucceed(cache_.init(&of_cache, &allocator_, &compressor_, nullptr)), "Detour took no tile cache");
    add_floor();
    require(polygons() == 1, "Detour's floor is not one polygon");
  }

  dtObstacleRef add_box(const std::array<float, 3>& low, const std::array<float, 3>& high) {
    dtObstacleRef out = 0;
    cache_.addBoxObstacle(low.data(), high.data(), &out);
    update();
    return out;
  }
  dtObstacleRef add_turned_box(const std::array<float, 3>& centre, const std::array<float, 3>& half, float radians) {
    dtObstacleRef out = 0;
    cache_.addBoxObstacle(centre.data(), half.data(), radians, &out);
    update();
    return out;
  }
  void remove(dtObstacleRef obstacle) {
    cache_.removeObstacle(obstacle);
    update();
  }

  int polygons() const {
    const dtMeshTile* tile = static_cast<const dtNavMesh&>(mesh_).getTileAt(0, 0, 0);
    return tile && tile->header ? tile->header->polyCount : 0;
  }

 private:
  void add_floor() {
    dtTileCacheLayerHeader header{};
    header.magic = DT_TILECACHE_MAGIC;
    header.version = DT_TILECACHE_VERSION;
    header.bmax[0] = header.bmax[2] = tile_cells * tile_cell;
    header.width = header.height = tile_cells;
    header.maxx = header.maxy = tile_cells - 1;
    constexpr std::size_t cells = tile_cells * tile_cells;
    const std::vector<unsigned char> heights(cells, 0), areas(cells, DT_TILECACHE_WALKABLE_AREA);
    std::vector<unsigned char> neighbours(cells);
    for (int y = 0; y < tile_cells; ++y)
      for (int x = 0; x < tile_cells; ++x)
        neighbours[static_cast<std::size_t>(y * tile_cells + x)] = static_cast<unsigned char>(
            (x > 0 ? 1 : 0) | (y + 1 < tile_cells ? 2 : 0) | (x + 1 < tile_cells ? 4 : 0) | (y > 0 ? 8 : 0));
    unsigned char* data = nullptr;
    int size = 0;
    require(dtStatusSucceed(dtBuildTileCacheLayer(&compressor_, &header, heights.data(), areas.data(),
                                                  neighbours.data(), &data, &size)) &&
                dtStatusSucceed(cache_.addTile(data, size, DT_COMPRESSEDTILE_FREE_DATA, nullptr)) &&
                dtStatusSucceed(cache_.buildNavMeshTilesAt(0, 0, &mesh_)),
            "Detour took no tile");
  }
  void update() {
    for (bool done = false; !done;)
      if (dtStatusFailed(cache_.update(0, &mesh_, &done))) require(false, "Detour's update failed");
  }

  CopyCompressor compressor_;
  LinearAllocator allocator_;
  dtNavMesh mesh_;
  dtTileCache cache_;
};

}  // namespace plumb::bench
