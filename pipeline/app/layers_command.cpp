// SPDX-License-Identifier: GPL-3.0-or-later
#include "layers_command.h"

#include "level_options.h"
#include "run_command.h"

namespace plumb::app {
namespace {

constexpr const char* of_a_scene = "Options of a scene (a navmesh has its own)";

}  // namespace

Command add_layers_command(Commands& commands, pipeline::LayersArguments& a) {
  Command layers =
      commands.add("layers", "Part what can be walked on into layers without overlap, by the fewest transfers",
                   "SCENE is baked first, with the options of a scene; or it is a navmesh that plumb bake has written "
                   "(.json), which has its own.\n"
                   "Fewest means for the graph of its cells and portals, counting portals.\n"
                   "Examples: plumb layers level.obj --step 0.4 --svg layers.svg\n"
                   "          plumb layers building.obj --polygons --method brute-force");
  add_level_options(layers, a.level, of_a_scene);
  layers.title(of_a_scene);
  add_radius_options(layers, a.level);
  add_disc_options(layers, a.level);
  layers.one("--optimise", a.level.optimise,
             "merge cells to few (count) or well-shaped ones (regular), or not: none (default count)", "WORD");
  layers.title("");
  layers.flag("--polygons", a.polygons, "take the scene's polygons as they are, without baking");
  layers.one("--method", a.method, "exact (proved), min-cut, van-toll or brute-force (default exact)", "WORD");
  layers.one("--at-stance", a.stance, "part what this stance can walk on (default: the lowest)", "NAME");
  layers.one("--weights", a.weights,
             "of min-cut: for arcs beside, conflicts, and between fully connected polygons (default 1,1,2)", "A,C,I");
  layers.file("--json", a.json, "write layers and transfers, exactly", "FILE");
  layers.file("--svg", a.svg, "write a plan", "FILE");
  layers.file("--proof", a.proof, "write why fewer transfers do not do (docs/theory/layers.md)", "FILE");
  layers.flag("--quiet", a.level.quiet, "no progress and no summary");
  return layers;
}

int run_layers(const Command& command, const pipeline::LayersArguments& arguments) {
  const auto options = pipeline::make_layers_options(arguments);
  if (!options) return fail(options.error().text());
  if (options->polygons)
    for (const char* name : {"--preset", "--stance", "--step", "--weld", "--radius", "--window", "--disc",
                             "--clearance", "--solids", "--optimise"})
      if (command.given(name))
        return fail(std::string(name) + " asks for a bake, which --polygons leaves out; leave one of them out");
  if (const auto given = options->navmesh ? command.given_under(of_a_scene) : std::nullopt)
    return fail(*given + " goes with a scene, not with the navmesh '" + arguments.level.scene +
                "', which has been baked; leave it out");
  return run_to_verdict<pipeline::FoundLayers>(
      options->level.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::find_layers(*options, progress, announce);
      },
      pipeline::layers_summary, [](const pipeline::FoundLayers&) { return true; });
}

}  // namespace plumb::app
