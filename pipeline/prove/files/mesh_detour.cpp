// SPDX-License-Identifier: LGPL-3.0-or-later
// Navmeshes of Detour: a set of tiles (MSET of RecastDemo or Habitat), or one tile (DNAV), of version 7, with links of 32
// or 64 bits, as a machine of this byte order wrote them.
//
// 1. read_detour_mesh() cuts a set into tiles. Tile reads the arrays of one, and refuses numbers that are none, and
//    indices of what is not there.
// 2. add_tile() appends its ground polygons, their detail triangles, and the links to neighbours in the tile.
// 3. add_links_between() finds the links of tiles beside one another, or over one another, as Detour does when it loads
//    them (joins()): edges on facing sides that overlap in plan and whose heights are near. That is computed in
//    binary32, one operation after the other, as Detour computes it: here the rule is the arithmetic.
// 4. A mesh with connections (off-mesh), with more links than a tile has room for, or with edges on sides that Detour
//    does not define has links that are not known here; unknown_links says so.
//
// Cost: linear in the bytes, and for each edge on a side the edges of the facing side. Exact: all coordinates.
// Source: DetourNavMesh.h and DetourNavMesh.cpp of recastnavigation 1.5.1.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "files/mesh.h"

namespace plumb::checker {
namespace {

constexpr std::uint32_t set_magic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T',
                        tile_magic = 'D' << 24 | 'N' << 16 | 'A' << 8 | 'V';
constexpr std::uint16_t on_side = 0x8000;

[[noreturn]] void refuse(const std::string& what) { throw Refused(what + "; give a file as its baker wrote it"); }

template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) refuse("the file is cut off");
  T out;
  std::memcpy(&out, bytes.data() + at, sizeof(T));
  return out;
}

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
static_assert(sizeof(TilePolygon) == 32 && sizeof(TileDetail) == 12 && sizeof(TileHeader) == 100);

using Vertex3 = std::array<float, 3>;

class Tile {
 public:
  // `wide`: links have 64 bits; none: the bytes tell.
  Tile(std::string_view bytes, std::optional<bool> wide) : header(value_at<TileHeader>(bytes, 0)) {
    const TileHeader& h = header;
    if (h.magic != tile_magic || h.version != 7) refuse("this is no tile of Detour's version 7");
    for (const std::int32_t n : {h.polygons, h.vertices, h.links, h.details, h.detail_vertices, h.triangles, h.nodes,
                                 h.connections, h.ground})
      if (n < 0 || static_cast<std::size_t>(n) > bytes.size()) refuse("a tile counts more than it has room for");
    const auto size_with = [&](std::size_t link) {
      const auto n = [](std::int32_t count) { return static_cast<std::size_t>(count); };
      return sizeof h + 12 * n(h.vertices) + 32 * n(h.polygons) + link * n(h.links) + 12 * n(h.details) +
             12 * n(h.detail_vertices) + 4 * n(h.triangles) + 16 * n(h.nodes) + 36 * n(h.connections);
    };
    const std::size_t link = wide.value_or(size_with(16) == bytes.size()) ? 16 : 12;
    if (size_with(link) != bytes.size()) refuse("a tile has other bytes than it counts");
    if (h.ground > h.polygons || h.polygons - h.ground != h.connections || h.details != h.ground)
      refuse("the polygons of a tile do not add up");
    std::size_t at = sizeof h;
    const auto take = [&](auto& list, std::int32_t count) {
      list.resize(static_cast<std::size_t>(count));
      const std::size_t size = list.size() * sizeof(list[0]);
      if (size > 0) std::memcpy(static_cast<void*>(list.data()), bytes.data() + at, size);
      at += size;
    };
    take(vertices, h.vertices);
    take(polygons, h.polygons);
    at += link * static_cast<std::size_t>(h.links);
    take(details, h.details);
    take(detail_vertices, h.detail_vertices);
    take(triangles, h.triangles);
    for (const auto* list : {&vertices, &detail_vertices})
      for (const Vertex3& v : *list)
        if (!std::ranges::all_of(v, [](float c) { return std::fabs(c) <= 0x1p60f; }))
          refuse("a coordinate is none, or beyond 2^60");
    for (std::int32_t p = 0; p < h.ground; ++p) require_polygon(static_cast<std::size_t>(p));
  }

  std::size_t ground() const { return static_cast<std::size_t>(header.ground); }

  TileHeader header;
  std::vector<Vertex3> vertices, detail_vertices;
  std::vector<TilePolygon> polygons;
  std::vector<TileDetail> details;
  std::vector<std::array<std::uint8_t, 4>> triangles;

 private:
  void require_polygon(std::size_t number) const {
    const TilePolygon& p = polygons[number];
    if (p.count < 3 || p.count > 6 || p.area_and_type >> 6 != 0) refuse("a polygon is none of ground");
    for (std::size_t k = 0; k < p.count; ++k)
      if (p.corners[k] >= vertices.size() || ((p.neighbours[k] & on_side) == 0 && p.neighbours[k] > ground()))
        refuse("a polygon names what is not there");
    const TileDetail& d = details[number];
    const auto fits = [](std::size_t first, std::size_t count, std::size_t all) {
      return first <= all && count <= all - first;
    };
    if (d.triangles == 0 || !fits(d.first_vertex, d.vertices, detail_vertices.size()) ||
        !fits(d.first_triangle, d.triangles, triangles.size()))
      refuse("the detail of a polygon is not there");
    for (std::size_t t = 0; t < d.triangles; ++t)
      for (std::size_t k = 0; k < 3; ++k)
        if (triangles[d.first_triangle + t][k] >= p.count + d.vertices) refuse("a triangle names what is not there");
  }
};

struct SideEdge {
  Index polygon;  // of the tile
  int side;       // 0 to 7, from x up around
  Vertex3 from, to;
};

class Reader {
 public:
  FoundMesh read(std::string_view bytes) {
    mesh_.has_links = true;
    if (value_at<std::uint32_t>(bytes, 0) == tile_magic) {
      mesh_.format = "Detour tile";
      add_tile(Tile(bytes, std::nullopt));
    } else {
      mesh_.format = "Detour tile set";
      add_tiles(bytes);
    }
    add_links_between();
    for (std::size_t t = 0; t < tiles_.size(); ++t)
      if (links_[t] > static_cast<std::size_t>(tiles_[t].header.links))
        mesh_.unknown_links = "more links than a tile has room for";
    return std::move(mesh_);
  }

 private:
  void add_tiles(std::string_view bytes) {
    const auto version = value_at<std::uint32_t>(bytes, 4);
    if (version != 1 && version != 2) refuse("this is no set of version 1 or 2");
    const auto count = value_at<std::int32_t>(bytes, 8);
    std::size_t at = version == 1 ? 40 : 96;
    const auto begins = [&](std::size_t place) {
      return bytes.size() >= place + 4 && value_at<std::uint32_t>(bytes, place) == tile_magic;
    };
    const bool wide = !begins(at + 8) && begins(at + 16);
    for (std::int32_t i = 0; i < count; ++i) {
      const auto size = value_at<std::int32_t>(bytes, at + (wide ? 8 : 4));
      at += wide ? 16 : 8;
      if (at > bytes.size() || size <= 0 || static_cast<std::size_t>(size) > bytes.size() - at)
        refuse("the file is cut off");
      add_tile(Tile(bytes.substr(at, static_cast<std::size_t>(size)), wide));
      at += static_cast<std::size_t>(size);
    }
    if (at != bytes.size()) refuse("there is more behind the last tile");
  }

  Index add_points(const std::vector<Vertex3>& vertices) {
    const Index first = to_index(mesh_.points.size(), "vertices");
    for (const Vertex3& v : vertices) {
      const Point p = point_at({Fraction(v[0]), Fraction(v[1]), Fraction(v[2])});
      mesh_.points.push_back({p.x, p.y, p.z, p.w});
    }
    to_index(mesh_.points.size(), "vertices");
    return first;
  }

  void add_tile(Tile tile) {
    const Index first = mesh_.polygons(), vertex = add_points(tile.vertices), more = add_points(tile.detail_vertices);
    std::vector<SideEdge> edges;
    std::size_t links = 0;
    for (std::size_t i = 0; i < tile.ground(); ++i) {
      const TilePolygon& p = tile.polygons[i];
      const TileDetail& d = tile.details[i];
      const Index number = mesh_.polygons();
      for (std::size_t t = d.first_triangle; t < d.first_triangle + d.triangles; ++t) {
        auto& triangle = mesh_.detail.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
          const Index c = tile.triangles[t][k];
          triangle[k] = c < p.count ? vertex + p.corners[c] : more + d.first_vertex + c - p.count;
        }
        mesh_.detail_of.push_back(number);
      }
      for (std::size_t k = 0; k < p.count; ++k) {
        mesh_.corners.push_back(vertex + p.corners[k]);
        const std::uint16_t beyond = p.neighbours[k];
        if (beyond == 0) continue;
        if ((beyond & on_side) == 0) {
          mesh_.links.push_back({number, first + beyond - 1});
          ++links;
          continue;
        }
        const int side = beyond & 0xff;
        if (side % 2 != 0 || side > 6) mesh_.unknown_links = "edges on no side of a tile";
        else edges.push_back({number, side, tile.vertices[p.corners[k]], tile.vertices[p.corners[(k + 1) % p.count]]});
      }
      mesh_.begin.push_back(to_index(mesh_.corners.size(), "corners of polygons"));
      mesh_.area.push_back(p.area_and_type & 63);
    }
    if (tile.header.connections > 0) mesh_.unknown_links = "off-mesh connections";
    if (!places_[{tile.header.x, tile.header.y}].try_emplace(tile.header.layer, tiles_.size()).second)
      refuse("two tiles are at one place");
    tiles_.push_back(std::move(tile));
    edges_.push_back(std::move(edges));
    links_.push_back(links);
  }

  void add_links_between() {
    static constexpr std::array<std::array<int, 2>, 8> ways{
        {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
    for (const auto& [place, layers] : places_) {
      if (layers.size() > 32) mesh_.unknown_links = "more than 32 tiles over one another";
      for (const auto& [layer, tile] : layers) {
        for (const auto& [other_layer, other] : layers)
          if (other != tile) add_links(tile, other, std::nullopt);
        for (int side = 0; side < 8; side += 2) {
          const auto [x, y] = ways[static_cast<std::size_t>(side)];
          const std::int64_t u = std::int64_t{place.first} + x, v = std::int64_t{place.second} + y;
          const auto beside = places_.find({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)});
          if (beside == places_.end() || u != static_cast<std::int32_t>(u) || v != static_cast<std::int32_t>(v))
            continue;
          for (const auto& [other_layer, other] : beside->second) add_links(tile, other, side);
        }
      }
    }
  }

  // Of a tile into another one, over edges of one side or, to a tile over or under it, of any. Four at most lead from an
  // edge into a tile, the first ones.
  void add_links(std::size_t tile, std::size_t other, std::optional<int> side) {
    for (const SideEdge& e : edges_[tile]) {
      if (side && e.side != *side) continue;
      int count = 0;
      Index last = none;
      for (const SideEdge& o : edges_[other]) {
        if (count == 4) break;
        if (o.polygon == last || o.side != (e.side + 4) % 8 || !joins(e, o, tiles_[other].header.climb)) continue;
        last = o.polygon;
        ++count;
        ++links_[tile];
        mesh_.links.push_back({e.polygon, o.polygon});
      }
    }
  }

  // Detour's findConnectingPolys: two edges are as near as 0.01 across the side and overlap by twice that along it, and
  // there the one is not higher than the other by more than two climbs at both ends, unless they cross.
  static bool joins(const SideEdge& a, const SideEdge& b, float climb) {
    const std::size_t across = a.side % 4 == 0 ? 0 : 2, along = 2 - across;
    constexpr float shrink = 0.01f;
    if (std::fabs(a.from[across] - b.from[across]) > shrink) return false;
    struct Slab {
      float low, high, low_height, high_height;
    };
    const auto slab = [&](const SideEdge& e) {
      const bool up = e.from[along] < e.to[along];
      const Vertex3 &first = up ? e.from : e.to, &last = up ? e.to : e.from;
      return Slab{first[along], last[along], first[1], last[1]};
    };
    const Slab s = slab(a), t = slab(b);
    const auto later = [](float p, float q) { return p > q ? p : q; };
    const auto earlier = [](float p, float q) { return p < q ? p : q; };
    const float low = later(s.low + shrink, t.low + shrink), high = earlier(s.high - shrink, t.high - shrink);
    if (low > high) return false;
    struct HeightLine {
      float slope, start;
    };
    const auto line = [](const Slab& e) {
      const float slope = (e.high_height - e.low_height) / (e.high - e.low);
      const float rise = slope * e.low;
      return HeightLine{slope, e.low_height - rise};
    };
    const auto height = [](const HeightLine& l, float at) {
      const float rise = l.slope * at;
      return rise + l.start;
    };
    const HeightLine l = line(s), m = line(t);
    const float first = height(m, low) - height(l, low), last = height(m, high) - height(l, high);
    if (first * last < 0) return true;
    const float limit = climb * 2, square = limit * limit;
    return first * first <= square || last * last <= square;
  }

  FoundMesh mesh_;
  std::vector<Tile> tiles_;
  std::vector<std::vector<SideEdge>> edges_;  // by tile
  std::vector<std::size_t> links_;            // by tile, how many it has
  std::map<std::pair<std::int32_t, std::int32_t>, std::map<std::int32_t, std::size_t>> places_;  // by x, y and layer
};

}  // namespace

bool is_detour(std::string_view bytes) {
  if (bytes.size() < 4) return false;
  const auto magic = value_at<std::uint32_t>(bytes, 0);
  return magic == set_magic || magic == tile_magic;
}

FoundMesh read_detour_mesh(std::string_view bytes) { return Reader().read(bytes); }

}  // namespace plumb::checker
