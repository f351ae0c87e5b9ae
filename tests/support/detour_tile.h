// SPDX-License-Identifier: GPL-3.0-or-later
// A .bin and an .mset, loaded into Detour as export_detour.h says.
#pragma once
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "plumb/pipeline/export_detour.h"

namespace plumb::tests {

struct DetourTile {
  dtNavMesh mesh;
  dtNavMeshQuery query;

  explicit DetourTile(const pipeline::DetourFile& file, int nodes = 2048) {
    auto* data = static_cast<unsigned char*>(dtAlloc(file.bytes.size(), DT_ALLOC_PERM));
    std::memcpy(data, file.bytes.data(), file.bytes.size());
    REQUIRE(dtStatusSucceed(mesh.init(data, static_cast<int>(file.bytes.size()), DT_TILE_FREE_DATA)));
    REQUIRE(dtStatusSucceed(query.init(&mesh, nodes)));
  }
};

struct DetourSet {
  // RecastDemo's.
  struct Header {
    std::int32_t magic, version, tiles;
    dtNavMeshParams parameters;
  };
  struct TileHeader {
    dtTileRef reference;
    std::int32_t size;
  };
  static_assert(sizeof(Header) == 40 && sizeof(TileHeader) == 8);

  Header header{};
  std::vector<TileHeader> tiles;
  dtNavMesh mesh;
  dtNavMeshQuery query;

  explicit DetourSet(const std::string& bytes, int nodes = 65535) {
    std::size_t at = 0;
    const auto read = [&](void* to, std::size_t size) {
      REQUIRE(at + size <= bytes.size());
      std::memcpy(to, bytes.data() + at, size);
      at += size;
    };
    read(&header, sizeof header);
    REQUIRE(dtStatusSucceed(mesh.init(&header.parameters)));
    for (int i = 0; i < header.tiles; ++i) {
      TileHeader& tile = tiles.emplace_back();
      read(&tile, sizeof tile);
      auto* data = static_cast<unsigned char*>(dtAlloc(static_cast<std::size_t>(tile.size), DT_ALLOC_PERM));
      read(data, static_cast<std::size_t>(tile.size));
      REQUIRE(dtStatusSucceed(mesh.addTile(data, tile.size, DT_TILE_FREE_DATA, tile.reference, nullptr)));
    }
    CHECK(at == bytes.size());
    REQUIRE(dtStatusSucceed(query.init(&mesh, nodes)));
  }

  /// Takes a tile out and puts it back in.
  void add_again(std::size_t tile) {
    unsigned char* data = nullptr;
    int size = 0;
    const dtMeshTile* there = mesh.getTileByRef(tiles[tile].reference);
    REQUIRE(there != nullptr);
    const std::vector<unsigned char> bytes(there->data, there->data + there->dataSize);
    REQUIRE(dtStatusSucceed(mesh.removeTile(tiles[tile].reference, &data, &size)));
    auto* again = static_cast<unsigned char*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
    std::memcpy(again, bytes.data(), bytes.size());
    REQUIRE(dtStatusSucceed(
        mesh.addTile(again, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA, 0, &tiles[tile].reference)));
  }
};

}  // namespace plumb::tests
