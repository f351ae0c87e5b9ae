// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the program, and the options that several of them have.
#pragma once
#include <functional>

#include "command.h"
#include "plumb/pipeline/bake_options.h"

namespace plumb::app {

/// A command with its options. Parsing fills the arguments of run(), which returns the exit status, and throws what the
/// function of the pipeline throws.
struct AddedCommand {
  Command command;
  std::function<int()> run;
};

AddedCommand add_bake_command(Commands& commands);
/// Its exit status is exit_no for a point above nothing, and for a place that is not reached.
AddedCommand add_explain_command(Commands& commands);
AddedCommand add_layers_command(Commands& commands);
AddedCommand add_route_command(Commands& commands);
AddedCommand add_update_command(Commands& commands);
AddedCommand add_audit_command(Commands& commands);
AddedCommand add_diff_command(Commands& commands);
/// It passes the files to the independent checker, as the program plumb-check does.
AddedCommand add_check_command(Commands& commands);

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
