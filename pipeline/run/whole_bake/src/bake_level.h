// SPDX-License-Identifier: GPL-3.0-or-later
// What bakes of files and of scenes share.
#pragma once
#include <functional>

#include "plumb/pipeline/bake.h"

namespace plumb::pipeline {

/// The checked settings, and what the scene says of its file. Errors: bad_scene, bad_option.
Result<BakeOptions> options_of(const Scene& scene, const BakeSettings& settings);

/// The stages between reading and writing.
std::vector<Stage> level_stages(const BakeOptions& options);

/// Is told of a level before anything is cut; an error ends the bake.
using LookAtLevel = std::function<std::optional<Error>(const SceneSurfaces&)>;

/// Runs these stages.
Result<Baked> bake_level(Scene scene, const BakeOptions& options, Stages& stage, const LookAtLevel& look = {});

/// Enters the time and the memory that a bake took.
void finish_report(BakeReport& report, const Stages& stage, const Stopwatch& total);

}  // namespace plumb::pipeline
