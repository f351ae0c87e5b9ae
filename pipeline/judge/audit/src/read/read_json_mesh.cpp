// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes in JSON: which of the known kinds a file is, and the readers of two of them.
// 1. read_json_mesh() parses the file once. read_others() tells the kinds apart by the fields that they have: dumps of
//    Recast and meshes of rerecast; navcat's tiles and triangles of three.js (read_navcat_mesh.cpp); else it is
//    plumb's.
// 2. GridMesh reads meshes on Recast's grid: corners are whole numbers of cells from the grid's lowest corner, and
//    every polygon has places for the corners and neighbours of the largest one. Their detail mesh may be another file
//    (detail_file).
// 3. from_nav_mesh() takes of plumb's own navmesh the cells in which the stance that is asked for fits.
// Cost: linear in the file. Exact: a number is the shortest decimal of the double that is stored, or that double.
// Errors: readers throw MalformedJson, JsonView throws JsonError; both become one Error that names the known kinds.
#include "read/readers.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text_number.h"

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
    set_links(mesh, std::move(mesh.links), {});
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
        p[k] = low_[k] + static_cast<std::uint32_t>(all[i + k]) * cell_[k];
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
          out_.mesh.edge_links.push_back({static_cast<ForeignMesh::Index>(p),
                                          static_cast<std::uint32_t>(polygon.corners.size() - 1),
                                          static_cast<ForeignMesh::Index>(other)});
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

// The detail mesh of a polygon mesh: the other file that is given, or the one beside it of a name that says so.
std::optional<std::string> detail_file(const std::string& name, const ForeignMeshOptions& options) {
  if (!options.more_files.empty()) return options.more_files.front();
  std::string stem = stem_of(name);
  std::vector<std::string> names{stem + "_detail"};
  if (const auto at = stem.find("poly_mesh"); at != std::string::npos) names.push_back(stem.replace(at, 4, "detail"));
  for (const std::string& other : names) {
    const std::string beside = in_folder(folder_of(name), other + name_of(name).substr(stem_of(name).size()));
    if (system::kind_of(beside) == system::Kind::regular) return beside;
  }
  return std::nullopt;
}

constexpr const char* known_kinds =
    "; known are navmeshes of plumb (plumb bake -o FILE.json), dumps of Recast's rcPolyMesh (verts, polys, nvp, cs, "
    "ch, "
    "bmin), rerecast's .nav and its polygon mesh (vertices, polygons, aabb) with the detail mesh as a second file, "
    "navcat's (tiles) and triangles (positions, indices)";

Error error_of(const MalformedJson& m, const std::string& name) { return {m.code, m.what + known_kinds, name, 0}; }
Error error_of(const JsonError& e, const std::string& name) {
  return {ErrorCode::syntax,
          (e.kind == JsonError::Kind::syntax ? "this is no JSON (at byte " + std::to_string(e.byte) + ")"
                                             : "a field is missing, or holds something else than it should") +
              std::string(known_kinds),
          name, 0};
}

// A mesh on a grid, with the detail mesh of another file.
Result<ReadMesh> read_grid(JsonView json, bool dump, const std::string& name, const ForeignMeshOptions& options) {
  const auto read = [&](const std::optional<JsonView>& detail) {
    return dump ? read_recast_dump(json, detail, options) : read_rerecast_polygons(json, detail, options);
  };
  const auto other = detail_file(name, options);
  if (!other) return read({});
  const auto file = MappedFile::open(*other);
  if (!file) return file.error();
  try {
    const JsonDocument document = JsonDocument::parse(file->text());
    const JsonView detail = document.root();
    if (!detail.is_object() || !detail.find("meshes")) throw MalformedJson{ErrorCode::syntax, "this is no detail mesh"};
    ReadMesh out = read(detail);
    out.takes_more_files = options.more_files.size() == 1;
    out.mesh.format += ", detail by " + name_of(*other);
    return out;
  } catch (const MalformedJson& m) {
    return error_of(m, name + " with " + *other);
  } catch (const JsonError& e) {
    return error_of(e, *other);
  }
}

// None: it may be plumb's.
std::optional<Result<ReadMesh>> read_others(JsonView root, const std::string& name, const ForeignMeshOptions& options) {
  if (!root.is_object()) throw MalformedJson{ErrorCode::syntax, "this JSON is no navmesh"};
  if (root.find("polys") && root.find("nvp")) return read_grid(root, true, name, options);
  if (root.find("polygons") && root.find("aabb")) return read_grid(root, false, name, options);
  if (root.find("polygon")) return read_rerecast_nav(root, options);
  if (const auto tiles = root.find("tiles"); tiles && tiles->is_object()) return read_navcat(root, options);
  if (const auto positions = root.find("positions")) {
    const auto indices = root.find("indices");
    return read_json_triangles(*positions, indices ? indices : root.find("index"), options);
  }
  if (const auto data = root.find("data"); data && data->is_object() && data->find("attributes")) {
    const auto index = data->find("index");
    return read_json_triangles(data->at("attributes").at("position").at("array"),
                               index ? std::optional(index->at("array")) : std::nullopt, options);
  }
  if (root.find("meshes") && (root.find("triangles") || root.find("tris")))
    throw MalformedJson{ErrorCode::syntax, "this is a detail mesh, without the polygons; give it behind those"};
  if (!root.find("plumb")) throw MalformedJson{ErrorCode::syntax, "this JSON is no navmesh"};
  return std::nullopt;
}

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

mpq_class json_number(JsonView json, Numbers numbers) {
  std::string text;
  kernel::append_decimal(text, json.number());  // its digits, but for those that no double holds
  const auto value = text_number(text, numbers);
  if (!value) throw MalformedJson{ErrorCode::bad_number, "'" + text + "' is beyond the range of numbers"};
  return *value;
}

ExactPoint json_point(JsonView json, Numbers numbers) {
  if (!json.is_array() || json.size() != 3)
    throw MalformedJson{ErrorCode::missing_coordinate, "a point has not three coordinates"};
  return {json_number(json[0], numbers), json_number(json[1], numbers), json_number(json[2], numbers)};
}

std::vector<ExactPoint> json_points(JsonView list, Numbers numbers) {
  if (!list.is_array() || list.size() % 3 != 0)
    throw MalformedJson{ErrorCode::missing_coordinate, "a vertex has not three coordinates"};
  std::vector<ExactPoint> out;
  for (std::size_t i = 0; i < list.size(); i += 3)
    out.push_back(
        {json_number(list[i], numbers), json_number(list[i + 1], numbers), json_number(list[i + 2], numbers)});
  return out;
}

std::vector<std::uint64_t> json_wholes(JsonView list) {
  std::vector<std::uint64_t> out;
  const auto take = [&](JsonView v) {
    if (!v.is_whole()) throw MalformedJson{ErrorCode::syntax, "a list of whole numbers has something else in it"};
    out.push_back(v.whole());
  };
  if (!list.is_array()) throw MalformedJson{ErrorCode::syntax, "something else stands for a list"};
  for (const JsonView v : list) {
    if (!v.is_array()) {
      take(v);
      continue;
    }
    for (const JsonView w : v) take(w);
  }
  return out;
}

bool is_json_mesh(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '[');
}

Result<ReadMesh> read_json_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  try {
    const JsonDocument document = JsonDocument::parse(bytes);
    if (const auto read = read_others(document.root(), name, options)) return *read;
  } catch (const MalformedJson& m) {
    return error_of(m, name);
  } catch (const JsonError& e) {
    return error_of(e, name);
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
