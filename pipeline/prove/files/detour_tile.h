// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/verdict.h"
#include "files/bytes.h"

namespace plumb::checker::detour {

struct TilePolygon {
  std::uint32_t first_link;
  std::uint16_t corners[6], neighbours[6], flags;
  std::uint8_t count, area_and_type;
};
struct TileDetail {
  std::uint32_t first_vertex, first_triangle;
  std::uint8_t vertices, triangles, unused[2];
};
struct TileHeader {
  std::uint32_t magic, version;
  std::int32_t x, y, layer;
  std::uint32_t user;
  std::int32_t polygons, vertices, links, details, detail_vertices, triangles, nodes, connections, ground;
  float height, radius, climb, low[3], high[3], inverse_cell;
};
struct TileNode {  // of a tree of boxes
  std::uint16_t low[3], high[3];
  std::int32_t next;  // a polygon; below 0: how many nodes are under this one and itself, negated
};
struct TileConnection {
  float from[3], to[3], radius;
  std::uint16_t polygon;
  std::uint8_t flags, side;
  std::uint32_t user;
};
static_assert(sizeof(TilePolygon) == 32 && sizeof(TileDetail) == 12 && sizeof(TileHeader) == 100 &&
              sizeof(TileNode) == 16 && sizeof(TileConnection) == 36);

inline constexpr std::uint16_t on_side = 0x8000;  ///< of a neighbour: it is in another tile, over the side below this

/// Throws Refused: what is wrong with a file.
[[noreturn]] void refuse(const std::string& what);

using Vertex3 = std::array<float, 3>;

/// The arrays of a tile. Of ground polygons all indices and numbers are in range.
class DetourTile {
 public:
  /// All of these bytes. `wide`: links have 64 bits; none: the bytes tell. Throws Refused.
  DetourTile(std::string_view bytes, std::optional<bool> wide);

  std::size_t ground() const { return static_cast<std::size_t>(header.ground); }
  /// A corner of a triangle of a polygon's detail.
  const Vertex3& corner(std::size_t polygon, std::size_t triangle, std::size_t k) const {
    const TilePolygon& p = polygons[polygon];
    const std::size_t c = triangles[triangle][k];
    return c < p.count ? vertices[p.corners[c]] : detail_vertices[details[polygon].first_vertex + c - p.count];
  }

  TileHeader header;
  std::vector<Vertex3> vertices, detail_vertices;
  std::vector<TilePolygon> polygons;
  std::vector<TileDetail> details;
  std::vector<std::array<std::uint8_t, 4>> triangles;
  std::vector<TileNode> nodes;
  std::vector<TileConnection> connections;

 private:
  void require_polygon(std::size_t number) const;
};

/// Whether a file begins as a tile does; or as a tile or a set of tiles.
bool is_tile(std::string_view bytes);
bool is_detour(std::string_view bytes);
/// The tiles of a set, or a tile that is a file. Throws Refused.
std::vector<DetourTile> read_tiles(std::string_view bytes);

/// The ground polygon of a tile that Detour joins an end of a connection to, if it does.
std::optional<std::size_t> landing(const DetourTile& tile, const float end[3], float radius, float climb);

}  // namespace plumb::checker::detour
