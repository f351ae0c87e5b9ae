// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

#include "foreign_mesh_readers.h"
#include "mesh_number.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/nav_mesh_json.h"

namespace plumb::pipeline {
namespace {

// What is wrong with a file; read_json_mesh() returns it.
struct Malformed {
  ErrorCode code;
  std::string what;
};

constexpr std::uint64_t no_index = 0xffff, most_corners = 1u << 16;

ReadMesh from_nav_mesh(const NavMesh& mesh, const std::string& wanted) {
  ReadMesh read;
  read.up = mesh.info.up;
  ForeignMesh& out = read.mesh;
  out.format = "plumb's navmesh";
  out.has_links = true;
  out.is_exact = true;
  out.unit = mesh.denominator;
  const auto& stances = mesh.info.stances;
  const auto at = std::ranges::find(stances, wanted, &Stance::name);
  const auto stance = static_cast<kernel::Label>(at == stances.end() ? 1 : at - stances.begin() + 1);
  out.settings.height = stances[static_cast<std::size_t>(stance) - 1].height;
  out.settings.radius = mesh.info.radius;
  out.settings.climb = mesh.info.step;
  for (MeshPoints::Index p = 0; p < mesh.points.size(); ++p)
    out.points.push_back(to_input_frame(mesh.points[p], mesh.info.up));
  constexpr auto none = static_cast<ForeignMesh::Index>(-1);
  std::vector<ForeignMesh::Index> number(mesh.cells.size(), none);
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    const NavMesh::Cell& cell = mesh.cells[c];
    if (cell.open_to() < stance) continue;
    number[c] = static_cast<ForeignMesh::Index>(out.polygons.size());
    ForeignMesh::Polygon& polygon = out.polygons.emplace_back();
    const auto corners = outline(mesh, c);
    polygon.corners.assign(corners.begin(), corners.end());
    polygon.area = static_cast<std::uint32_t>(cell.stance);
    polygon.name = c;
    for (const NavMesh::Facet& f : cell.facets)
      for (std::size_t i = 1; i + 1 < f.corners.size(); ++i)
        out.detail.push_back({{f.corners[0], f.corners[i], f.corners[i + 1]}, number[c]});
  }
  for (const NavMesh::Portal& p : mesh.portals)
    if (p.stance >= stance && number[p.a] != none && number[p.b] != none)
      out.links.push_back({std::min(number[p.a], number[p.b]), std::max(number[p.a], number[p.b])});
  return read;
}

// Values of a mesh on Recast's grid: corners by whole numbers of cells from its lowest corner.
class GridMesh {
 public:
  GridMesh(JsonView json, const ForeignMeshOptions& options) : json_(json), options_(options) {}

  // A dump of an rcPolyMesh.
  ReadMesh read_dump() {
    out_.mesh.format = "dump of a Recast mesh";
    take_grid(json_.at("cs"), json_.at("ch"), json_.at("bmin"));
    take_vertices(json_.at("verts"));
    const std::uint64_t nvp = width(json_.at("nvp"));
    const std::vector<std::uint64_t> polygons = wholes(json_.at("polys"));
    if (polygons.size() % (2 * nvp) != 0)
      throw Malformed{ErrorCode::syntax, "'polys' is no multiple of 2 nvp numbers long"};
    std::vector<std::uint64_t> corners, beyond;
    for (std::size_t p = 0; p < polygons.size(); p += 2 * nvp) {
      corners.insert(corners.end(), polygons.begin() + at(p), polygons.begin() + at(p + nvp));
      beyond.insert(beyond.end(), polygons.begin() + at(p + nvp), polygons.begin() + at(p + 2 * nvp));
    }
    take_polygons(corners, beyond, nvp, json_.find("areas"));
    return finish();
  }

  // A .nav of rerecast.
  ReadMesh read_rerecast() {
    out_.mesh.format = "rerecast navmesh";
    const JsonView polygon = json_.at("polygon");
    take_grid(polygon.at("cell_size"), polygon.at("cell_height"), polygon.at("aabb").at("min"));
    take_vertices(polygon.at("vertices"));
    take_polygons(wholes(polygon.at("polygons")), wholes(polygon.at("polygon_neighbors")),
                  width(polygon.at("max_vertices_per_polygon")), polygon.find("areas"));
    if (const auto detail = json_.find("detail"))
      if (detail->is_object()) take_detail(*detail);
    return finish();
  }

 private:
  static std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  ReadMesh finish() {
    ForeignMesh& mesh = out_.mesh;
    out_.up = UpAxis::y;
    mesh.has_links = true;
    std::ranges::sort(mesh.links);
    mesh.links.erase(std::unique(mesh.links.begin(), mesh.links.end()), mesh.links.end());
    return std::move(out_);
  }

  mpq_class number(JsonView json) const {
    std::string text;
    kernel::append_decimal(text, json.number());  // its digits, but for those that no double holds
    const auto value = mesh_number(text, options_.numbers);
    if (!value) throw Malformed{ErrorCode::bad_number, "'" + text + "' is beyond the range of numbers"};
    return *value;
  }
  static std::vector<std::uint64_t> wholes(JsonView list) {
    std::vector<std::uint64_t> out;
    const auto take = [&](JsonView v) {
      if (!v.is_whole()) throw Malformed{ErrorCode::syntax, "a list of whole numbers has something else in it"};
      out.push_back(v.whole());
    };
    if (!list.is_array()) throw Malformed{ErrorCode::syntax, "something else stands for a list"};
    for (const JsonView v : list) {
      if (!v.is_array()) {
        take(v);
        continue;
      }
      for (const JsonView w : v) take(w);
    }
    return out;
  }
  static std::uint64_t width(JsonView json) {
    const std::uint64_t n = json.whole();
    if (n < 3 || n > most_corners)
      throw Malformed{ErrorCode::out_of_range, "polygons have " + std::to_string(n) + " corners at most"};
    return n;
  }

  void take_grid(JsonView size, JsonView height, JsonView low) {
    cell_ = {number(size), number(height), number(size)};
    if (cell_[0] <= 0 || cell_[1] <= 0) throw Malformed{ErrorCode::bad_number, "cells have no size"};
    out_.mesh.settings.cell_size = cell_[0];
    out_.mesh.settings.cell_height = cell_[1];
    low_ = point(low);
  }
  ExactPoint point(JsonView json) const {
    if (!json.is_array() || json.size() != 3)
      throw Malformed{ErrorCode::missing_coordinate, "a point has not three coordinates"};
    return {number(json[0]), number(json[1]), number(json[2])};
  }

  void take_vertices(JsonView list) {
    const std::vector<std::uint64_t> all = wholes(list);
    if (all.size() % 3 != 0) throw Malformed{ErrorCode::missing_coordinate, "a vertex has not three coordinates"};
    for (std::size_t i = 0; i < all.size(); i += 3) {
      ExactPoint p;
      for (std::size_t k = 0; k < 3; ++k) {
        if (all[i + k] > no_index) throw Malformed{ErrorCode::out_of_range, "a vertex is beyond 65535 cells"};
        p[k] = low_[k] + static_cast<unsigned long>(all[i + k]) * cell_[k];
      }
      out_.mesh.points.push_back(std::move(p));
    }
    vertices_ = out_.mesh.points.size();
  }

  void take_polygons(const std::vector<std::uint64_t>& corners, const std::vector<std::uint64_t>& beyond,
                     std::uint64_t width, const std::optional<JsonView>& areas) {
    if (corners.size() % width != 0 || beyond.size() != corners.size())
      throw Malformed{ErrorCode::syntax, "polygons and their neighbours do not fit each other"};
    const std::size_t count = corners.size() / width;
    std::vector<std::uint64_t> ids;
    if (areas && areas->is_array()) ids = wholes(*areas);
    for (std::size_t p = 0; p < count; ++p) {
      ForeignMesh::Polygon& polygon = out_.mesh.polygons.emplace_back();
      polygon.name = p;
      if (p < ids.size()) polygon.area = static_cast<std::uint32_t>(ids[p] & 0xffffffffu);
      for (std::size_t k = 0; k < width && corners[p * width + k] != no_index; ++k) {
        const std::uint64_t corner = corners[p * width + k], other = beyond[p * width + k];
        if (corner >= vertices_)
          throw Malformed{ErrorCode::bad_index, "polygon " + std::to_string(p) + " names vertex " +
                                                    std::to_string(corner) + " of " + std::to_string(vertices_)};
        polygon.corners.push_back(static_cast<ForeignMesh::Index>(corner));
        if (other >= 0x8000) continue;  // nothing, or the border of a tile
        if (other >= count)
          throw Malformed{ErrorCode::bad_index, "polygon " + std::to_string(p) + " names neighbour " +
                                                    std::to_string(other) + " of " + std::to_string(count)};
        if (other != p)
          out_.mesh.links.push_back({static_cast<ForeignMesh::Index>(std::min<std::uint64_t>(p, other)),
                                     static_cast<ForeignMesh::Index>(std::max<std::uint64_t>(p, other))});
      }
      if (polygon.corners.size() < 3)
        throw Malformed{ErrorCode::too_few_vertices,
                        "polygon " + std::to_string(p) + " has " + std::to_string(polygon.corners.size()) + " corners"};
    }
  }

  void take_detail(JsonView detail) {
    ForeignMesh& mesh = out_.mesh;
    const std::size_t first = mesh.points.size();
    for (const JsonView v : detail.at("vertices")) mesh.points.push_back(point(v));
    const std::vector<std::uint64_t> triangles = wholes(detail.at("triangles"));
    const JsonView meshes = detail.at("meshes");
    if (meshes.size() != mesh.polygons.size())
      throw Malformed{ErrorCode::syntax, "the detail mesh has parts for " + std::to_string(meshes.size()) + " of " +
                                             std::to_string(mesh.polygons.size()) + " polygons"};
    for (std::size_t m = 0; m < meshes.size(); ++m) {
      const JsonView part = meshes[m];
      const std::uint64_t vertex = part.at("base_vertex_index").whole(), vertices = part.at("vertex_count").whole(),
                          triangle = part.at("base_triangle_index").whole(), count = part.at("triangle_count").whole();
      const std::uint64_t points = mesh.points.size() - first, all = triangles.size() / 3;
      if (vertex > points || vertices > points - vertex || triangle > all || count > all - triangle)
        throw Malformed{ErrorCode::bad_index, "detail of polygon " + std::to_string(m) + " is not there"};
      for (std::uint64_t t = triangle; t < triangle + count; ++t) {
        ForeignMesh::Triangle out{{}, static_cast<ForeignMesh::Index>(m)};
        for (std::size_t k = 0; k < 3; ++k) {
          if (triangles[3 * t + k] >= vertices)
            throw Malformed{ErrorCode::bad_index,
                            "detail of polygon " + std::to_string(m) + " names a vertex of another"};
          out.corners[k] = static_cast<ForeignMesh::Index>(first + vertex + triangles[3 * t + k]);
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
  ReadMesh out_;
};

}  // namespace

bool is_json_mesh(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '{';
}

Result<ReadMesh> read_json_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  const auto malformed = [&](ErrorCode code, const std::string& what) {
    return Error{code, what + "; name a navmesh of plumb, a dump of Recast or a .nav of rerecast", name, 0};
  };
  try {
    const JsonDocument document = JsonDocument::parse(bytes);
    const JsonView root = document.root();
    if (root.find("polys")) return GridMesh(root, options).read_dump();
    if (root.find("polygon")) return GridMesh(root, options).read_rerecast();
  } catch (const Malformed& m) {
    return malformed(m.code, m.what);
  } catch (const JsonError& e) {
    if (e.kind == JsonError::Kind::syntax)
      return malformed(ErrorCode::syntax, "this is no JSON (at byte " + std::to_string(e.byte) + ")");
    return malformed(ErrorCode::syntax, "a field is missing, or holds something else than it should");
  }
  std::istringstream in{std::string(bytes)};
  const auto mesh = read_nav_mesh_json(in, name);
  if (!mesh) return mesh.error();
  ReadMesh read = from_nav_mesh(*mesh, options.stance);
  std::ranges::sort(read.mesh.links);
  read.mesh.links.erase(std::unique(read.mesh.links.begin(), read.mesh.links.end()), read.mesh.links.end());
  return read;
}

}  // namespace plumb::pipeline
