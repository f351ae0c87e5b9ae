// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <cstring>

#include "foreign_mesh_readers.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/stance.h"

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
  for (kernel::PointId p = 0; p < scene->points.size(); ++p) out.points.push_back(exact_point(scene->points, p));
  const bool by_plumb = is_by_plumb(bytes);
  std::size_t group = 0;
  for (std::uint32_t f = 0; f < scene->face_count(); ++f) {
    while (group + 1 < scene->groups.size() && scene->groups[group + 1].first_face <= f) ++group;
    if (by_plumb && !scene->groups.empty() && is_no_floor(scene->groups[group])) continue;
    ForeignMesh::Polygon& polygon = out.polygons.emplace_back();
    polygon.name = f;
    for (std::uint32_t c = scene->face_begin[f]; c < scene->face_begin[f + 1]; ++c)
      polygon.corners.push_back(scene->face_points[c]);
  }
  return read;
}

}  // namespace plumb::pipeline
