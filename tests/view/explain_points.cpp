// SPDX-License-Identifier: GPL-3.0-or-later
// Explains many points of one scene, as `plumb explain SCENE --at x,y,z --json` explains one: a process for each would
// take minutes. plumb_explain_points SCENE [--option VALUE]... <POINTS, where POINTS has a point a line.
#include <iostream>
#include <map>
#include <string>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/load_surfaces.h"

namespace {

using namespace plumb::pipeline;

int fail(const Error& error) {
  std::cerr << error.text() << "\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  BakeArguments a;
  a.scene = argc > 1 ? argv[1] : "";
  std::string slope, ignored;
  const std::map<std::string, std::optional<std::string>*> places{
      {"--slope", &a.slope}, {"--sides", &a.sides}, {"--up", &a.up}, {"--step", &a.step}, {"--solids", &a.solids}};
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--stance") a.stances.push_back(argv[i + 1]);
    else if (option == "--numbers") a.numbers = argv[i + 1];
    else if (const auto place = places.find(option); place != places.end()) *place->second = argv[i + 1];
    else return fail(bad_option("unknown option " + option));
  }
  const auto options = make_bake_options(a);
  if (!options) return fail(options.error());
  Progress silent;
  Stages stage(silent, read_stage + indexed_surface_stages(options->solids));
  const auto found = load_indexed_surfaces(*options, stage);
  if (!found) return fail(found.error());
  for (std::string line; std::getline(std::cin, line);) {
    const auto query = make_explain_query(line, "0");
    if (!query) return fail(query.error());
    const SolidSet* solids = options->solids == Solids::closed ? &found->level.solids : nullptr;
    std::cout << explanation_json(
        explain_point(found->level.scene.points, found->level.set, found->index, *options, *query, solids));
  }
}
