// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_links.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>

#include <cstring>
#include <map>
#include <memory>

#include "plumb/pipeline/cancellation.h"

namespace plumb::pipeline {
namespace {

static_assert(sizeof(dtTileRef) == 4, "the format's references have 32 bits");

// RecastDemo's, 'MSET' as its compilers number that.
constexpr std::int32_t set_magic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T', set_version = 1;
constexpr std::uint8_t within_tile = 0xff;  // dtLink::side

dtNavMeshParams detour_parameters(const DetourSetParameters& s) {
  dtNavMeshParams p{};
  std::copy(s.origin.begin(), s.origin.end(), p.orig);
  p.tileWidth = s.tile_width;
  p.tileHeight = s.tile_height;
  p.maxTiles = 1 << s.tile_bits;
  p.maxPolys = 1 << s.polygon_bits;
  return p;
}

bool links_to(const dtMeshTile& tile, const dtPoly& polygon, dtPolyRef to) {
  for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile.links[l].next)
    if (tile.links[l].ref == to) return true;
  return false;
}

class Loaded {
 public:
  Loaded() : mesh_(dtAllocNavMesh(), &dtFreeNavMesh) {}

  bool load(std::span<const std::string> tiles, const dtNavMeshParams& parameters) {
    if (dtStatusFailed(mesh_->init(&parameters))) return false;
    number_of_.resize(static_cast<std::size_t>(parameters.maxTiles));
    for (const std::string& bytes : tiles) {
      cancellation_point();
      auto* data = static_cast<unsigned char*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
      std::memcpy(data, bytes.data(), bytes.size());
      dtTileRef reference = 0;
      if (dtStatusFailed(mesh_->addTile(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA, 0, &reference))) {
        dtFree(data);
        return false;
      }
      number_of_[mesh_->decodePolyIdTile(reference)] = static_cast<std::uint32_t>(out_.references.size());
      out_.references.push_back(reference);
    }
    return true;
  }

  LoadedTiles read() {
    for (std::uint32_t t = 0; t < out_.references.size(); ++t) {
      const dtMeshTile& tile = *mesh_->getTileByRef(out_.references[t]);
      const dtPolyRef base = mesh_->getPolyRefBase(&tile);
      const auto all = static_cast<std::uint32_t>(tile.header->polyCount),
                 ground = static_cast<std::uint32_t>(tile.header->offMeshBase);
      for (std::uint32_t p = 0; p < ground; ++p) read_links(tile, {t, p});
      for (std::uint32_t p = ground; p < all; ++p)
        read_connection(tile, tile.polys[p], tile.offMeshCons[p - ground].userId, base | p);
    }
    return std::move(out_);
  }

 private:
  DetourPolygon number(dtPolyRef reference) const {
    return {number_of_[mesh_->decodePolyIdTile(reference)], mesh_->decodePolyIdPoly(reference)};
  }

  void read_links(const dtMeshTile& tile, const DetourPolygon& from) {
    const dtPoly& polygon = tile.polys[from.polygon];
    for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile.links[l].next) {
      const dtLink& link = tile.links[l];
      if (link.side != within_tile && link.edge < polygon.vertCount)  // else a connection's
        out_.links.push_back({from, link.edge, number(link.ref)});
    }
  }

  void read_connection(const dtMeshTile& tile, const dtPoly& polygon, std::uint32_t id, dtPolyRef self) {
    std::map<int, DetourPolygon> ends;  // by end
    for (unsigned l = polygon.firstLink; l != DT_NULL_LINK; l = tile.links[l].next) {
      const dtLink& link = tile.links[l];
      const dtMeshTile* beyond = nullptr;
      const dtPoly* reached = nullptr;
      mesh_->getTileAndPolyByRefUnsafe(link.ref, &beyond, &reached);
      if (links_to(*beyond, *reached, self)) ends.emplace(link.edge, number(link.ref));
    }
    auto& made = out_.connections.emplace_back(LoadedTiles::Connection{id, {}});
    for (const auto& [end, reached] : ends) made.ends.push_back(reached);
  }

  std::unique_ptr<dtNavMesh, decltype(&dtFreeNavMesh)> mesh_;
  std::vector<std::uint32_t> number_of_;  // by Detour's number of a tile, ours
  LoadedTiles out_;
};

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::optional<LoadedTiles> load_tiles(std::span<const std::string> tiles, const DetourSetParameters& parameters) {
  Loaded loaded;
  if (!loaded.load(tiles, detour_parameters(parameters))) return std::nullopt;
  return loaded.read();
}

std::string tile_set(std::span<const std::string> tiles, const DetourSetParameters& parameters,
                     std::span<const std::uint32_t> references) {
  std::string out;
  append(out, set_magic);
  append(out, set_version);
  append(out, static_cast<std::int32_t>(tiles.size()));
  append(out, detour_parameters(parameters));
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    append(out, references[t]);
    append(out, static_cast<std::int32_t>(tiles[t].size()));
    out += tiles[t];
  }
  return out;
}

}  // namespace plumb::pipeline
