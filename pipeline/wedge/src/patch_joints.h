// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "cleared_patch.h"

namespace plumb::pipeline {

/// An end of what is left of a patch (ClearedPatch::End).
struct PatchEnd {
  TriangleMesh::Index patch, end;
};

/// The sides along which patches were joined, matched again.
struct PatchJoints {
  std::vector<std::pair<PatchEnd, PatchEnd>> joined;  ///< pairs with the same ends, in opposite directions
  std::vector<PatchEnd> alone;                        ///< ends beyond which everything was taken
  /// Corners that a patch lacks, though the patch on the other side of the joint has them; ascending by patch. If there
  /// are any, `joined` and `alone` are not complete.
  std::vector<std::pair<TriangleMesh::Index, ExtraCorner>> missing;
};

/// Matches the ends of all patches. `beyond`: neighbours() of the mesh of which they are patches.
PatchJoints join_patches(const std::vector<ClearedPatch>& patches,
                         const std::vector<std::array<TriangleMesh::Index, 3>>& beyond);

}  // namespace plumb::pipeline
