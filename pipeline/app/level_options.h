// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/bake_options.h"

namespace plumb::app {

/// Adds the scene and the options that say what it means and who walks in it: those that every command on a level
/// takes. They have this title in the help, all but `--threads`. `scene`: how the scene is named, by its place or as an
/// option.
void add_level_options(Command& command, pipeline::BakeArguments& arguments, const char* title = "",
                       const char* scene = "SCENE");
/// Those of welds and of an agent's radius, whose border depends on them.
void add_radius_options(Command& command, pipeline::BakeArguments& arguments);
/// What stands for its disc, where a region is made.
void add_disc_options(Command& command, pipeline::BakeArguments& arguments);

}  // namespace plumb::app
