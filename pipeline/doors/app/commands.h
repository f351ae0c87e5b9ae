// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the program, and the options that several of them have.
#pragma once
#include <functional>

#include "command.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/nav_mesh_json.h"

namespace plumb::app {

/// A command with its options, and the function that runs it once the options are parsed. run() returns the exit status
/// and throws what the function of the pipeline that it calls throws.
struct RunnableCommand {
  Command command;
  std::function<int()> run;
};

RunnableCommand add_bake_command(Commands& commands);
RunnableCommand add_agent_command(Commands& commands);
/// Its exit status is exit_no for a point above nothing, and for a place that is not reached.
RunnableCommand add_explain_command(Commands& commands);
RunnableCommand add_layers_command(Commands& commands);
RunnableCommand add_route_command(Commands& commands);
RunnableCommand add_update_command(Commands& commands);
RunnableCommand add_audit_command(Commands& commands);
RunnableCommand add_diff_command(Commands& commands);
RunnableCommand add_view_command(Commands& commands);
RunnableCommand add_generate_command(Commands& commands);
RunnableCommand add_tiles_command(Commands& commands);
/// Its exit status is exit_no if there are findings.
RunnableCommand add_fuzz_command(Commands& commands);
/// Its exit status is exit_no if the time is over before the scene is minimal. A signal that interrupts it ends it once
/// the file is written.
RunnableCommand add_minimise_command(Commands& commands);
/// The command passes the files to the independent checker, as the program plumb-check does.
RunnableCommand add_check_command(Commands& commands);

/// Reads a navmesh of any format, and warns of what cannot be said of it; without the wing `judge` it is empty: those
/// of Plumb alone are read.
pipeline::NavMeshReader navmesh_reader(const std::optional<std::string>& up);
/// Adds --navmesh-up, for `up`.
void add_navmesh_up(Command& command, std::optional<std::string>& up);

/// Adds the options that all commands on a scene have, except `check`: the scene, what it means and who walks
/// in it, and `--threads`. In the help they have this title, but for `--threads`, which has none; options that are
/// added later have no title either, until Command::title() sets one. `scene` names the scene: "SCENE" is an argument
/// without an option's name, "--scene" an option.
void add_level_options(Command& command, pipeline::BakeArguments& arguments, const char* title = "",
                       const char* scene = "SCENE");

/// The parts of add_level_options(), for a command that gives them titles of its own.
void add_scene(Command& command, pipeline::BakeArguments& arguments, const char* scene = "SCENE");
/// Adds the options that describe the agent: --agent, and those of add_stated_agent().
void add_agent_options(Command& command, pipeline::BakeArguments& arguments);
/// Adds --preset, --unit, --stance, --slope, --step.
void add_stated_agent(Command& command, pipeline::BakeArguments& arguments);
/// Adds the options that give the limit of slope as a ratio or a cosine.
void add_slope_options(Command& command, pipeline::BakeArguments& arguments);
/// Adds the options that say how the scene is read: --sides, --numbers, --up, --solids, --bad-faces.
void add_reading_options(Command& command, pipeline::BakeArguments& arguments);
/// Adds the options that say which parts of a scene are read, --leave-out and --scene, and how rotated nodes of a glTF
/// are, --node-rotation. `scene_is_argument`: whether the scene is, too; where it is an option --scene itself, there is
/// no second one.
void add_part_options(Command& command, pipeline::BakeArguments& arguments, bool scene_is_argument = true);
void add_threads(Command& command, pipeline::BakeArguments& arguments);
/// Adds --optimise.
void add_optimise(Command& command, pipeline::BakeArguments& arguments);

/// Adds --weld, --radius and --window. A weld matters to the radius, since an edge with a weld is no border.
void add_radius_options(Command& command, pipeline::BakeArguments& arguments);
/// The parts of add_radius_options().
void add_weld_and_radius(Command& command, pipeline::BakeArguments& arguments);
void add_window(Command& command, pipeline::BakeArguments& arguments);
/// Adds --disc and --clearance, which say what polygon stands for the agent's disc and what is kept of the level.
void add_disc_options(Command& command, pipeline::BakeArguments& arguments);

}  // namespace plumb::app
