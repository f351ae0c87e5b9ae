// SPDX-License-Identifier: GPL-3.0-or-later
// The commands `plumb layers` and `plumb update`, which take a level, to be baked first, or a navmesh that was baked.
// The options of a level do not go with a navmesh, which has its own.
#include "commands.h"

#include <memory>

#include "plumb/pipeline/find_layers.h"
#include "plumb/pipeline/update_navmesh.h"
#include "terminal.h"

namespace plumb::app {
namespace {

// Titles of the options of a level in the help, of layers and of update.
constexpr const char* layers_title = "Options of a scene (a navmesh has its own)";
constexpr const char* update_title = "With --scene, instead of a navmesh (which has its own)";

int run_layers(const Command& command, pipeline::LayersArguments arguments,
               const std::optional<std::string>& navmesh_up) {
  arguments.reader = navmesh_reader(navmesh_up);
  const auto options = pipeline::make_layers_options(arguments);
  if (!options) return fail(options.error());
  if (options->polygons)
    for (const char* name : {"--agent", "--preset", "--stance", "--step", "--weld", "--radius", "--window", "--disc",
                             "--clearance", "--solids", "--optimise"})
      if (command.given(name))
        return fail(std::string(name) + " asks for a bake, which --polygons leaves out; leave one of them out");
  if (const auto given = options->navmesh ? command.given_under(layers_title) : std::nullopt)
    return fail(*given + " goes with a scene, not with the navmesh '" + arguments.level.scene +
                "', which has been baked; leave it out");
  return run_to_verdict<pipeline::FoundLayers>(
      options->level.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::find_layers(*options, progress, announce);
      },
      pipeline::layers_summary, [](const pipeline::FoundLayers&) { return std::string(); });
}

int run_update(const Command& command, pipeline::UpdateArguments arguments,
               const std::optional<std::string>& navmesh_up) {
  arguments.reader = navmesh_reader(navmesh_up);
  if (arguments.level.scene.empty())
    if (const auto given = command.given_under(update_title))
      return fail(*given + " goes with --scene, not with a navmesh, which has been baked; leave it out");
  return run_to_verdict<pipeline::UpdatedNavMesh>(
      arguments.level.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::update_navmesh(arguments, progress, announce);
      },
      [&](const pipeline::UpdatedNavMesh& updated) {
        return arguments.report.empty() ? pipeline::update_summary(updated) : std::string();
      },
      [](const pipeline::UpdatedNavMesh&) { return std::string(); });
}

}  // namespace

void add_navmesh_up(Command& command, std::optional<std::string>& up) {
  command.one("--navmesh-up", up,
              "the axis that points up in another baker's navmesh: y or z (default: what its format says, else y)",
              "AXIS");
}

RunnableCommand add_layers_command(Commands& commands) {
  const auto arguments = std::make_shared<pipeline::LayersArguments>();
  const auto navmesh_up = std::make_shared<std::optional<std::string>>();
  pipeline::LayersArguments& a = *arguments;
  Command layers =
      commands.add("layers", "Part what can be walked on into layers without overlap, by the fewest transfers",
                   "SCENE is baked first, with the options of a scene; or it is a navmesh: a .json of plumb bake,\n"
                   "or of a format of navmeshes that plumb audit reads (.bin, .tres), which has its own.\n"
                   "Fewest means for the graph of its cells and portals, counting portals.\n"
                   "Examples: plumb layers level.obj --step 0.4 --svg layers.svg\n"
                   "          plumb layers building.obj --polygons --method brute-force");
  add_level_options(layers, a.level, layers_title);
  layers.title(layers_title);
  add_radius_options(layers, a.level);
  add_disc_options(layers, a.level);
  add_optimise(layers, a.level);
  layers.title("");
  layers.flag("--polygons", a.polygons, "take the scene's polygons as they are, without baking");
  layers.one("--method", a.method,
             "how layers are found; exact is proved: exact, min-cut, van-toll or brute-force (default exact)", "WORD");
  layers.one("--at-stance", a.stance, "part what this stance can walk on (default: the lowest)", "NAME");
  layers.one("--weights", a.weights,
             "of min-cut: for arcs beside, conflicts, and between fully connected polygons (default 1,1,2)", "A,C,I");
  add_navmesh_up(layers, *navmesh_up);
  layers.file("--json", a.json, "write layers and transfers, exactly", "FILE");
  layers.file("--svg", a.svg, "write a plan", "FILE");
  layers.file("--proof", a.proof, "write why fewer transfers do not do (docs/theory/layers.md)", "FILE");
  layers.flag("--quiet", a.level.quiet, "no progress and no summary");
  return {layers, [=] { return run_layers(layers, *arguments, *navmesh_up); }};
}

RunnableCommand add_update_command(Commands& commands) {
  const auto arguments = std::make_shared<pipeline::UpdateArguments>();
  const auto navmesh_up = std::make_shared<std::optional<std::string>>();
  pipeline::UpdateArguments& a = *arguments;
  Command update = commands.add(
      "update", "Block or price areas of a navmesh, put obstacles into a level, and take that back, exactly",
      "NAVMESH is what plumb bake -o FILE.json wrote, or of any format that plumb audit reads, UPDATES a list of "
      "changes (docs/guide/updates.md).\n"
      "With --scene a level is baked first, obstacles may come into it, and UPDATES alone is named.\n"
      "Examples: plumb update level.json doors.json -o level_now.json -o plan.svg\n"
      "          plumb update --scene level.obj --step 0.4 doors.json -o level_now.json");
  update.one("NAVMESH", a.files[0], "a navmesh", "");
  update.one("UPDATES", a.files[1], "changes, in order (.json)", "");
  update.list("-o,--output", a.level.outputs,
              "write FILE: .json (exact), .obj, .glb (meshes), .svg (plan), .html (page), .bin, .mset (Detour) or "
              ".tres (Godot); "
              "repeatable",
              "FILE");
  update.one("--export-stance", a.level.export_stance, "the stance of a .tres (default: the lowest)", "NAME");
  update.flag("--link-polygons", a.level.link_polygons,
              "steps and welds as narrow polygons of an .obj or .glb, as a .tres has them in any case");
  update.flag("--no-link-polygons", a.level.no_link_polygons, "steps and welds are no polygons of a .tres either");
  update.one("--tile", a.level.tile, "the width and depth of the tiles of an .mset (default: one tile)", "SIZE");
  add_navmesh_up(update, *navmesh_up);
  update.file("--report", a.report, "write what each change did, instead of a summary to standard output", "FILE.json");
  update.one("--decomposition", a.level.decomposition,
             "how to cut, along lines of cells and areas, or triangle by triangle: bounded or seed (default bounded)",
             "WORD");
  update.flag("--quiet", a.level.quiet, "no progress and no summary");
  add_level_options(update, a.level, update_title, "--scene");
  update.title(update_title);
  add_radius_options(update, a.level);
  add_disc_options(update, a.level);
  add_optimise(update, a.level);
  return {update, [=] { return run_update(update, *arguments, *navmesh_up); }};
}

}  // namespace plumb::app
