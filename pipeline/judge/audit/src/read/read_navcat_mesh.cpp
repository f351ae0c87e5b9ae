// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes of JavaScript: navcat's, which are tiles as Detour's with names, and triangles as three.js has them.
//
// A tile of navcat has vertices in the world, polygons of their numbers, and for each polygon a part of a detail mesh,
// whose corners are the polygon's own, and then those of a list of the tile's. What is linked, links between nodes say,
// a node being a polygon of a tile or a connection off the mesh; where a file has none, edges do.
#include <algorithm>
#include <map>

#include "read/readers.h"

namespace plumb::pipeline {
namespace {

using Index = ForeignMesh::Index;

class Navcat {
 public:
  Navcat(JsonView json, const ForeignMeshOptions& options) : json_(json), options_(options) {}

  ReadMesh read() {
    read_.up = UpAxis::y;
    mesh_.format = "navcat navmesh";
    for (const JsonView tile : json_.at("tiles").values()) add_tile(tile);
    if (!detailed_) mesh_.detail.clear();
    const auto nodes = json_.find("nodes"), links = json_.find("links");
    if (nodes && links && nodes->is_array() && links->is_array()) add_links(*nodes, *links);
    return std::move(read_);
  }

 private:
  void add_tile(JsonView tile) {
    const auto id = tile.find("id");
    if (id && id->is_whole()) first_of_tile_[id->whole()] = mesh_.polygons.size();
    const std::size_t first = mesh_.points.size();
    for (ExactPoint& p : json_points(tile.at("vertices"), options_.numbers)) mesh_.points.push_back(std::move(p));
    const std::size_t vertices = mesh_.points.size() - first, first_polygon = mesh_.polygons.size();
    for (const JsonView polygon : tile.at("polys")) {
      ForeignMesh::Polygon& out = mesh_.polygons.emplace_back();
      out.name = mesh_.polygons.size() - 1;
      const std::string name = "polygon " + std::to_string(out.name);
      for (const std::uint64_t corner : json_wholes(polygon.at("vertices"))) {
        if (corner >= vertices)
          throw MalformedJson{ErrorCode::bad_index,
                              name + " names vertex " + std::to_string(corner) + " of " + std::to_string(vertices)};
        out.corners.push_back(static_cast<Index>(first + corner));
      }
      if (out.corners.size() < 3)
        throw MalformedJson{ErrorCode::too_few_vertices,
                            name + " has " + std::to_string(out.corners.size()) + " corners"};
      if (const auto area = polygon.find("area"); area && area->is_whole())
        out.area = static_cast<std::uint32_t>(area->whole() & 0xffffffffu);
    }
    add_detail(tile, first_polygon);
    settings(tile);
  }

  void add_detail(JsonView tile, std::size_t first_polygon) {
    const auto meshes = tile.find("detailMeshes");
    if (!meshes || meshes->size() == 0) return add_fans(first_polygon);
    if (meshes->size() != mesh_.polygons.size() - first_polygon)
      throw MalformedJson{ErrorCode::syntax, "a tile has detail for " + std::to_string(meshes->size()) + " of " +
                                                 std::to_string(mesh_.polygons.size() - first_polygon) + " polygons"};
    const std::size_t first = mesh_.points.size();
    for (ExactPoint& p : json_points(tile.at("detailVertices"), options_.numbers)) mesh_.points.push_back(std::move(p));
    const std::size_t own = mesh_.points.size() - first;
    detailed_ = true;
    const std::vector<std::uint64_t> triangles = json_wholes(tile.at("detailTriangles"));
    for (std::size_t m = 0; m < meshes->size(); ++m) {
      const JsonView part = (*meshes)[m];
      const std::uint64_t base = part.at("trianglesBase").whole(), count = part.at("trianglesCount").whole(),
                          vertex = part.at("verticesBase").whole(), all = triangles.size() / 4;
      const auto& corners = mesh_.polygons[first_polygon + m].corners;
      const std::string name = "the detail of polygon " + std::to_string(first_polygon + m);
      if (base > all || count > all - base) throw MalformedJson{ErrorCode::bad_index, name + " is not there"};
      for (std::uint64_t t = base; t < base + count; ++t) {
        ForeignMesh::Triangle out{{}, static_cast<Index>(first_polygon + m)};
        for (std::size_t k = 0; k < 3; ++k) {
          const std::uint64_t c = triangles[4 * t + k];
          if (c >= corners.size() && (vertex > own || c - corners.size() >= own - vertex))
            throw MalformedJson{ErrorCode::bad_index, name + " names a vertex that is not there"};
          out.corners[k] = c < corners.size() ? corners[c] : static_cast<Index>(first + vertex + (c - corners.size()));
        }
        mesh_.detail.push_back(out);
      }
    }
  }

  // What stands for polygons without detail, beside others that have some.
  void add_fans(std::size_t first_polygon) {
    for (std::size_t p = first_polygon; p < mesh_.polygons.size(); ++p) {
      const auto& c = mesh_.polygons[p].corners;
      for (std::size_t i = 1; i + 1 < c.size(); ++i)
        mesh_.detail.push_back({{c[0], c[i], c[i + 1]}, static_cast<Index>(p)});
    }
  }

  void settings(JsonView tile) {
    const auto keep = [&](std::optional<mpq_class>& to, const char* key) {
      const auto value = tile.find(key);
      if (!to && value && value->is_number() && value->number() > 0) to = json_number(*value, options_.numbers);
    };
    keep(mesh_.settings.cell_size, "cellSize");
    keep(mesh_.settings.cell_height, "cellHeight");
    keep(mesh_.settings.height, "walkableHeight");
    keep(mesh_.settings.radius, "walkableRadius");
    keep(mesh_.settings.climb, "walkableClimb");
  }

  static bool is_used(JsonView json) {
    const auto allocated = json.find("allocated");
    return !allocated || (allocated->is_boolean() && allocated->boolean());
  }

  // By node, its polygon, or none; what connections lead to is linked.
  void add_links(JsonView nodes, JsonView links) {
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> polygon;
    for (const JsonView node : nodes) {
      std::size_t own = none;
      if (is_used(node) && node.at("type").whole() == 0) {
        const auto tile = first_of_tile_.find(node.at("tileId").whole());
        const std::uint64_t number = node.at("polyIndex").whole();
        if (tile == first_of_tile_.end() || number >= mesh_.polygons.size() - tile->second)
          throw MalformedJson{ErrorCode::bad_index, "a node is of a polygon that is not there"};
        own = tile->second + number;
      }
      polygon.push_back(own);
    }
    mesh_.has_links = true;
    std::map<std::uint64_t, std::vector<std::size_t>> of_connection;
    std::vector<ForeignMesh::Link> by_ground, by_connections;
    for (const JsonView link : links) {
      if (!is_used(link)) continue;
      const std::uint64_t from = link.at("fromNodeIndex").whole(), to = link.at("toNodeIndex").whole();
      if (from >= polygon.size() || to >= polygon.size())
        throw MalformedJson{ErrorCode::bad_index, "a link names node " + std::to_string(std::max(from, to)) + " of " +
                                                      std::to_string(polygon.size())};
      if (polygon[from] != none && polygon[to] != none) add_link(polygon[from], polygon[to], by_ground);
      else if (polygon[from] != none) of_connection[to].push_back(polygon[from]);
      else if (polygon[to] != none) of_connection[from].push_back(polygon[to]);
    }
    for (auto& [node, ends] : of_connection) {
      std::ranges::sort(ends);
      ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
      for (std::size_t i = 1; i < ends.size(); ++i) {
        add_link(ends[i - 1], ends[i], by_connections);
        ++mesh_.off_mesh;
      }
    }
    set_links(mesh_, std::move(by_ground), std::move(by_connections));
  }
  static void add_link(std::size_t a, std::size_t b, std::vector<ForeignMesh::Link>& links) {
    if (a != b) links.push_back({static_cast<Index>(std::min(a, b)), static_cast<Index>(std::max(a, b))});
  }

  JsonView json_;
  const ForeignMeshOptions& options_;
  ReadMesh read_;
  ForeignMesh& mesh_ = read_.mesh;
  std::map<std::uint64_t, std::size_t> first_of_tile_;  // by id, its first polygon
  bool detailed_ = false;                               // a tile has detail
};

}  // namespace

ReadMesh read_navcat(JsonView json, const ForeignMeshOptions& options) { return Navcat(json, options).read(); }

ReadMesh read_json_triangles(JsonView positions, const std::optional<JsonView>& indices,
                             const ForeignMeshOptions& options) {
  ReadMesh read;
  read.up = UpAxis::y;
  ForeignMesh& mesh = read.mesh;
  mesh.format = "triangles in JSON";
  mesh.points = json_points(positions, options.numbers);
  std::vector<std::uint64_t> corners;
  if (indices) corners = json_wholes(*indices);
  else
    for (std::size_t i = 0; i < mesh.points.size(); ++i) corners.push_back(i);
  if (corners.size() % 3 != 0)
    throw MalformedJson{ErrorCode::syntax,
                        "there are " + std::to_string(corners.size()) + " corners, not three a triangle"};
  for (std::size_t t = 0; t < corners.size(); t += 3) {
    ForeignMesh::Polygon& polygon = mesh.polygons.emplace_back();
    polygon.name = t / 3;
    for (std::size_t k = 0; k < 3; ++k) {
      if (corners[t + k] >= mesh.points.size())
        throw MalformedJson{ErrorCode::bad_index, "triangle " + std::to_string(t / 3) + " names vertex " +
                                                      std::to_string(corners[t + k]) + " of " +
                                                      std::to_string(mesh.points.size())};
      polygon.corners.push_back(static_cast<Index>(corners[t + k]));
    }
  }
  return read;
}

}  // namespace plumb::pipeline
