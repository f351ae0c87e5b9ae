// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes of Detour as a ForeignMesh: their polygons, detail triangles, and the links that an engine would find.
//
// 1. FileSet reads the file and others of the same navmesh: those that are named, or the tiles that tiles_beside()
//    finds next to a map of TrinityCore. detour_bytes.h checks each. Together they are one set of tiles, whose grid is
//    the map's or, without one, that of the first file.
// 2. DetourReader::read() copies each tile into the layout of the Detour that Plumb is linked with (native_tile), and
//    its arrays into a StoredTile, as Detour moves the ends of connections in its own copy.
// 3. add_polygons() appends the ground polygons of a tile and their detail triangles; vertices at equal places get one
//    number. settings() keeps the first agent and cell size that a tile stores.
// 4. load() gives tiles to Detour, which computes the links within and between them, and reads these. If all tiles and
//    polygons are more than 22 bits can number, load_by_columns() gives Detour the tiles of one place and those around
//    it at a time: a tile has links with no others.
// 5. add_links() makes of all links pairs of ground polygons, without direction. A connection links all polygons at its
//    ends with one another. read() sorts the pairs and erases repeated ones.
//
// Cost: n log n for n links; linear in all else but what Detour does itself; by columns each tile is given to Detour
// nine times. Memory: the tiles three times (file, native copy, StoredTile), and once more in Detour.
// Exact: coordinates are the file's binary32, unchanged. Links are those of Detour's arithmetic in binary32.
// Source: Detour's own code; the names of TrinityCore's files are those of its map builder.
#include <DetourAlloc.h>
#include <DetourNavMesh.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <span>

#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text_number.h"
#include "read/detour_bytes.h"
#include "read/readers.h"

namespace plumb::pipeline {
namespace {

using Index = ForeignMesh::Index;

// A reference of 32 bits has 22 for the numbers of a tile and of a polygon; Detour needs the others.
constexpr unsigned number_bits = 22;

unsigned bits_for(std::size_t count) { return count <= 1 ? 0 : static_cast<unsigned>(std::bit_width(count - 1)); }

std::array<mpq_class, 3> exact(const float* v) { return {mpq_class(v[0]), mpq_class(v[1]), mpq_class(v[2])}; }

struct FreeNavMesh {
  void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
};

class DetourReader {
 public:
  DetourReader(const DetourSetBytes& set, std::string name) : set_(set), name_(std::move(name)) {}

  Result<ReadMesh> read() {
    read_.up = UpAxis::y;
    read_.takes_more_files = true;
    mesh_.format = set_.is_set ? "Detour tile set" : "Detour tile";
    mesh_.settings = set_.settings;
    mesh_.has_links = true;
    for (const DetourTileBytes& tile : set_.tiles) {
      tiles_.push_back(native_tile(tile));
      stored_.push_back(stored_tile(tiles_.back()));
      add_polygons(stored_.back());
    }
    std::vector<std::size_t> all(tiles_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (auto error = can_number(all) ? load(all, all.size()) : load_by_columns()) return *error;
    set_links(mesh_, std::move(by_ground_), std::move(by_connections_));
    return std::move(read_);
  }

 private:
  static dtMeshHeader header(const std::string& tile) {
    dtMeshHeader out;
    std::memcpy(&out, tile.data(), sizeof out);
    return out;
  }

  // A tile's arrays as the file has them.
  struct StoredTile {
    std::unique_ptr<dtMeshHeader> header;
    std::vector<float> verts, detail_verts;
    std::vector<dtPoly> polys;
    std::vector<dtPolyDetail> details;
    std::vector<unsigned char> triangles;
  };

  std::size_t most_polygons(std::span<const std::size_t> tiles) const {
    std::size_t most = 1;
    for (const std::size_t t : tiles) most = std::max(most, static_cast<std::size_t>(stored_[t].header->polyCount));
    return most;
  }
  bool can_number(std::span<const std::size_t> tiles) const {
    return bits_for(tiles.size()) + bits_for(most_polygons(tiles)) <= number_bits;
  }

  // Column by column of tiles over one another, with the eight columns around it.
  std::optional<Error> load_by_columns() {
    std::map<std::pair<int, int>, std::vector<std::size_t>> columns;
    for (std::size_t t = 0; t < tiles_.size(); ++t) columns[{stored_[t].header->x, stored_[t].header->y}].push_back(t);
    for (const auto& [place, own] : columns) {
      std::vector<std::size_t> near = own;
      for (const std::int64_t x : {-1, 0, 1})
        for (const std::int64_t y : {-1, 0, 1}) {
          const std::int64_t u = place.first + x, v = place.second + y;
          if ((x == 0 && y == 0) || u != static_cast<int>(u) || v != static_cast<int>(v)) continue;
          const auto beside = columns.find({static_cast<int>(u), static_cast<int>(v)});
          if (beside != columns.end()) near.insert(near.end(), beside->second.begin(), beside->second.end());
        }
      if (!can_number(near))
        return Error{ErrorCode::too_large, "tiles beside one another have more polygons than Detour can number", name_,
                     0};
      if (auto error = load(near, own.size())) return error;
    }
    return std::nullopt;
  }

  // Has Detour compute the links of these tiles among one another, and adds those of the first `wanted`.
  std::optional<Error> load(std::span<const std::size_t> numbers, std::size_t wanted) {
    const std::unique_ptr<dtNavMesh, FreeNavMesh> detour(dtAllocNavMesh());
    dtNavMeshParams parameters{};
    std::copy(set_.origin, set_.origin + 3, parameters.orig);
    parameters.tileWidth = set_.width;
    parameters.tileHeight = set_.depth;
    parameters.maxTiles = static_cast<int>(std::max<std::size_t>(1, numbers.size()));
    parameters.maxPolys = static_cast<int>(most_polygons(numbers));
    if (!detour || dtStatusFailed(detour->init(&parameters)))
      return Error{ErrorCode::too_large, "Detour does not take so many tiles and polygons", name_, 0};
    std::vector<dtTileRef> references;
    for (const std::size_t t : numbers) {
      auto* data = static_cast<unsigned char*>(dtAlloc(tiles_[t].size(), DT_ALLOC_PERM));
      if (!data) throw std::bad_alloc();
      std::memcpy(data, tiles_[t].data(), tiles_[t].size());
      dtTileRef reference = 0;
      if (dtStatusFailed(detour->addTile(data, static_cast<int>(tiles_[t].size()), DT_TILE_FREE_DATA, 0, &reference))) {
        dtFree(data);
        return Error{ErrorCode::syntax, "tile " + std::to_string(t) + " is where another one is", name_, 0};
      }
      references.push_back(reference);
    }
    const dtNavMesh& loaded = *detour;
    place_.clear();
    for (std::size_t i = 0; i < numbers.size(); ++i) place_[loaded.decodePolyIdTile(references[i])] = numbers[i];
    for (std::size_t i = 0; i < wanted; ++i) {
      const dtMeshTile& tile = *loaded.getTileByRef(references[i]);
      add_links(numbers[i], tile.header->polyCount, [&](int p, Beyond& beyond) {
        for (unsigned l = tile.polys[p].firstLink; l != DT_NULL_LINK; l = tile.links[l].next) {
          unsigned salt = 0, number = 0, polygon = 0;
          loaded.decodePolyId(tile.links[l].ref, salt, number, polygon);
          add(beyond, number, polygon, tile.links[l].edge);
        }
      });
    }
    return std::nullopt;
  }

  void add_polygons(const StoredTile& tile) {
    const dtMeshHeader& h = *tile.header;
    first_polygon_.push_back(static_cast<Index>(mesh_.polygons.size()));
    ground_.push_back(h.offMeshBase);
    counts_.push_back(static_cast<std::uint64_t>(h.polyCount));
    settings(h);
    std::vector<Index> point;  // by vertex of the tile
    for (int v = 0; v < h.vertCount; ++v) point.push_back(number_(exact(&tile.verts[3 * static_cast<std::size_t>(v)])));
    for (int p = 0; p < h.offMeshBase; ++p) {
      const dtPoly& polygon = tile.polys[static_cast<std::size_t>(p)];
      const auto index = static_cast<Index>(mesh_.polygons.size());
      ForeignMesh::Polygon& out = mesh_.polygons.emplace_back();
      out.area = polygon.getArea();
      out.name = static_cast<std::uint64_t>(p);
      for (int k = 0; k < polygon.vertCount; ++k) out.corners.push_back(point[polygon.verts[k]]);
      const dtPolyDetail& detail = tile.details[static_cast<std::size_t>(p)];
      for (unsigned t = detail.triBase; t < detail.triBase + detail.triCount; ++t) {
        ForeignMesh::Triangle triangle{{}, index};
        for (std::size_t k = 0; k < 3; ++k) {
          const unsigned char c = tile.triangles[4 * std::size_t{t} + k];
          triangle.corners[k] =
              c < polygon.vertCount
                  ? out.corners[c]
                  : number_(exact(tile.detail_verts.data() + 3 * std::size_t{detail.vertBase + c - polygon.vertCount}));
        }
        mesh_.detail.push_back(triangle);
      }
    }
  }

  void settings(const dtMeshHeader& h) {
    const auto keep = [](std::optional<mpq_class>& to, float value) {
      if (!to && value > 0) to = mpq_class(value);
    };
    keep(mesh_.settings.height, h.walkableHeight);
    keep(mesh_.settings.radius, h.walkableRadius);
    keep(mesh_.settings.climb, h.walkableClimb);
    if (!mesh_.settings.cell_size) mesh_.settings.cell_size = cell_size_of_inverse(h.bvQuantFactor);
  }

  static void link(Index a, Index b, std::vector<ForeignMesh::Link>& links) {
    if (a != b) links.push_back({std::min(a, b), std::max(a, b)});
  }

  // The polygons that one leads to: the number of the tile in set_, that of the polygon in its tile, and over which
  // edge.
  struct OverEdge {
    std::size_t tile;
    int polygon;
    unsigned edge;
  };
  using Beyond = std::vector<OverEdge>;
  void add(Beyond& beyond, std::uint64_t tile, std::uint64_t polygon, unsigned edge) const {
    const auto at = place_.find(tile);
    if (at != place_.end() && polygon < counts_[at->second])
      beyond.push_back({at->second, static_cast<int>(polygon), edge});
  }

  // look(p, beyond) appends the polygons, of ground and of connections, that polygon p of tile t leads to.
  template <class Look>
  void add_links(std::size_t t, int polygons, Look&& look) {
    Beyond beyond;
    for (int p = 0; p < polygons; ++p) {
      beyond.clear();
      look(p, beyond);
      std::erase_if(beyond, [&](const OverEdge& b) { return b.polygon >= ground_[b.tile]; });
      const auto number = [&](std::size_t tile, int polygon) {
        return first_polygon_[tile] + static_cast<Index>(polygon);
      };
      if (p < ground_[t]) {
        for (const auto& [tile, polygon, edge] : beyond) {
          const Index from = number(t, p), to = number(tile, polygon);
          link(from, to, by_ground_);
          if (from != to && edge < mesh_.polygons[from].corners.size()) mesh_.edge_links.push_back({from, edge, to});
        }
        continue;
      }
      for (std::size_t i = 0; i < beyond.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          link(number(beyond[i].tile, beyond[i].polygon), number(beyond[j].tile, beyond[j].polygon), by_connections_);
          ++mesh_.off_mesh;
        }
    }
  }

  static StoredTile stored_tile(const std::string& bytes) {
    StoredTile out{std::make_unique<dtMeshHeader>(header(bytes)), {}, {}, {}, {}, {}};
    const dtMeshHeader& h = *out.header;
    std::size_t at = sizeof(dtMeshHeader);
    const auto take = [&](auto& list, int count) {
      list.resize(static_cast<std::size_t>(count));
      const std::size_t size = list.size() * sizeof(list[0]);
      if (size > 0) std::memcpy(static_cast<void*>(list.data()), bytes.data() + at, size);
      at += size;
    };
    take(out.verts, 3 * h.vertCount);
    take(out.polys, h.polyCount);
    at += sizeof(dtLink) * static_cast<std::size_t>(h.maxLinkCount);
    take(out.details, h.detailMeshCount);
    take(out.detail_verts, 3 * h.detailVertCount);
    take(out.triangles, 4 * h.detailTriCount);
    return out;
  }

  const DetourSetBytes& set_;
  const std::string name_;
  std::vector<std::string> tiles_;
  ReadMesh read_;
  ForeignMesh& mesh_ = read_.mesh;
  std::vector<ForeignMesh::Link> by_ground_, by_connections_;
  kernel::PointNumbering number_{mesh_.points};
  std::map<std::uint64_t, std::size_t> place_;  // by the number that Detour has for a tile now, ours
  std::vector<StoredTile> stored_;              // by tile
  std::vector<Index> first_polygon_;            // by tile
  std::vector<int> ground_;                     // by tile, polygons that are no connections
  std::vector<std::uint64_t> counts_;           // by tile, all its polygons
};

// TrinityCore's maps, whose tiles are files beside it: 000.mmap has 0003228.mmtile.
bool is_map(const std::string& name) { return extension_of(name) == ".mmap"; }

std::vector<std::string> tiles_beside(const std::string& map) {
  const std::string stem = stem_of(map), folder = folder_of(map);
  std::vector<std::string> out;
  for (const std::string& name : system::names_in(folder.empty() ? "." : folder)) {
    const std::string rest = stem_of(name);
    if (extension_of(name) != ".mmtile" || !rest.starts_with(stem) || rest.size() != stem.size() + 4) continue;
    if (std::ranges::all_of(rest.substr(stem.size()), [](char c) { return c >= '0' && c <= '9'; }))
      out.push_back(in_folder(folder, name));
  }
  std::ranges::sort(out);
  return out;
}

// Several files as one set.
class FileSet {
 public:
  std::optional<Error> add(const std::string& name) {
    auto file = MappedFile::open(name);
    if (!file) return file.error();
    files_.push_back(std::move(*file));
    return add(files_.back().text(), name);
  }
  std::optional<Error> add(std::string_view bytes, const std::string& name) {
    const bool map = is_map(name);
    auto part = map ? take_apart_map(bytes, name) : take_apart_detour(bytes, name);
    if (!part) return part.error();
    const bool whole = part->is_set && !map;
    if (count_ > 0 && (whole || whole_))
      return Error{ErrorCode::bad_option, "this is a whole set of tiles; give it alone", name, 0};
    whole_ = whole;
    if (count_++ == 0) {
      set_ = std::move(*part);
      return std::nullopt;
    }
    set_.is_set = true;
    if (map) {
      std::copy(part->origin, part->origin + 3, set_.origin);
      set_.width = part->width;
      set_.depth = part->depth;
    }
    if (!set_.settings.cell_size) set_.settings = std::move(part->settings);
    set_.tiles.insert(set_.tiles.end(), part->tiles.begin(), part->tiles.end());
    return std::nullopt;
  }
  const DetourSetBytes& all() const { return set_; }

 private:
  DetourSetBytes set_;
  std::size_t count_ = 0;
  bool whole_ = false;  // the first file is a set, which has no other beside it
  std::deque<MappedFile> files_;
};

}  // namespace

Result<ReadMesh> read_detour_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  FileSet set;
  if (auto error = set.add(bytes, name)) return *error;
  std::vector<std::string> others = options.more_files;
  if (others.empty() && is_map(name)) others = tiles_beside(name);
  for (const std::string& other : others)
    if (auto error = set.add(other)) return *error;
  if (set.all().tiles.empty() && is_map(name))
    return Error{
        ErrorCode::no_face,
        "there is no tile of this map beside it, such as " + stem_of(name) + "3228.mmtile; give its tiles behind it",
        name, 0};
  return DetourReader(set.all(), name).read();
}

}  // namespace plumb::pipeline
