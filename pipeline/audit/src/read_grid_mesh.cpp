// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes on Recast's grid, by Recast or rerecast: corners are whole numbers of cells from the grid's lowest corner, and
// polygons have places for the corners and neighbours of the largest of them.
#include <algorithm>
#include <array>

#include "json_meshes.h"

namespace plumb::pipeline {
namespace {

constexpr std::uint64_t no_index = 0xffff, most_corners = 1u << 16;

// Values of a mesh on Recast's grid: corners by whole numbers of cells from its lowest corner.
class GridMesh {
 public:
  GridMesh(JsonView json, const ForeignMeshOptions& options) : json_(json), options_(options) {}

  ReadMesh read_dump(const std::optional<JsonView>& detail) {
    out_.mesh.format = "dump of a Recast mesh";
    take_grid(json_.at("cs"), json_.at("ch"), json_.at("bmin"));
    take_vertices(json_.at("verts"));
    const std::uint64_t nvp = width(json_.at("nvp"));
    const std::vector<std::uint64_t> polygons = json_wholes(json_.at("polys"));
    if (polygons.size() % (2 * nvp) != 0)
      throw MalformedJson{ErrorCode::syntax, "'polys' is no multiple of 2 nvp numbers long"};
    std::vector<std::uint64_t> corners, beyond;
    for (std::size_t p = 0; p < polygons.size(); p += 2 * nvp) {
      corners.insert(corners.end(), polygons.begin() + at(p), polygons.begin() + at(p + nvp));
      beyond.insert(beyond.end(), polygons.begin() + at(p + nvp), polygons.begin() + at(p + 2 * nvp));
    }
    take_polygons(corners, beyond, nvp, json_.find("areas"));
    if (detail) take_detail(*detail);
    return finish();
  }

  ReadMesh read_rerecast(const std::string& format, const std::optional<JsonView>& detail) {
    out_.mesh.format = format;
    take_grid(json_.at("cell_size"), json_.at("cell_height"), json_.at("aabb").at("min"));
    take_vertices(json_.at("vertices"));
    const std::vector<std::uint64_t> corners = json_wholes(json_.at("polygons"));
    std::vector<std::uint64_t> beyond;
    if (const auto neighbours = json_.find("polygon_neighbors")) beyond = json_wholes(*neighbours);
    linked_ = !beyond.empty() || corners.empty();
    beyond.resize(linked_ ? beyond.size() : corners.size(), no_index);
    take_polygons(corners, beyond, width(json_.at("max_vertices_per_polygon")), json_.find("areas"));
    if (detail && detail->is_object()) take_detail(*detail);
    return finish();
  }

 private:
  static std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  ReadMesh finish() {
    ForeignMesh& mesh = out_.mesh;
    out_.up = UpAxis::y;
    mesh.has_links = linked_;
    std::ranges::sort(mesh.links);
    mesh.links.erase(std::unique(mesh.links.begin(), mesh.links.end()), mesh.links.end());
    return std::move(out_);
  }

  static std::uint64_t width(JsonView json) {
    const std::uint64_t n = json.whole();
    if (n < 3 || n > most_corners)
      throw MalformedJson{ErrorCode::out_of_range, "polygons have " + std::to_string(n) + " corners at most"};
    return n;
  }

  void take_grid(JsonView size, JsonView height, JsonView low) {
    cell_ = {json_number(size, options_.numbers), json_number(height, options_.numbers),
             json_number(size, options_.numbers)};
    if (cell_[0] <= 0 || cell_[1] <= 0) throw MalformedJson{ErrorCode::bad_number, "cells have no size"};
    out_.mesh.settings.cell_size = cell_[0];
    out_.mesh.settings.cell_height = cell_[1];
    low_ = json_point(low, options_.numbers);
  }
  void take_vertices(JsonView list) {
    const std::vector<std::uint64_t> all = json_wholes(list);
    if (all.size() % 3 != 0) throw MalformedJson{ErrorCode::missing_coordinate, "a vertex has not three coordinates"};
    for (std::size_t i = 0; i < all.size(); i += 3) {
      ExactPoint p;
      for (std::size_t k = 0; k < 3; ++k) {
        if (all[i + k] > no_index) throw MalformedJson{ErrorCode::out_of_range, "a vertex is beyond 65535 cells"};
        p[k] = low_[k] + static_cast<unsigned long>(all[i + k]) * cell_[k];
      }
      out_.mesh.points.push_back(std::move(p));
    }
    vertices_ = out_.mesh.points.size();
  }

  void take_polygons(const std::vector<std::uint64_t>& corners, const std::vector<std::uint64_t>& beyond,
                     std::uint64_t width, const std::optional<JsonView>& areas) {
    if (corners.size() % width != 0 || beyond.size() != corners.size())
      throw MalformedJson{ErrorCode::syntax, "polygons and their neighbours do not fit each other"};
    const std::size_t count = corners.size() / width;
    std::vector<std::uint64_t> ids;
    if (areas && areas->is_array()) ids = json_wholes(*areas);
    for (std::size_t p = 0; p < count; ++p) {
      ForeignMesh::Polygon& polygon = out_.mesh.polygons.emplace_back();
      polygon.name = p;
      if (p < ids.size()) polygon.area = static_cast<std::uint32_t>(ids[p] & 0xffffffffu);
      for (std::size_t k = 0; k < width && corners[p * width + k] != no_index; ++k) {
        const std::uint64_t corner = corners[p * width + k], other = beyond[p * width + k];
        if (corner >= vertices_)
          throw MalformedJson{ErrorCode::bad_index, "polygon " + std::to_string(p) + " names vertex " +
                                                        std::to_string(corner) + " of " + std::to_string(vertices_)};
        polygon.corners.push_back(static_cast<ForeignMesh::Index>(corner));
        if (other >= 0x8000) continue;  // nothing, or the border of a tile
        if (other >= count)
          throw MalformedJson{ErrorCode::bad_index, "polygon " + std::to_string(p) + " names neighbour " +
                                                        std::to_string(other) + " of " + std::to_string(count)};
        if (other != p)
          out_.mesh.links.push_back({static_cast<ForeignMesh::Index>(std::min<std::uint64_t>(p, other)),
                                     static_cast<ForeignMesh::Index>(std::max<std::uint64_t>(p, other))});
      }
      if (polygon.corners.size() < 3)
        throw MalformedJson{ErrorCode::too_few_vertices, "polygon " + std::to_string(p) + " has " +
                                                             std::to_string(polygon.corners.size()) + " corners"};
    }
  }

  // Parts of rerecast's detail meshes have names, those of a dump an order; vertices are a part's own.
  void take_detail(JsonView detail) {
    ForeignMesh& mesh = out_.mesh;
    const std::size_t first = mesh.points.size();
    const bool dump = detail.find("verts").has_value();
    for (const JsonView v : detail.at(dump ? "verts" : "vertices"))
      mesh.points.push_back(json_point(v, options_.numbers));
    std::vector<std::array<std::uint64_t, 3>> triangles;
    for (const JsonView t : detail.at(dump ? "tris" : "triangles")) {
      const std::vector<std::uint64_t> corners = json_wholes(t);
      if (corners.size() != 3 && corners.size() != 4)
        throw MalformedJson{ErrorCode::syntax, "a triangle of the detail mesh has not three corners"};
      triangles.push_back({corners[0], corners[1], corners[2]});
    }
    const JsonView meshes = detail.at("meshes");
    if (meshes.size() != mesh.polygons.size())
      throw MalformedJson{ErrorCode::syntax, "the detail mesh has parts for " + std::to_string(meshes.size()) + " of " +
                                                 std::to_string(mesh.polygons.size()) + " polygons"};
    for (std::size_t m = 0; m < meshes.size(); ++m) {
      const JsonView part = meshes[m];
      const auto field = [&](std::size_t i, const char* name) {
        return (part.is_array() ? part[i] : part.at(name)).whole();
      };
      if (part.is_array() && part.size() != 4)
        throw MalformedJson{ErrorCode::syntax, "detail of polygon " + std::to_string(m) + " has not four numbers"};
      const std::uint64_t vertex = field(0, "base_vertex_index"), vertices = field(1, "vertex_count"),
                          triangle = field(2, "base_triangle_index"), count = field(3, "triangle_count");
      const std::uint64_t points = mesh.points.size() - first, all = triangles.size();
      if (vertex > points || vertices > points - vertex || triangle > all || count > all - triangle)
        throw MalformedJson{ErrorCode::bad_index, "detail of polygon " + std::to_string(m) + " is not there"};
      for (std::uint64_t t = triangle; t < triangle + count; ++t) {
        ForeignMesh::Triangle out{{}, static_cast<ForeignMesh::Index>(m)};
        for (std::size_t k = 0; k < 3; ++k) {
          if (triangles[t][k] >= vertices)
            throw MalformedJson{ErrorCode::bad_index,
                                "detail of polygon " + std::to_string(m) + " names a vertex of another"};
          out.corners[k] = static_cast<ForeignMesh::Index>(first + vertex + triangles[t][k]);
        }
        mesh.detail.push_back(out);
      }
    }
  }

  JsonView json_;
  const ForeignMeshOptions& options_;
  std::array<mpq_class, 3> cell_;
  ExactPoint low_;
  std::size_t vertices_ = 0;
  bool linked_ = true;  // the file says what is linked
  ReadMesh out_;
};

}  // namespace

ReadMesh read_recast_dump(JsonView json, const std::optional<JsonView>& detail, const ForeignMeshOptions& options) {
  return GridMesh(json, options).read_dump(detail);
}
ReadMesh read_rerecast_polygons(JsonView json, const std::optional<JsonView>& detail,
                                const ForeignMeshOptions& options) {
  return GridMesh(json, options).read_rerecast("rerecast polygon mesh", detail);
}
ReadMesh read_rerecast_nav(JsonView json, const ForeignMeshOptions& options) {
  return GridMesh(json.at("polygon"), options).read_rerecast("rerecast navmesh", json.find("detail"));
}

}  // namespace plumb::pipeline
