// SPDX-License-Identifier: LGPL-3.0-or-later
// Navmeshes of Detour: a set of tiles (MSET of RecastDemo or Habitat), or one tile (DNAV), of version 7, with links of
// 32 or 64 bits, as a machine of this byte order wrote them.
//
// 1. read_tiles() cuts a set into tiles. A DetourTile reads the arrays of one, and refuses numbers that are none and
//    indices of what is not there.
// 2. add_tile() appends its ground polygons, their detail triangles, and the links to neighbours in the tile.
// 3. add_links_between() finds the links of tiles beside one another, or over one another, as Detour does when it loads
//    them (joins()): edges on facing sides that overlap in plan and whose heights are near. That is computed in
//    binary32, one operation after the other, as Detour computes it: here the rule is the arithmetic.
// 4. add_connections() joins the polygons at the ends of off-mesh connections, as Detour finds them (landing()).
// 5. Of a mesh with more links than a tile has room for, with more than 32 tiles over one another, or with edges on
//    sides that Detour does not define, links are not known; unknown_links says why.
//
// Cost: linear in the bytes, and for each edge on a side the edges of the facing side. Exact: all coordinates.
// Source: DetourNavMesh.h and DetourNavMesh.cpp of recastnavigation 1.5.1.
#include <algorithm>
#include <cmath>
#include <map>

#include "files/detour_tile.h"
#include "files/found_mesh.h"

namespace plumb::checker {
namespace {

using namespace detour;

struct SideEdge {
  Index polygon;  // of the tile
  int side;       // 0 to 7, from x up around
  Vertex3 from, to;
};

class DetourReader {
 public:
  FoundMesh read(std::string_view bytes) {
    mesh_.has_links = true;
    mesh_.format = is_tile(bytes) ? "Detour tile" : "Detour tile set";
    for (DetourTile& tile : read_tiles(bytes)) add_tile(std::move(tile));
    add_links_between();
    add_connections();
    for (std::size_t t = 0; t < tiles_.size(); ++t)
      if (links_[t] > static_cast<std::size_t>(tiles_[t].header.links))
        mesh_.unknown_links = "more links than a tile has room for";
    return std::move(mesh_);
  }

 private:
  Index add_points(const std::vector<Vertex3>& vertices) {
    const Index first = to_index(mesh_.points.size(), "vertices");
    for (const Vertex3& v : vertices) {
      const Point p = point_at({Fraction(v[0]), Fraction(v[1]), Fraction(v[2])});
      mesh_.points.push_back({p.x, p.y, p.z, p.w});
    }
    to_index(mesh_.points.size(), "vertices");
    return first;
  }

  void add_tile(DetourTile tile) {
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
          mesh_.links.push_back({number, static_cast<Index>(first + beyond - 1)});
          ++links;
          continue;
        }
        const int side = beyond & 0xff;
        if (side % 2 != 0 || side > 6 || beyond != (on_side | side)) mesh_.unknown_links = "edges on no side of a tile";
        else edges.push_back({number, side, tile.vertices[p.corners[k]], tile.vertices[p.corners[(k + 1) % p.count]]});
      }
      mesh_.begin.push_back(to_index(mesh_.corners.size(), "corners of polygons"));
      mesh_.area.push_back(p.area_and_type & 63);
    }
    first_.push_back(first);
    if (!places_[{tile.header.x, tile.header.y}].try_emplace(tile.header.layer, tiles_.size()).second)
      refuse("two tiles are at one place");
    tiles_.push_back(std::move(tile));
    edges_.push_back(std::move(edges));
    links_.push_back(links);
  }

  void add_links_between() {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      const std::vector<std::size_t> here = tiles_at(t, 255);
      if (here.size() > 32) mesh_.unknown_links = "more than 32 tiles over one another";
      for (const std::size_t other : here)
        if (other != t) add_links(t, other, std::nullopt);
      for (unsigned side = 0; side < 8; side += 2)
        for (const std::size_t other : tiles_at(t, side)) add_links(t, other, static_cast<int>(side));
    }
  }

  // Of a tile into another one, over edges of one side or, to a tile over or under it, of any. Four at most lead from
  // an edge into a tile, the first ones.
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

  // Over a connection from the polygon where it begins to those where it ends: in its tile and those over and under it,
  // or in those beyond its side. It leads nowhere unless it begins somewhere.
  void add_connections() {
    for (std::size_t t = 0; t < tiles_.size(); ++t)
      for (const TileConnection& c : tiles_[t].connections) {
        const float climb = tiles_[t].header.climb;
        const auto start = landing(tiles_[t], c.from, c.radius, climb);
        if (!start) continue;
        links_[t] += 2;
        for (const std::size_t other : tiles_at(t, c.side))
          if (const auto end = landing(tiles_[other], c.to, c.radius, climb)) {
            mesh_.links.push_back({static_cast<Index>(first_[t] + *start), static_cast<Index>(first_[other] + *end)});
            ++links_[t];
            links_[other] += c.flags & 1;
          }
      }
  }

  // Beyond a side of a tile; 255: at its place.
  std::vector<std::size_t> tiles_at(std::size_t tile, unsigned side) const {
    static constexpr std::array<std::array<int, 2>, 8> ways{
        {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
    std::vector<std::size_t> out;
    if (side > 7 && side != 255) return out;
    const std::int64_t x = std::int64_t{tiles_[tile].header.x} + (side > 7 ? 0 : ways[side][0]),
                       y = std::int64_t{tiles_[tile].header.y} + (side > 7 ? 0 : ways[side][1]);
    const auto at = places_.find({x, y});
    if (at != places_.end())
      for (const auto& [layer, number] : at->second) out.push_back(number);
    return out;
  }

  FoundMesh mesh_;
  std::vector<DetourTile> tiles_;
  std::vector<Index> first_;                  // by tile, its first polygon
  std::vector<std::vector<SideEdge>> edges_;  // by tile
  std::vector<std::size_t> links_;            // by tile, how many it has
  std::map<std::pair<std::int64_t, std::int64_t>, std::map<std::int32_t, std::size_t>> places_;  // by x, y and layer
};

}  // namespace

FoundMesh found_detour_mesh(std::string_view bytes) { return DetourReader().read(bytes); }

}  // namespace plumb::checker
