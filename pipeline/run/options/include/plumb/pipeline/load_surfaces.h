// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// How the scene is read.
ImportOptions import_options(const BakeOptions& options);

/// The stage that every command on a scene begins with.
inline const std::vector<Stage> read_stage{{"read", 6}};
/// Runs it. Errors: those of import_scene; bad_option for an output that would replace a file read.
Result<Scene> read_scene(const BakeOptions& options, Stages& stage);

/// read_scene(), then find_surfaces() or index_surfaces().
Result<SceneSurfaces> load_surfaces(const BakeOptions& options, Stages& stage);
Result<IndexedSurfaces> load_indexed_surfaces(const BakeOptions& options, Stages& stage);

}  // namespace plumb::pipeline
