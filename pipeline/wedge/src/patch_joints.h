// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "cleared_patch.h"

namespace plumb::pipeline {

/// An end of a patch that is left.
struct PatchEnd {
  TriangleMesh::Index patch, end;
};

/// What has become of the sides along which patches were joined.
struct PatchJoints {
  std::vector<std::pair<PatchEnd, PatchEnd>> joined;  ///< with the same ends, opposite ways
  std::vector<PatchEnd> alone;                        ///< what was beyond is taken
  /// By patch, ascending: where the other one has a corner and it has none. If there are any, the others are not told.
  std::vector<std::pair<TriangleMesh::Index, ExtraCorner>> missing;
};

/// `beyond`: neighbours() of the mesh that the patches are of.
PatchJoints join_patches(const std::vector<ClearedPatch>& patches,
                         const std::vector<std::array<TriangleMesh::Index, 3>>& beyond);

}  // namespace plumb::pipeline
