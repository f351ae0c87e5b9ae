// SPDX-License-Identifier: GPL-3.0-or-later
// One reader a format: points as the file has them, links where it says any. read_foreign_mesh() does what all have in
// common: axes, areas, links by edges, the unit.
#pragma once
#include <string_view>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/json.h"

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

// Navmeshes in JSON have a reader a kind; read_json_mesh() tells them apart. All of them throw MalformedJson, and
// JsonError where a field is missing or of another kind than it should be.

/// What is wrong with a file.
struct MalformedJson {
  ErrorCode code;
  std::string what;
};

/// The shortest decimal of the double that is stored, by --numbers.
mpq_class json_number(JsonView json, Numbers numbers);
/// Three of them.
ExactPoint json_point(JsonView json, Numbers numbers);
/// A list of numbers, three a point.
std::vector<ExactPoint> json_points(JsonView list, Numbers numbers);
/// A list of whole numbers, or of lists of them.
std::vector<std::uint64_t> json_wholes(JsonView list);

/// A dump of an rcPolyMesh, `detail` of its rcPolyMeshDetail.
ReadMesh read_recast_dump(JsonView json, const std::optional<JsonView>& detail, const ForeignMeshOptions& options);
/// rerecast's polygon mesh by itself, and its detail mesh.
ReadMesh read_rerecast_polygons(JsonView json, const std::optional<JsonView>& detail,
                                const ForeignMeshOptions& options);
/// rerecast's .nav: both.
ReadMesh read_rerecast_nav(JsonView json, const ForeignMeshOptions& options);
/// navcat's navmesh.
ReadMesh read_navcat(JsonView json, const ForeignMeshOptions& options);
/// Triangles as three.js has them: positions and indices, by themselves or as a BufferGeometry's.
ReadMesh read_json_triangles(JsonView positions, const std::optional<JsonView>& indices,
                             const ForeignMeshOptions& options);

}  // namespace plumb::pipeline
