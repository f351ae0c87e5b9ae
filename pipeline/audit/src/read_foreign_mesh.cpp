// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/read_foreign_mesh.h"

#include <algorithm>

#include "foreign_mesh_readers.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/mapped_file.h"
#include "plumb/pipeline/mesh_structure.h"

namespace plumb::pipeline {
namespace {

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

}  // namespace

Result<ForeignMesh> read_foreign_mesh_text(std::string_view bytes, const std::string& name,
                                           const ForeignMeshOptions& options) {
  auto read = read_any(bytes, name, options);
  if (!read) return read.error();
  if (!options.more_files.empty() && !read->takes_more_files)
    return Error{ErrorCode::bad_option,
                 "a navmesh of this kind is one file; several are tiles of Detour, or a polygon mesh of Recast or "
                 "rerecast with its detail mesh",
                 options.more_files.front(), 0};
  ForeignMesh& mesh = read->mesh;
  mesh.file = name;
  turn(mesh, options.up_given ? options.up : read->up.value_or(options.up), options);
  if (!options.areas.empty()) mesh = with_areas(std::move(mesh), options.areas);
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
