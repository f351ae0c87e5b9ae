// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "gltf/gltf_nodes.h"
#include "plumb/pipeline/import_obj.h"
#include "scene_builder.h"

namespace plumb::pipeline::gltf {

/// The scene of these meshes, in world positions: transforms are applied exactly, then every coordinate is rounded to
/// the nearest number of options.numbers, ties to even; Numbers::decimal keeps it. So equal positions stay equal.
/// Throws Refused: what SceneBuilder does, and a coordinate that rounds to infinity, by the node that puts it there.
Scene place(const std::vector<PlacedMesh>& meshes, const std::string& name, const ImportOptions& options);

}  // namespace plumb::pipeline::gltf
