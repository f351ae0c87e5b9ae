// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "json_meshes.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/mapped_file.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {
namespace {

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
  const std::filesystem::path path(name);
  std::string stem = path.stem().string();
  std::vector<std::string> names{stem + "_detail"};
  if (const auto at = stem.find("poly_mesh"); at != std::string::npos) names.push_back(stem.replace(at, 4, "detail"));
  for (const std::string& other : names) {
    const std::filesystem::path beside = path.parent_path() / (other + path.extension().string());
    std::error_code ignored;
    if (std::filesystem::is_regular_file(beside, ignored)) return beside.string();
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
    out.mesh.format += ", detail by " + std::filesystem::path(*other).filename().string();
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
