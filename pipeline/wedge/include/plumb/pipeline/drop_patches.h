// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/operation_facts.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

struct DropPatchesOptions {
  mpq_class min_area;                 ///< >= 0, in plan
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
};

/// Stage: erases components (triangles joined along edges) whose area in plan is below min_area. The other triangles
/// keep their order. `operations` counts components; nothing is refused.
OperationFacts drop_patches(TriangleMesh& mesh, const DropPatchesOptions& options);

}  // namespace plumb::pipeline
