// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "sections.h"

namespace plumb::pipeline {

/// Adds the border of a level before the agent's radius takes anything, with what makes it border, for questions about
/// the radius. The level is cut and linked for that, as `plumb explain` does it.
void add_border(Sections& sections, const SceneSurfaces& level, const BakeOptions& options);

}  // namespace plumb::pipeline
