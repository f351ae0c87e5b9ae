// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "gltf/gltf_accessor.h"
#include "gltf/gltf_transform.h"

namespace plumb::pipeline::gltf {

/// The copies of its mesh that a node with EXT_mesh_gpu_instancing stands for: each has a translation, rotation and
/// scale of its own, applied before the node's transform. They are made when asked for, since there may be millions.
class Copies {
 public:
  /// Throws Refused: no data, lists of different lengths, other types than the extension allows, quaternions that are
  /// none of a rotation (squared lengths within 1/100 of 1, or 1/50 where they are stored as bytes).
  Copies(File& file, const Field& extension, NodeRotation how);

  std::size_t count() const { return count_; }
  TakenTransform at(std::size_t copy) const;
  /// Those whose rotation was taken for right angles.
  std::uint64_t straightened() const { return straightened_; }

 private:
  NodeRotation how_;
  std::optional<StoredVectors> translations_, rotations_, scales_;
  std::size_t count_ = 0;
  std::uint64_t straightened_ = 0;
};

}  // namespace plumb::pipeline::gltf
