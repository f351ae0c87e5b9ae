// SPDX-License-Identifier: GPL-3.0-or-later
// One reader a format: points as the file has them, links where it says any. read_foreign_mesh() does what all have in
// common: axes, areas, links by edges, the unit.
#pragma once
#include <string_view>

#include "plumb/pipeline/read_foreign_mesh.h"

namespace plumb::pipeline {

struct ReadMesh {
  ForeignMesh mesh;
  std::optional<UpAxis> up = {};  ///< of the file's axes, if the format says so
  bool takes_more_files = false;  ///< ForeignMeshOptions::more_files are in it
};

/// .obj, .gltf, .glb, .off, .ply, .stl: every face a polygon.
Result<ReadMesh> read_polygon_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options);

/// Detour's: a set of tiles (MSET), or one (DNAV); TrinityCore's tiles (MMAP) and, by the name, maps of them.
bool is_detour_mesh(std::string_view bytes, const std::string& name);
Result<ReadMesh> read_detour_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options);

/// Godot's .tres, or a .tscn with navmeshes in it; and its binary .res, which is refused.
bool is_godot_mesh(std::string_view bytes);
Result<ReadMesh> read_godot_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options);

/// Polyanya's .mesh.
bool is_polyanya_mesh(std::string_view bytes);
Result<ReadMesh> read_polyanya_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options);

/// JSON: plumb's, dumps of Recast, rerecast's, navcat's, triangles.
bool is_json_mesh(std::string_view bytes);
Result<ReadMesh> read_json_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options);

}  // namespace plumb::pipeline
