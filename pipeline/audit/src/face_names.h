// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/json.h"
#include "plumb/pipeline/scene.h"

// The names that a scene has for its faces: objects and groups (OBJ: o and g; glTF: nodes and meshes).
namespace plumb::pipeline {

/// The object's name, the group's, or "object/group"; empty where there is none.
std::string face_name(const std::vector<FaceGroup>& groups, std::uint32_t face);

/// "faces 3, 4 (stairs), 9 (floor) and 12 more"; empty of none. Faces that follow one another with one name share it.
std::string faces_text(const std::vector<FaceGroup>& groups, const std::vector<std::uint32_t>& faces);

/// [{"object", "group", "faces"}] of those that have a name, a name by its first face.
Json face_names_json(const std::vector<FaceGroup>& groups, const std::vector<std::uint32_t>& faces);

}  // namespace plumb::pipeline
