// SPDX-License-Identifier: GPL-3.0-or-later
#include "layers_command.h"

#include <unistd.h>

#include "level_options.h"
#include "messages.h"
#include "terminal_progress.h"

namespace plumb::app {
namespace {

constexpr const char* of_a_scene = "Options of a scene (a navmesh has its own)";

}  // namespace

CLI::App* add_layers_command(CLI::App& app, pipeline::LayersArguments& a) {
  CLI::App* layers =
      app.add_subcommand("layers", "Part what can be walked on into layers without overlap, by the fewest transfers");
  layers->footer(
      "SCENE is baked first, with the options of a scene; or it is a navmesh that plumb bake has written (.json), "
      "which has its own.\n"
      "Fewest means for the graph of its cells and portals, counting portals.\n"
      "Examples: plumb layers level.obj --step 0.4 --svg layers.svg\n"
      "          plumb layers building.obj --polygons --method brute-force");
  add_level_options(*layers, a.level);
  const auto one = [&](const char* name, auto& value, const char* text, const char* type) {
    layers->add_option(name, value, text)->type_name(type);
  };
  const auto file = [&](const char* name, std::string& value, const char* text) {
    layers->add_option(name, value, text)->type_name("FILE")->check([](const std::string& s) {
      return s.empty() ? "it names no file" : "";
    });
  };
  one("--weld", a.level.weld, "gaps that an agent strides over, measured across (default 0)", "WIDTH");
  one("--optimise", a.level.optimise,
      "merge cells to few (count) or well-shaped ones (regular), or not: none (default count)", "WORD");
  for (CLI::Option* option : layers->get_options())
    if (!option->get_positional() && option != layers->get_help_ptr() && option->get_name() != "--threads")
      option->group(of_a_scene);
  layers->add_flag("--polygons", a.polygons, "take the scene's polygons as they are, without baking");
  one("--method", a.method, "exact (proved), min-cut, van-toll or brute-force (default exact)", "WORD");
  one("--at-stance", a.stance, "part what this stance can walk on (default: the lowest)", "NAME");
  one("--weights", a.weights,
      "of min-cut: for arcs beside, conflicts, and between fully connected polygons (default 1,1,2)", "A,C,I");
  file("--json", a.json, "write layers and transfers, exactly");
  file("--svg", a.svg, "write a plan");
  file("--proof", a.proof, "write why fewer transfers do not do (docs/layers.md)");
  layers->add_flag("--quiet", a.level.quiet, "no progress and no summary");
  return layers;
}

int run_layers(const CLI::App& command, const pipeline::LayersArguments& arguments) {
  const auto options = pipeline::make_layers_options(arguments);
  if (!options) return fail(options.error().text());
  if (options->polygons)
    for (const char* name : {"--stance", "--step", "--weld", "--solids", "--optimise"})
      if (command.get_option(name)->count() > 0)
        return fail(std::string(name) + " asks for a bake, which --polygons leaves out; leave one of them out");
  for (const CLI::Option* option : command.get_options())
    if (options->navmesh && option->get_group() == of_a_scene && option->count() > 0)
      return fail(option->get_name() + " goes with a scene, not with the navmesh '" + arguments.level.scene +
                  "', which has been baked; leave it out");
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = !options->level.quiet && ::isatty(STDERR_FILENO) == 1;
  const auto summarise = [&](const pipeline::FoundLayers& found) -> std::optional<pipeline::Error> {
    terminal.clear();
    if (options->level.quiet || print(pipeline::layers_summary(found))) return std::nullopt;
    return pipeline::Error{pipeline::ErrorCode::cannot_write,
                           "the summary cannot be written to standard output; give --quiet", "", 0};
  };
  const auto found = pipeline::find_layers(*options, shown ? terminal : silent, summarise);
  terminal.clear();
  return found ? exit_done : fail(found.error().text());
}

}  // namespace plumb::app
