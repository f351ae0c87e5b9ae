// SPDX-License-Identifier: GPL-3.0-or-later
// Explains many points of one scene, as `plumb explain SCENE --at x,y,z --json` explains one: a process for each would
// take minutes. plumb_explain_points SCENE [--option VALUE]... <POINTS, where POINTS has a point a line.
#include <iostream>
#include <map>
#include <string>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/explained_level.h"
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
  const std::map<std::string, std::optional<std::string>*> places{
      {"--slope", &a.slope},   {"--slope-ratio", &a.slope_ratio},
      {"--sides", &a.sides},   {"--up", &a.up},
      {"--step", &a.step},     {"--solids", &a.solids},
      {"--radius", &a.radius}, {"--window", &a.window},
      {"--preset", &a.preset}, {"--disc", &a.disc}};
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--stance") a.stances.push_back(argv[i + 1]);
    else if (option == "--numbers") a.numbers = argv[i + 1];
    else if (option == "--weld") a.weld = argv[i + 1];
    else if (const auto place = places.find(option); place != places.end()) *place->second = argv[i + 1];
    else return fail(bad_option("unknown option " + option));
  }
  const auto options = make_bake_options(a);
  if (!options) return fail(options.error());
  Progress silent;
  Stages stage(silent, read_stage + surface_stages(options->solids));
  const auto level = load_surfaces(*options, stage);
  if (!level) return fail(level.error());
  ExplainedLevel explained(*level, *options);
  for (std::string line; std::getline(std::cin, line);) {
    const auto query = make_explain_query(line, std::nullopt);
    if (!query) return fail(query.error());
    const auto answer = explained.explain(*query, silent);
    if (!answer) return fail(answer.error());
    std::cout << explanation_json(*answer);
  }
}
