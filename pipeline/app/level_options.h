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

/// The same in parts, for a command that titles them itself: the scene; the agent; slopes in other words; how the scene
/// is read; nodes of a glTF; threads.
void add_scene(Command& command, pipeline::BakeArguments& arguments, const char* scene = "SCENE");
void add_agent_options(Command& command, pipeline::BakeArguments& arguments);
void add_slope_options(Command& command, pipeline::BakeArguments& arguments);
void add_reading_options(Command& command, pipeline::BakeArguments& arguments);
void add_node_rotation(Command& command, pipeline::BakeArguments& arguments);
void add_threads(Command& command, pipeline::BakeArguments& arguments);

/// Those of welds and of an agent's radius, whose border depends on them, and the window.
void add_radius_options(Command& command, pipeline::BakeArguments& arguments);
/// Welds and the radius alone, and the window alone.
void add_weld_and_radius(Command& command, pipeline::BakeArguments& arguments);
void add_window(Command& command, pipeline::BakeArguments& arguments);
/// What stands for its disc, where a region is made.
void add_disc_options(Command& command, pipeline::BakeArguments& arguments);

}  // namespace plumb::app
