// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb generate`: scenes on thresholds, each with the result that the definitions give.
#include <memory>

#include "commands.h"
#include "plumb/pipeline/generate.h"
#include "terminal.h"

namespace plumb::app {
namespace {

struct ListedArguments : pipeline::GenerateArguments {
  bool list = false, quiet = false;
};

int run_generate(const Command& command, const ListedArguments& a) {
  if (a.list) {
    for (const char* name : {"FAMILY", "--seed", "--cell", "-o", "--expect"})
      if (command.given(name)) return fail("--list goes alone; leave " + std::string(name) + " out");
    return print(pipeline::scenario_list())
               ? exit_done
               : fail("the list cannot be written to standard output; see where it is sent");
  }
  const auto options = pipeline::make_generate_options(a);
  if (!options) return fail(options.error());
  if (const auto error = pipeline::generate(*options)) return fail(*error);
  std::string text;
  for (const std::string& file : {options->output, options->expect})
    if (!file.empty()) text += (text.empty() ? "Wrote: " : ", ") + file;
  if (!a.quiet && !print(text + "\n")) return fail("the summary cannot be written to standard output; give --quiet");
  return exit_done;
}

}  // namespace

RunnableCommand add_generate_command(Commands& commands) {
  const auto arguments = std::make_shared<ListedArguments>();
  ListedArguments& a = *arguments;
  Command generate = commands.add(
      "generate", "Make a scene on a threshold, and what a bake of it has to find",
      "A scene is d away from a threshold: a ceiling as high as an agent and d, a step and d, a limit of slope and d.\n"
      "What is expected is derived without the baker, in fractions (docs/reference/adversary.md).\n"
      "Examples: plumb generate --list\n"
      "          plumb generate door --seed 7 -o door.obj --expect door.json\n"
      "          plumb generate headroom --seed 7 --cell 0.125,0.0625 -o ceiling.obj --expect ceiling.json");
  generate.one("FAMILY", a.family, "which kind of scene", "");
  generate.one("--seed", a.seed, "which of them; the same seed gives the same bytes (default 0)", "N");
  generate.one("--cell", a.cell,
               "the size and height of a voxel baker's cells, in binary fractions: all coordinates but for d are "
               "multiples of them",
               "CS,CH");
  generate.file("-o,--output", a.output, "write the scene", "SCENE.obj");
  generate.file("--expect", a.expect, "write what a bake has to find", "FILE.json");
  generate.flag("--list", a.list, "list the families");
  generate.flag("--quiet", a.quiet, "no summary");
  return {generate, [=] { return run_generate(generate, *arguments); }};
}

}  // namespace plumb::app
