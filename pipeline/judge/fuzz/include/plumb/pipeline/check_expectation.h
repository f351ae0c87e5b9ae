// SPDX-License-Identifier: GPL-3.0-or-later
// A bake of a generated scene compared with what is expected of it.
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// The scene as a bake reads it from the text of its OBJ.
Result<Scene> scene_of(const Scenario& scenario);
/// The settings of its bake, with areas of any length; all else has its default.
BakeSettings settings_of(const ScenarioOptions& options);

/// In what a bake differs from what is expected, one line each: every field that the expectation has is compared, as
/// fractions and whole numbers. Requires a bake with a mesh that has all cells (BakeSettings::unwalkable), and with
/// areas of any length.
std::vector<std::string> check_expectation(const Expectation& expected, const Baked& baked);

}  // namespace plumb::pipeline
