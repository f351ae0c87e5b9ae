// SPDX-License-Identifier: GPL-3.0-or-later
// A .bin, loaded into Detour as export_detour.h says.
#pragma once
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <catch2/catch.hpp>
#include <cstring>

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

}  // namespace plumb::tests
