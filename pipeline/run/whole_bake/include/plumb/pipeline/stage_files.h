// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// What a stage of the wedge method left, to look at: NN_STAGE.obj, in the frame of the scene, and NN_STAGE.glb, y up,
/// in a folder that is made if it is not there (export_stage.h). Groups: `triangles`; `ramps`, those that have a ramp;
/// then, as lines, `edge.open`, `edge.blocked`, `edge.inner_wall`, `edge.step`, the boundary by class, and
/// `edge.inner`, what two triangles have in common, once. The same bytes for the same mesh. Numbers below 10 are
/// written with a 0 before them; `stage` is a part of a file's name. Both files are written aside before the first gets
/// its name. Errors: cannot_write.
std::optional<Error> write_stage_files(const std::string& folder, std::size_t number, const std::string& stage,
                                       const TriangleMesh& mesh, const Scene& scene);

}  // namespace plumb::pipeline
