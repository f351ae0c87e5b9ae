// SPDX-License-Identifier: GPL-3.0-or-later
// Files of Detour, checked before Detour reads them. Detour trusts every count and index of a file, so a damaged one
// would make it read memory that is not its own.
//
// 1. take_apart_detour() decides by the first four bytes: take_set() reads a set of RecastDemo (version 1) or of
//    Habitat (version 2, with habitat_settings()), take_tile() a single tile, take_trinity_tile() a tile behind a
//    header of TrinityCore or AzerothCore, which has settings. take_apart_map() reads the grid of a map of TrinityCore.
// 2. take_set() finds out where the first tile begins, which shows how wide the set's references are, and cuts the file
//    into tiles.
// 3. check_tile() computes the size of a tile from its counts (parts_of) and compares it with the bytes that are there;
//    for a single tile it tries both widths of links. TileCheck examines the rest: numbers are finite and at most 2^60,
//    and corners, neighbours, detail triangles, nodes of the tree and connections are in range.
// 4. native_tile() copies a tile that was checked into the layout of the Detour that Plumb is linked with.
//
// Cost: linear in the bytes, as a polygon has at most 6 corners and 255 detail triangles. Memory: none for the checks,
// as tiles are views of the file; native_tile() makes a copy.
// Exact: no number is changed.
// Errors: a check throws Malformed, and unless_malformed() returns it as an Error with the file's name.
// Source: the formats are those of Detour (DetourNavMesh.h, version 7), RecastDemo, Habitat, TrinityCore, and
// AzerothCore (MapDefines.h, versions 18 and 19).
#include "read/detour_bytes.h"

#include <DetourNavMesh.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace plumb::pipeline {
namespace {

constexpr std::int32_t set_magic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T',
                       cache_magic = 'T' << 24 | 'S' << 16 | 'E' << 8 | 'T',
                       map_magic = 'M' << 24 | 'M' << 16 | 'A' << 8 | 'P', demo_version = 1, habitat_version = 2;
constexpr std::size_t set_header_bytes = 40, habitat_settings_bytes = 56, narrow_link = 12, wide_link = 16,
                      grid_bytes = 28, trinity_tile_bytes = 20, azeroth_tile_bytes = 56, trinity_map_bytes = 40;
static_assert(sizeof(dtMeshHeader) == 100 && sizeof(dtPoly) == 32 && sizeof(dtLink) == narrow_link &&
              sizeof(dtPolyDetail) == 12 && sizeof(dtBVNode) == 16 && sizeof(dtOffMeshConnection) == 36);

// The squares of greater distances are infinite in binary32. Detour then finds no nearest edge, but reads one.
constexpr float most_coordinate = 0x1p60f;

// What is wrong with a file. unless_malformed() makes an Error of it.
struct Malformed {
  ErrorCode code;
  std::string what;
};
[[noreturn]] void refuse(ErrorCode code, std::string what) { throw Malformed{code, std::move(what)}; }

template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) refuse(ErrorCode::syntax, "the file is cut off");
  T out;
  std::memcpy(&out, bytes.data() + at, sizeof(T));
  return out;
}

constexpr std::uint64_t aligned(std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; }

// The offsets of a tile's arrays, if links have that many bytes. Counts of 31 bits do not overflow them.
struct Parts {
  std::uint64_t verts, polys, links, details, detail_verts, detail_triangles, nodes, connections, end;
};
Parts parts_of(const dtMeshHeader& h, std::size_t link) {
  Parts p{};
  const auto count = [](int n) { return static_cast<std::uint64_t>(n); };
  p.verts = sizeof(dtMeshHeader);
  p.polys = p.verts + aligned(12 * count(h.vertCount));
  p.links = p.polys + sizeof(dtPoly) * count(h.polyCount);
  p.details = p.links + link * count(h.maxLinkCount);
  p.detail_verts = p.details + sizeof(dtPolyDetail) * count(h.detailMeshCount);
  p.detail_triangles = p.detail_verts + 12 * count(h.detailVertCount);
  p.nodes = p.detail_triangles + 4 * count(h.detailTriCount);
  p.connections = p.nodes + sizeof(dtBVNode) * count(h.bvNodeCount);
  p.end = p.connections + sizeof(dtOffMeshConnection) * count(h.offMeshConCount);
  return p;
}

class TileCheck {
 public:
  TileCheck(std::string_view bytes, std::size_t link)
      : bytes_(bytes), header_(value_at<dtMeshHeader>(bytes, 0)), parts_(parts_of(header_, link)) {}

  void run() const {
    check_floats(offsetof(dtMeshHeader, walkableHeight), 10);
    for (int k = 0; k < 3; ++k)
      if (!(header_.bmin[k] <= header_.bmax[k])) refuse(ErrorCode::bad_number, "a tile's box is inside out");
    check_floats(parts_.verts, 3 * static_cast<std::size_t>(header_.vertCount));
    check_floats(parts_.detail_verts, 3 * static_cast<std::size_t>(header_.detailVertCount));
    if (header_.offMeshBase < 0 || header_.offMeshBase > header_.polyCount ||
        header_.polyCount - header_.offMeshBase != header_.offMeshConCount)
      refuse(ErrorCode::syntax, "polygons and connections of a tile do not add up");
    if (header_.detailMeshCount != header_.offMeshBase)
      refuse(ErrorCode::syntax, "a tile has detail for " + std::to_string(header_.detailMeshCount) + " of " +
                                    std::to_string(header_.offMeshBase) + " polygons");
    for (int p = 0; p < header_.polyCount; ++p) check_polygon(p);
    for (int n = 0; n < header_.bvNodeCount; ++n) check_node(n);
    for (int c = 0; c < header_.offMeshConCount; ++c) check_connection(c);
  }

 private:
  template <class T>
  T element(std::size_t first, int i) const {
    return value_at<T>(bytes_, first + sizeof(T) * static_cast<std::size_t>(i));
  }
  void check_floats(std::size_t at, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      const float v = value_at<float>(bytes_, at + 4 * i);
      if (!std::isfinite(v)) refuse(ErrorCode::bad_number, "a number of a tile is infinite, or none");
      if (std::fabs(v) > most_coordinate)
        refuse(ErrorCode::out_of_range, "a number of a tile is beyond 2^60, which Detour cannot square");
    }
  }

  void check_polygon(int p) const {
    const auto polygon = element<dtPoly>(parts_.polys, p);
    const bool is_ground = p < header_.offMeshBase;
    const std::string name = "polygon " + std::to_string(p);
    if (polygon.getType() != (is_ground ? DT_POLYTYPE_GROUND : DT_POLYTYPE_OFFMESH_CONNECTION))
      refuse(ErrorCode::syntax, name + " is of an unknown type, or out of order");
    if (polygon.vertCount > DT_VERTS_PER_POLYGON || (is_ground ? polygon.vertCount < 3 : polygon.vertCount != 2))
      refuse(ErrorCode::too_few_vertices, name + " has " + std::to_string(polygon.vertCount) + " corners");
    for (int k = 0; k < polygon.vertCount; ++k) {
      if (polygon.verts[k] >= header_.vertCount)
        refuse(ErrorCode::bad_index,
               name + " names vertex " + std::to_string(polygon.verts[k]) + " of " + std::to_string(header_.vertCount));
      const int beyond = polygon.neis[k];
      if (is_ground && (beyond & DT_EXT_LINK) == 0 && beyond > header_.offMeshBase)
        refuse(ErrorCode::bad_index,
               name + " names neighbour " + std::to_string(beyond) + " of " + std::to_string(header_.offMeshBase));
    }
    if (!is_ground) return;
    const auto detail = element<dtPolyDetail>(parts_.details, p);
    const auto fits = [](std::uint32_t base, std::uint32_t count, int all) {
      const auto n = static_cast<std::uint32_t>(all);
      return base <= n && count <= n - base;
    };
    if (!fits(detail.vertBase, detail.vertCount, header_.detailVertCount) ||
        !fits(detail.triBase, detail.triCount, header_.detailTriCount))
      refuse(ErrorCode::bad_index, "the detail of " + name + " is not there");
    if (detail.triCount == 0) refuse(ErrorCode::syntax, name + " has no triangle of detail");
    for (std::uint32_t t = 0; t < detail.triCount; ++t) {
      const auto corners = value_at<std::uint32_t>(bytes_, parts_.detail_triangles + 4 * (detail.triBase + t));
      for (int k = 0; k < 3; ++k)
        if (((corners >> (8 * k)) & 0xff) >= std::uint32_t{polygon.vertCount} + detail.vertCount)
          refuse(ErrorCode::bad_index, "the detail of " + name + " names a vertex that it does not have");
    }
  }

  void check_node(int n) const {
    const int i = element<dtBVNode>(parts_.nodes, n).i;
    if (i >= 0 ? i >= header_.offMeshBase : i < -(header_.bvNodeCount - n))
      refuse(ErrorCode::bad_index, "a tile's tree leads out of it");
  }

  void check_connection(int c) const {
    const std::size_t at = parts_.connections + sizeof(dtOffMeshConnection) * static_cast<std::size_t>(c);
    check_floats(at, 7);
    const auto connection = value_at<dtOffMeshConnection>(bytes_, at);
    if (connection.poly < header_.offMeshBase || connection.poly >= header_.polyCount)
      refuse(ErrorCode::bad_index, "a connection names polygon " + std::to_string(connection.poly) + ", which is none");
  }

  std::string_view bytes_;
  dtMeshHeader header_;
  Parts parts_;
};

// Checks a tile whose bytes are all of it and no more. A tile does not store how wide its links are: where a set does
// not tell it, the width is the one for which the size fits.
void check_tile(DetourTileBytes& tile, bool width_is_known) {
  const auto magic = value_at<std::int32_t>(tile.bytes, 0);
  if (magic != DT_NAVMESH_MAGIC) refuse(ErrorCode::syntax, "a tile does not begin as one");
  const auto version = value_at<std::int32_t>(tile.bytes, 4);
  if (version != DT_NAVMESH_VERSION)
    refuse(ErrorCode::unsupported_format,
           "tiles are of version " + std::to_string(version) + ", not " + std::to_string(DT_NAVMESH_VERSION));
  const auto header = value_at<dtMeshHeader>(tile.bytes, 0);
  for (const int count : {header.polyCount, header.vertCount, header.maxLinkCount, header.detailMeshCount,
                          header.detailVertCount, header.detailTriCount, header.bvNodeCount, header.offMeshConCount})
    if (count < 0 || static_cast<std::size_t>(count) > tile.bytes.size())
      refuse(ErrorCode::syntax, "a tile counts " + std::to_string(count) + " of something, more than it has room for");
  const auto is_size = [&](bool wide) {
    return parts_of(header, wide ? wide_link : narrow_link).end == tile.bytes.size();
  };
  if (!width_is_known) tile.wide = is_size(true);
  if (!is_size(tile.wide))
    refuse(ErrorCode::syntax, "a tile of " + std::to_string(tile.bytes.size()) + " bytes should have " +
                                  std::to_string(parts_of(header, tile.wide ? wide_link : narrow_link).end));
  TileCheck(tile.bytes, tile.wide ? wide_link : narrow_link).run();
}

// A number that is not positive is no setting: it is left unknown, or 0.
std::optional<mpq_class> setting_at(std::string_view bytes, std::size_t at) {
  const auto v = value_at<float>(bytes, at);
  return std::isfinite(v) && v > 0 ? std::optional(mpq_class(v)) : std::nullopt;
}

// Thirteen numbers and four marks.
BakerSettings habitat_settings(std::string_view bytes) {
  const auto positive = [&](std::size_t i) { return setting_at(bytes, set_header_bytes + 4 * i); };
  BakerSettings out;
  out.cell_size = positive(0);
  out.cell_height = positive(1);
  out.height = positive(2);
  out.radius = positive(3);
  out.climb = positive(4);
  const mpq_class side = positive(6).value_or(0);
  out.min_region = side * side;
  out.max_error = positive(9).value_or(0);
  return out;
}

// Reads a dtNavMeshParams: the grid of tiles.
void take_grid(std::string_view bytes, std::size_t at, DetourSetBytes& out) {
  for (std::size_t k = 0; k < 3; ++k) out.origin[k] = value_at<float>(bytes, at + 4 * k);
  out.width = value_at<float>(bytes, at + 12);
  out.depth = value_at<float>(bytes, at + 16);
  for (const float v : {out.origin[0], out.origin[1], out.origin[2], out.width, out.depth})
    if (!std::isfinite(v)) refuse(ErrorCode::bad_number, "a number of the set is infinite, or none");
}

DetourSetBytes take_set(std::string_view bytes) {
  DetourSetBytes out;
  out.is_set = true;
  const auto version = value_at<std::int32_t>(bytes, 4), count = value_at<std::int32_t>(bytes, 8);
  if (version != demo_version && version != habitat_version)
    refuse(ErrorCode::unsupported_format, "the set is of version " + std::to_string(version) + ", not 1 or 2");
  take_grid(bytes, 12, out);
  std::size_t at = set_header_bytes;
  if (version == habitat_version) {
    out.settings = habitat_settings(bytes);
    at += habitat_settings_bytes;
  }
  if (count < 0) refuse(ErrorCode::syntax, "the set counts " + std::to_string(count) + " tiles");
  // A tile stands behind its reference and its size: 8 bytes in all if references have 32 bits, 16 if they have 64.
  const auto is_tile = [&](std::size_t at) {
    return bytes.size() >= at + 4 && value_at<std::int32_t>(bytes, at) == DT_NAVMESH_MAGIC;
  };
  const bool wide = !is_tile(at + 8) && is_tile(at + 16);
  for (std::int32_t i = 0; i < count; ++i) {
    DetourTileBytes& tile = out.tiles.emplace_back();
    tile.wide = wide;
    const auto size = value_at<std::int32_t>(bytes, at + (wide ? 8 : 4));
    if (wide) value_at<std::int32_t>(bytes, at + 12);  // four bytes that mean nothing
    at += wide ? 16 : 8;
    if (size <= 0 || static_cast<std::size_t>(size) > bytes.size() - at)
      refuse(ErrorCode::syntax, "tile " + std::to_string(i) + " has " + std::to_string(size) + " bytes, and the file " +
                                    std::to_string(bytes.size() - at) + " more");
    tile.bytes = bytes.substr(at, static_cast<std::size_t>(size));
    at += static_cast<std::size_t>(size);
    check_tile(tile, true);
  }
  if (at != bytes.size())
    refuse(ErrorCode::syntax, "there are " + std::to_string(bytes.size() - at) + " bytes behind the last tile");
  return out;
}

DetourSetBytes take_tile(std::string_view bytes) {
  DetourSetBytes out;
  out.tiles.push_back({bytes, false});
  check_tile(out.tiles.front(), false);
  const auto header = value_at<dtMeshHeader>(bytes, 0);
  std::copy(header.bmin, header.bmin + 3, out.origin);
  out.width = header.bmax[0] - header.bmin[0];
  out.depth = header.bmax[2] - header.bmin[2];
  return out;
}

// What AzerothCore's builder was told (MmapTileRecastConfig), behind what its header has in common with TrinityCore's:
// a slope, the agent in cells (Detour's header has it in units), three counts, and sizes.
BakerSettings azeroth_settings(std::string_view bytes) {
  BakerSettings out;
  out.cell_size = setting_at(bytes, trinity_tile_bytes + 24);
  out.cell_height = setting_at(bytes, trinity_tile_bytes + 28);
  out.max_error = setting_at(bytes, trinity_tile_bytes + 32).value_or(0);
  return out;
}

// Reads a tile behind the header of TrinityCore, or the longer one of AzerothCore.
DetourSetBytes take_trinity_tile(std::string_view bytes) {
  const auto size = value_at<std::uint32_t>(bytes, 12);
  if (bytes.size() < trinity_tile_bytes || size == 0 || size > bytes.size() - trinity_tile_bytes)
    refuse(ErrorCode::syntax, "the tile says that it has " + std::to_string(size) + " bytes, and the file has " +
                                  std::to_string(bytes.size()));
  DetourSetBytes out = take_tile(bytes.substr(bytes.size() - size));
  if (bytes.size() - size == azeroth_tile_bytes) out.settings = azeroth_settings(bytes);
  return out;
}

template <class Take>
Result<DetourSetBytes> unless_malformed(const std::string& name, Take&& take) {
  try {
    return take();
  } catch (const Malformed& m) {
    return Error{m.code, m.what, name, 0};
  }
}

}  // namespace

Result<DetourSetBytes> take_apart_map(std::string_view bytes, const std::string& name) {
  return unless_malformed(name, [&] {
    DetourSetBytes out;
    out.is_set = true;
    const bool has_header = value_at<std::int32_t>(bytes, 0) == map_magic;
    if (bytes.size() < (has_header ? trinity_map_bytes : grid_bytes)) refuse(ErrorCode::syntax, "the file is cut off");
    take_grid(bytes, has_header ? 8 : 0, out);
    return out;
  });
}

Result<DetourSetBytes> take_apart_detour(std::string_view bytes, const std::string& name) {
  return unless_malformed(name, [&]() -> DetourSetBytes {
    const auto magic = value_at<std::int32_t>(bytes, 0);
    if (magic == set_magic) return take_set(bytes);
    if (magic == DT_NAVMESH_MAGIC) return take_tile(bytes);
    if (magic == map_magic) return take_trinity_tile(bytes);
    if (magic == cache_magic)
      refuse(ErrorCode::unsupported_format,
             "these are the layers of a tile cache (TSET), which is no navmesh yet; save the navmesh built of it");
    std::string swapped(bytes.substr(0, std::min<std::size_t>(bytes.size(), 4)));
    std::ranges::reverse(swapped);
    const auto other = value_at<std::int32_t>(swapped, 0);
    if (other == set_magic || other == DT_NAVMESH_MAGIC || other == cache_magic || other == map_magic)
      refuse(ErrorCode::unsupported_format,
             "this was written by a machine of the other byte order; save it on one of this machine's");
    refuse(ErrorCode::unsupported_format, "this is no tile of Detour's, as the file before it is; leave it out");
  });
}

std::string native_tile(const DetourTileBytes& tile) {
  const auto header = value_at<dtMeshHeader>(tile.bytes, 0);
  const Parts from = parts_of(header, tile.wide ? wide_link : narrow_link), to = parts_of(header, sizeof(dtLink));
  std::string out(tile.bytes.substr(0, from.links));
  out.resize(to.details);
  out += tile.bytes.substr(from.details);
  // Detour searches for the nearest outer edge of a polygon's detail triangles, and assumes that one is marked as
  // outer. Older files have no such marks: there all edges are marked.
  constexpr char all_outer = 1 | 1 << 2 | 1 << 4;
  for (std::size_t p = 0; p < static_cast<std::size_t>(header.detailMeshCount); ++p) {
    const auto detail = value_at<dtPolyDetail>(out, to.details + sizeof(dtPolyDetail) * p);
    const auto marks = [&](std::size_t t) -> char& { return out[to.detail_triangles + 4 * (detail.triBase + t) + 3]; };
    bool any = false;
    for (std::size_t t = 0; t < detail.triCount; ++t) any = any || (marks(t) & all_outer) != 0;
    for (std::size_t t = 0; t < detail.triCount && !any; ++t) marks(t) = static_cast<char>(marks(t) | all_outer);
  }
  return out;
}

}  // namespace plumb::pipeline
