// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "gltf/gltf_copies.h"
#include "gltf/gltf_mesh.h"
#include "gltf/gltf_transform.h"

namespace plumb::pipeline::gltf {

/// A mesh where a node puts it: once, or as many times as it has copies.
struct PlacedMesh {
  std::size_t node;
  std::string_view name;  ///< the node's
  const Mesh* mesh;
  std::shared_ptr<const Transform> transform;
  std::shared_ptr<const Copies> copies;  ///< null: none

  std::size_t count() const { return copies ? copies->count() : 1; }
};

struct PlacedMeshes {
  std::vector<PlacedMesh> meshes;  ///< each with a primitive
  std::uint64_t straightened = 0;  ///< nodes and copies whose rotation was taken for right angles
};

/// The nodes of the default scene, or where there is none all nodes, depth first in the order of the file.
/// Throws Refused.
PlacedMeshes walk_nodes(File& file, Meshes& meshes, NodeRotation rotation);

}  // namespace plumb::pipeline::gltf
