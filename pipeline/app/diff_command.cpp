// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff_command.h"

#include "run_command.h"

namespace plumb::app {

Command add_diff_command(Commands& commands, pipeline::DiffArguments& a) {
  Command diff = commands.add("diff", "What two navmeshes have in common, and what one of them alone has",
                              "A and B are of any kind that plumb audit reads. Polygons are compared all together and, "
                              "where there are several ids (stances,\n"
                              "in a file of plumb), id by id. Exit status 1: they differ (docs/guide/audit.md).\n"
                              "Example: plumb diff before.json after.json");
  diff.required("A", a.a, "a navmesh", "");
  diff.required("B", a.b, "another one", "");
  diff.one("--numbers", a.numbers, "how to take numbers of text: double, float or decimal (default double)", "WORD");
  diff.one("--up", a.up, "the axis that points up, in formats that do not say: y or z (default y)", "AXIS");
  diff.one("--at-stance", a.stance, "whose floor a navmesh of plumb is (default: the lowest)", "NAME");
  diff.one("--below", a.below, "B less than this below A is the same floor (default: a quarter of the agent's height)",
           "HEIGHT");
  diff.one("--above", a.above, "B less than this above A is the same floor (default: a quarter of the agent's height)",
           "HEIGHT");
  diff.flag("--polygons", a.polygons, "compare polygons, even where there are detail meshes");
  diff.one("--join", a.join, "edges so far apart are joined, in formats without links (default 0)", "DISTANCE");
  diff.one("--exact-digits", a.exact_digits, "longest exact area to write, in characters; 0: any (default 1000)", "N");
  diff.one("--threads", a.threads, "the result does not depend on it (default: all cores)", "N");
  diff.file("--json", a.json, "write what was found, exactly", "FILE.json");
  diff.flag("--quiet", a.quiet, "no progress and no summary");
  return diff;
}

int run_diff(const pipeline::DiffArguments& a) {
  const auto options = pipeline::make_diff_options(a);
  if (!options) return fail(options.error().text());
  return run_to_verdict<pipeline::DiffFacts>(
      a.quiet,
      [&](pipeline::Progress& progress, const auto& announce) { return pipeline::diff(*options, progress, announce); },
      pipeline::diff_text, [](const pipeline::DiffFacts& facts) { return facts.same(); });
}

}  // namespace plumb::app
