// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that judge navmeshes: `plumb audit` by the true floor, `plumb diff` two by one another.
#include "commands.h"

#include <memory>
#include <optional>
#include <string>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/diff.h"
#include "terminal.h"
#include "tile_jobs.h"

namespace plumb::app {
namespace {

constexpr const char* joined_text = "edges so far apart are joined, in formats without links (default 0)";
constexpr const char* edges_text =
    "what links polygons in formats without links, edges between the same two vertices, or also stretches of edges: "
    "whole or partial (default: whole for glTF, Godot and drawings of plumb)";

int run_audit(const pipeline::AuditArguments& a) {
  const auto options = pipeline::make_audit_options(a);
  if (!options) return fail(options.error());
  return run_to_verdict<pipeline::AuditFacts>(
      a.level.quiet,
      [&](pipeline::Progress& progress, const auto& announce) { return pipeline::audit(*options, progress, announce); },
      pipeline::audit_text, pipeline::audit_failures);
}

int run_diff(const pipeline::DiffArguments& a) {
  const auto options = pipeline::make_diff_options(a);
  if (!options) return fail(options.error());
  return run_to_verdict<pipeline::DiffFacts>(
      a.quiet,
      [&](pipeline::Progress& progress, const auto& announce) { return pipeline::diff(*options, progress, announce); },
      pipeline::diff_text,
      [&](const pipeline::DiffFacts& facts) { return facts.same() ? std::string() : a.a + " and " + a.b + " differ"; });
}

}  // namespace

RunnableCommand add_audit_command(Commands& commands) {
  const auto arguments = std::make_shared<pipeline::AuditArguments>();
  pipeline::AuditArguments& a = *arguments;
  const auto store = std::make_shared<std::optional<std::string>>();
  Command audit = commands.add(
      "audit", "Judge another baker's navmesh by the true floor: what is missing, what is in excess, and why",
      "NAVMESH is Detour's (tile, set, .mmtile, .mmap), Godot's (.tres, .tscn), Polyanya's (.mesh), JSON of plumb, of "
      "Recast\n"
      "tools or of navcat, or polygons (.obj, .glb, .gltf, .ply, .stl, .off); its content tells which. Several tiles "
      "are given\n"
      "one behind the other. Exit status 1: a threshold of --fail-if is exceeded or, without that option, there is "
      "any\n"
      "difference that the file's grid could tell (docs/guide/audit.md).\n"
      "Examples: plumb audit level.obj all_tiles_navmesh.bin --step 0.9 --cell 0.3,0.2 -o audit.svg\n"
      "          plumb audit level.obj navmesh.tres --radius 0.5 --fail-if 'missing>5%,excess>1%,lost>0'");
  add_level_options(audit, a.level, "The true floor");
  audit.title("The true floor");
  add_radius_options(audit, a.level);
  add_disc_options(audit, a.level);
  add_optimise(audit, a.level);
  audit.one("--min-area", a.level.min_area, "drop components of less area (default 0)", "AREA");
  audit.list("--seed-point", a.level.seed_points, "keep only what is reached from there; repeatable", "x,y,z");
  audit.one("--exact-digits", a.level.exact_digits, "longest exact area to write, in characters; 0: any (default 1000)",
            "N");
  audit.one("--at-stance", a.stance, "whose floor it is (default: the lowest)", "NAME");
  audit.title("The navmesh");
  audit.required("NAVMESH", a.navmesh, "the navmesh to judge", "");
  audit.list("MORE", a.more_files, "its other files: tiles, or the detail mesh of a polygon mesh", "");
  audit.one("--surface", a.surface,
            "by which triangles it is judged: detail or polygons (default: detail where there is one)", "WORD");
  audit.one("--below", a.below,
            "a navmesh less than this below a floor is that floor (default: a quarter of the height)", "HEIGHT");
  audit.one("--above", a.above,
            "a navmesh less than this above a floor is that floor (default: a quarter of the height)", "HEIGHT");
  audit.one("--navmesh-up", a.navmesh_up,
            "its axis that points up: y or z (default: what its format says, else the scene's)", "AXIS");
  audit.one("--navmesh-transform", a.transform,
            "twelve numbers, three rows that make x, y and z of the scene of its x, y, z and 1", "ROWS");
  audit.one("--areas", a.areas, "only polygons with these ids, such as 1,2", "IDS");
  audit.one("--join", a.join, joined_text, "DISTANCE");
  audit.one("--edges", a.edges, edges_text, "WORD");
  audit.one("--resource", a.resource,
            "which navmesh of a .tscn, by its id or its region (default: those of all regions)", "ID");
  audit.title("Its baker");
  audit.one(
      "--settings", a.settings,
      "its settings, and whose words tell what would mend causes: a .gset of RecastDemo, settings.json of an adapter, "
      "a scene of Unity's, or the navmesh",
      "FILE");
  audit.one("--cell", a.cell, "size and height of its cells, such as 0.3,0.2", "CS,CH");
  audit.one("--max-error", a.max_error, "of its outlines, in cells (default 1.3)", "CELLS");
  audit.one("--min-region", a.min_region, "its smallest region, in cells (default 0)", "CELLS");
  audit.one("--climb", a.climb, "of its agent", "HEIGHT");
  audit.one("--prove", a.prove, "an adapter's command: bakes again with the settings that mend, and audits that",
            "CMD");
  audit.one("--prove-seconds", a.prove_seconds, "how long it may take (default 60)", "S");
  audit.title("");
  audit.one(
      "--sliver", a.sliver,
      "components that match by no more area are not split or merged by it; nor are those without area in the file's "
      "grid (default 0)",
      "AREA");
  audit.one("--fail-if", a.fail_if, "thresholds, METRIC>NUMBER[%], such as 'missing>1%,lost>0'", "LIST");
  audit.one("--baseline", a.baseline,
            "the JSON of an earlier audit: what it lists is known, and only what is new fails", "FILE.json");
  audit.one("--limit", a.limit, "how many places are listed (default 1000)", "N");
  audit.file("--json", a.json, "write all that was found, exactly", "FILE.json");
  audit.file("--csv", a.csv, "write figures and places as a table, a row each", "FILE.csv");
  audit.file("--junit", a.junit, "write a test case for each threshold", "FILE.xml");
  audit.file("--sarif", a.sarif, "write each place as a result of SARIF 2.1.0, for hosts of code", "FILE.sarif");
  audit.one("--page", a.page, "where the .html will be found, for links of --sarif", "URL");
  audit.one("--max-bytes", a.level.max_bytes, "a larger .html is refused (default 67108864)", "N");
  audit.list("-o,--output", a.outputs, "draw it: .obj, .glb, .svg, .html (a page); or .csv, .json; repeatable", "FILE");
  audit.flag("--quiet", a.level.quiet, "no progress and no summary; what fails is named on standard error");
  audit.title("A level in tiles");
  audit.one("--store", *store, "the true floor is that of this folder of plumb tiles, with its options", "STORE");
  return {audit, [=] { return *store ? audit_by_store(**store, *arguments) : run_audit(*arguments); }};
}

RunnableCommand add_diff_command(Commands& commands) {
  const auto arguments = std::make_shared<pipeline::DiffArguments>();
  pipeline::DiffArguments& a = *arguments;
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
  diff.one("--join", a.join, joined_text, "DISTANCE");
  diff.one("--edges", a.edges, edges_text, "WORD");
  diff.one("--exact-digits", a.exact_digits, "longest exact area to write, in characters; 0: any (default 1000)", "N");
  diff.one("--threads", a.threads, "the result does not depend on it (default: all cores)", "N");
  diff.file("--json", a.json, "write what was found, exactly", "FILE.json");
  diff.flag("--quiet", a.quiet, "no progress and no summary; a difference is reported on standard error");
  return {diff, [=] { return run_diff(*arguments); }};
}

}  // namespace plumb::app
