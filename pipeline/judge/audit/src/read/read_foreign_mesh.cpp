// SPDX-License-Identifier: GPL-3.0-or-later
// Reads another baker's navmesh: what kind of file it is, and what all kinds have in common.
// 1. read_any() tells the kind by the content (of TrinityCore's maps, by the name) and calls its reader (readers.h).
//    Scenes of polygons are read here: every face is a polygon, but for faces that a drawing of plumb marks as no
//    floor.
// 2. turn() brings the file's axes to those of the scene, or applies the transform that was given.
// 3. Polygons of other areas are dropped, links are found by edges where the file has none, and the unit is found.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/scene_from_arrays.h"
#include "plumb/pipeline/terms.h"
#include "read/readers.h"

namespace plumb::pipeline {
namespace {

// Drawings of plumb have polygons that are no floor, too, in groups of their verdicts.
bool is_by_plumb(std::string_view bytes) {
  std::uint32_t json = 4096;  // of a .glb the length of its document, which the lists of many parts begin
  if (bytes.starts_with("glTF") && bytes.size() >= 20) std::memcpy(&json, bytes.data() + 12, sizeof json);
  return bytes.starts_with("# plumb ") ||
         bytes.substr(0, 20 + std::size_t{json}).find("\"generator\":\"plumb ") != std::string_view::npos;
}
bool is_no_floor(const FaceGroup& group) {
  for (const std::string* name : {&group.group, &group.object})
    for (const kernel::Label verdict : {kernel::blocked, kernel::covered, kernel::inside, kernel::too_close})
      if (*name == verdict_name(verdict, {})) return true;
  return false;
}

Result<ReadMesh> read_any(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  if (is_detour_mesh(bytes, name)) return read_detour_mesh(bytes, name, options);
  if (is_godot_mesh(bytes)) return read_godot_mesh(bytes, name, options);
  const std::string extension = extension_of(name);
  if (extension != ".gltf" && is_json_mesh(bytes)) return read_json_mesh(bytes, name, options);
  if (is_polyanya_mesh(bytes)) return read_polyanya_mesh(bytes, name, options);
  if (!is_scene_extension(extension))
    return Error{ErrorCode::unsupported_format,
                 "this is no navmesh that is known by its content; name one of Detour (tile, set, .mmtile, .mmap), "
                 "Godot (.tres, .tscn), Polyanya (.mesh), JSON of plumb, Recast, rerecast or navcat, or polygons (" +
                     scene_extensions() + ")",
                 name, 0};
  return read_polygon_mesh(bytes, name, options);
}

// The file's axes to those of the scene, z up.
void turn(ForeignMesh& mesh, UpAxis own, const ForeignMeshOptions& o) {
  for (ExactPoint& p : mesh.points) {
    if (o.transform.empty()) {
      p = from_input_frame(std::move(p), own);
      continue;
    }
    ExactPoint to;
    for (std::size_t k = 0; k < 3; ++k) {
      const ExactPoint row{o.transform[4 * k], o.transform[4 * k + 1], o.transform[4 * k + 2]};
      to[k] = kernel::formulas::dot(row, p) + o.transform[4 * k + 3];
    }
    p = from_input_frame(std::move(to), o.up);
  }
}

void add_points(const Scene& scene, ForeignMesh& mesh) {
  for (kernel::PointId p = 0; p < scene.points.size(); ++p) mesh.points.push_back(exact_point(scene.points, p));
}
void add_polygon(const Scene& scene, std::uint32_t face, ForeignMesh& mesh) {
  ForeignMesh::Polygon& polygon = mesh.polygons.emplace_back();
  polygon.name = face;
  for (std::uint32_t c = scene.face_begin[face]; c < scene.face_begin[face + 1]; ++c)
    polygon.corners.push_back(scene.face_points[c]);
}

// Without links.
Result<ForeignMesh> mesh_of(const Result<Scene>& scene, UpAxis up) {
  ForeignMesh out;
  out.format = "arrays";
  out.up = up;
  if (!scene && scene.error().code == ErrorCode::no_face) return out;
  if (!scene) return scene.error();
  add_points(*scene, out);
  for (std::uint32_t f = 0; f < scene->face_count(); ++f) add_polygon(*scene, f, out);
  find_unit(out);
  return out;
}

Result<ForeignMesh> linked_mesh_of(const Result<Scene>& scene, UpAxis up, const ForeignMeshOptions& options) {
  auto out = mesh_of(scene, up);
  if (!out) return out;
  if (options.edges) out->edge_rule = *options.edges;
  std::optional<mpq_class> join = options.join;
  if (const auto refused = LowestTerms()("--join", join).refused()) return *refused;
  link_by_edges(*out, join, options.threads);
  return out;
}

}  // namespace

Result<ReadMesh> read_polygon_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  // A navmesh is judged as it is stored: that of a glTF under its nodes' transforms, which are not rounded.
  const std::string extension = extension_of(name);
  const Numbers numbers = extension == ".gltf" || extension == ".glb" ? Numbers::decimal : options.numbers;
  const auto scene = import_scene_text(bytes, name, {.numbers = numbers, .up = UpAxis::z, .threads = options.threads});
  ReadMesh read;
  ForeignMesh& out = read.mesh;
  out.format = "polygons";
  // A glTF is y up by its specification, whatever the scene is.
  if (const std::string extension = extension_of(name); extension == ".gltf" || extension == ".glb")
    read.up = UpAxis::y;
  // A baker that found nothing has none.
  if (!scene && scene.error().code == ErrorCode::no_face) return read;
  if (!scene) return scene.error();
  add_points(*scene, out);
  const bool by_plumb = is_by_plumb(bytes);
  out.is_any_scene = !by_plumb;
  if (by_plumb || read.up) out.edge_rule = EdgeRule::whole;  // a glTF is what an engine loads
  std::size_t group = 0;
  for (std::uint32_t f = 0; f < scene->face_count(); ++f) {
    while (group + 1 < scene->groups.size() && scene->groups[group + 1].first_face <= f) ++group;
    if (by_plumb && !scene->groups.empty() && is_no_floor(scene->groups[group])) continue;
    add_polygon(*scene, f, out);
  }
  return read;
}

Result<ForeignMesh> foreign_mesh(std::span<const double> coordinates, std::span<const std::uint32_t> corners,
                                 std::span<const std::uint32_t> sizes, UpAxis up, const ForeignMeshOptions& options) {
  return linked_mesh_of(scene_from_polygons(coordinates, corners, sizes, up), up, options);
}
Result<ForeignMesh> foreign_mesh(std::span<const float> coordinates, std::span<const std::uint32_t> corners,
                                 std::span<const std::uint32_t> sizes, UpAxis up, const ForeignMeshOptions& options) {
  return linked_mesh_of(scene_from_polygons(coordinates, corners, sizes, up), up, options);
}

Result<ForeignMesh> foreign_mesh(const FloatMesh& mesh, UpAxis up) {
  std::vector<double> coordinates;
  for (const auto& v : mesh.vertices)
    for (std::size_t k = 0; k < 3; ++k) coordinates.push_back(static_cast<double>(v[k]) + mesh.origin[k]);
  std::vector<std::uint32_t> sizes;
  for (std::size_t p = 0; p < mesh.size(); ++p) sizes.push_back(mesh.offsets[p + 1] - mesh.offsets[p]);
  auto out = mesh_of(scene_from_polygons(coordinates, mesh.corners, sizes, up), up);
  if (!out) return out;
  out->has_links = true;
  const auto add = [&](std::uint32_t a, std::uint32_t b) { out->links.push_back({std::min(a, b), std::max(a, b)}); };
  for (std::uint32_t p = 0; p < mesh.size(); ++p)
    for (std::uint32_t i = mesh.offsets[p]; i < mesh.offsets[p + 1]; ++i)
      if (mesh.neighbours[i] != FloatMesh::none) {
        add(p, mesh.neighbours[i]);
        out->edge_links.push_back({p, i - mesh.offsets[p], mesh.neighbours[i]});
      }
  for (const FloatMesh::Link& l : mesh.links)
    if (l.a != l.b) add(l.a, l.b);
  set_links(*out, std::move(out->links), {});
  return out;
}

Result<ForeignMesh> read_foreign_mesh_text(std::string_view bytes, const std::string& name,
                                           const ForeignMeshOptions& given) {
  ForeignMeshOptions options = given;
  LowestTerms lowest;
  if (const auto& refused = lowest("--join", options.join)("--navmesh-transform", options.transform).refused())
    return *refused;
  if (!options.transform.empty() && options.transform.size() != 12)
    return bad_option("--navmesh-transform has " + std::to_string(options.transform.size()) +
                      " numbers; give twelve, in three rows of four");
  auto read = read_any(bytes, name, options);
  if (!read) return read.error();
  if (!options.more_files.empty() && !read->takes_more_files)
    return Error{ErrorCode::bad_option,
                 "a navmesh of this kind is one file; several are tiles of Detour, or a polygon mesh of Recast or "
                 "rerecast with its detail mesh",
                 options.more_files.front(), 0};
  ForeignMesh& mesh = read->mesh;
  mesh.file = name;
  const UpAxis own = options.up_given ? options.up : read->up.value_or(options.up);
  turn(mesh, own, options);
  mesh.up = options.transform.empty() ? own : options.up;
  if (!options.areas.empty()) mesh = with_areas(std::move(mesh), options.areas);
  if (options.edges) mesh.edge_rule = *options.edges;
  if (!mesh.has_links) link_by_edges(mesh, options.join, options.threads);
  if (mesh.unit == 1) find_unit(mesh);
  return std::move(mesh);
}

Result<ForeignMesh> read_foreign_mesh(const std::string& path, const ForeignMeshOptions& options) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  return read_foreign_mesh_text(file->text(), path, options);
}

}  // namespace plumb::pipeline
