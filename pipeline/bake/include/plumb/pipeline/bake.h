// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <stdexcept>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/baked.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A check of our own failed: a bug, whatever the input.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

/// The stages of a bake of files, in their order: those of a bake of a scene, and reading and writing around them.
/// Weights are about hundredths of a second on a level of 100,000 triangles, as those of all lists of stages.
std::vector<Stage> bake_stages(const BakeOptions& options);

/// Bakes a scene that is in memory (import_scene.h, scene_from_arrays.h). Several threads may bake at once.
/// Errors: bad_option (settings), bad_scene, bad_face, too_large, no_floor (below a seed point); cancelled, within a
/// tenth of a second or so of Progress::cancelled(). Throws InternalError if the areas of a polygon do not add up.
/// std::bad_alloc passes.
Result<Baked> bake(Scene scene, const BakeSettings& settings, Progress& progress);
Result<Baked> bake(Scene scene, const BakeSettings& settings = {});

/// The whole of `plumb bake`: reads the scene, bakes it, writes the files. Each file appears whole or not at all; those
/// that cannot be written are named in the report (BakeReport::not_written), and the others appear; if there is no room
/// for any, that is an error. On an error none appears (but for a failing rename, which leaves those named before it).
/// `announce` is told of the result when all files are complete and none has its name; if it returns an error, that is
/// the answer and no file appears. `refused` is told of a file that cannot hold the navmesh as soon as that is known:
/// where coordinates are out of a format's range, before the bake.
Result<BakeReport> bake(const BakeOptions& options, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce = {},
                        const std::function<void(const Error&)>& refused = {});

}  // namespace plumb::pipeline
