// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_walk.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "plumb/pipeline/files.h"
#include "read/detour_bytes.h"

namespace plumb::walk {
namespace {

constexpr int most_nodes = 65535;  // Detour numbers nodes in 16 bits

double plan_distance(const float* p, const float* q) { return std::hypot(double{p[0]} - q[0], double{p[2]} - q[2]); }

dtNavMeshParams parameters_of(const pipeline::DetourSetBytes& set) {
  dtNavMeshParams out{};
  std::copy(set.origin, set.origin + 3, out.orig);
  out.tileWidth = set.width;
  out.tileHeight = set.depth;
  out.maxTiles = static_cast<int>(std::max<std::size_t>(1, set.tiles.size()));
  out.maxPolys = 1;
  for (const auto& tile : set.tiles) {
    dtMeshHeader header;
    std::memcpy(&header, tile.bytes.data(), sizeof header);
    out.maxPolys = std::max(out.maxPolys, header.polyCount);
  }
  return out;
}

}  // namespace

void DetourWalk::FreeMesh::operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
void DetourWalk::FreeQuery::operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }

DetourWalk::DetourWalk(const std::string& file) : mesh_(dtAllocNavMesh()), query_(dtAllocNavMeshQuery()) {
  const auto opened = pipeline::MappedFile::open(file);
  if (!opened) throw std::runtime_error(opened.error().message);
  const auto set = pipeline::take_apart_detour(opened->text(), file);
  if (!set) throw std::runtime_error(set.error().message);
  const dtNavMeshParams parameters = parameters_of(*set);
  if (!mesh_ || !query_ || dtStatusFailed(mesh_->init(&parameters)))
    throw std::runtime_error("Detour does not take so many tiles and polygons");
  for (const auto& tile : set->tiles) {
    const std::string bytes = pipeline::native_tile(tile);
    auto* data = static_cast<unsigned char*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
    if (!data) throw std::bad_alloc();
    std::memcpy(data, bytes.data(), bytes.size());
    if (dtStatusFailed(mesh_->addTile(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA, 0, nullptr))) {
      dtFree(data);
      throw std::runtime_error("Detour does not take a tile");
    }
  }
  if (dtStatusFailed(query_->init(mesh_.get(), most_nodes))) throw std::runtime_error("Detour has no room to search");
}

DetourWalk::~DetourWalk() = default;

std::optional<double> DetourWalk::length(const Place& from, const Place& to, const Place& reach) const {
  const dtQueryFilter filter;  // all polygons that have a flag; each area costs the same
  dtPolyRef ends[2] = {};
  Place on[2];
  const Place* places[2] = {&from, &to};
  for (const int k : {0, 1})
    if (dtStatusFailed(query_->findNearestPoly(places[k]->data(), reach.data(), &filter, &ends[k], on[k].data())) ||
        ends[k] == 0)
      return std::nullopt;
  std::vector<dtPolyRef> corridor(most_nodes);
  int count = 0;
  const dtStatus found =
      query_->findPath(ends[0], ends[1], on[0].data(), on[1].data(), &filter, corridor.data(), &count, most_nodes);
  if (dtStatusFailed(found) || dtStatusDetail(found, DT_PARTIAL_RESULT) || count == 0 ||
      corridor[static_cast<std::size_t>(count) - 1] != ends[1])
    return std::nullopt;
  // A straight path has a corner for each polygon at most, an end of a connection for each, and its ends.
  const int most = 2 * count + 2;
  std::vector<float> corners(3 * static_cast<std::size_t>(most));
  int corner_count = 0;
  if (dtStatusFailed(query_->findStraightPath(on[0].data(), on[1].data(), corridor.data(), count, corners.data(),
                                              nullptr, nullptr, &corner_count, most)) ||
      corner_count == 0)
    return std::nullopt;
  double out = plan_distance(from.data(), corners.data()) +
               plan_distance(corners.data() + 3 * (static_cast<std::size_t>(corner_count) - 1), to.data());
  for (std::size_t i = 1; i < static_cast<std::size_t>(corner_count); ++i)
    out += plan_distance(corners.data() + 3 * (i - 1), corners.data() + 3 * i);
  return out;
}

}  // namespace plumb::walk
