// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes in JSON, a reader a kind; read_json_mesh() tells them apart. All throw MalformedJson, and JsonError where a
// field is missing or of another kind than it should be.
#pragma once
#include "foreign_mesh_readers.h"
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {

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
