// SPDX-License-Identifier: GPL-3.0-or-later
#include "update_command.h"

#include "level_options.h"
#include "run_command.h"

namespace plumb::app {
namespace {

constexpr const char* of_a_scene = "With --scene, instead of a navmesh (which has its own)";

}  // namespace

Command add_update_command(Commands& commands, pipeline::UpdateArguments& a) {
  Command update = commands.add(
      "update", "Block or price areas of a navmesh, put obstacles into a level, and take that back, exactly",
      "NAVMESH is what plumb bake -o FILE.json wrote, UPDATES a list of changes (docs/guide/updates.md).\n"
      "With --scene a level is baked first, obstacles may come into it, and UPDATES alone is named.\n"
      "Examples: plumb update level.json doors.json -o level_now.json -o plan.svg\n"
      "          plumb update --scene level.obj --step 0.4 doors.json -o level_now.json");
  update.one("NAVMESH", a.files[0], "a navmesh (.json)", "");
  update.one("UPDATES", a.files[1], "changes, in order (.json)", "");
  update.list("-o,--output", a.level.outputs,
              "write FILE: .json (exact), .obj, .glb (meshes), .svg (plan), .bin, .mset (Detour) or .tres (Godot); "
              "repeatable",
              "FILE");
  update.one("--export-stance", a.level.export_stance, "the stance of a .tres (default: the lowest)", "NAME");
  update.flag("--link-polygons", a.level.link_polygons,
              "steps and welds as narrow polygons of an .obj or .glb, as a .tres has them in any case");
  update.flag("--no-link-polygons", a.level.no_link_polygons, "steps and welds are no polygons of a .tres either");
  update.one("--tile", a.level.tile, "the width and depth of the tiles of an .mset (default: one tile)", "SIZE");
  update.file("--report", a.report, "write what each change did, instead of a summary to standard output", "FILE.json");
  update.one("--decomposition", a.level.decomposition,
             "how to cut: along lines of cells and areas (bounded), or triangle by triangle (seed; default bounded)",
             "WORD");
  update.flag("--quiet", a.level.quiet, "no progress and no summary");
  add_level_options(update, a.level, of_a_scene, "--scene");
  update.title(of_a_scene);
  add_radius_options(update, a.level);
  add_disc_options(update, a.level);
  update.one("--optimise", a.level.optimise,
             "merge cells to few (count) or well-shaped ones (regular), or not: none (default count)", "WORD");
  return update;
}

int run_update(const Command& command, const pipeline::UpdateArguments& arguments) {
  if (arguments.level.scene.empty())
    if (const auto given = command.given_under(of_a_scene))
      return fail(*given + " goes with --scene, not with a navmesh, which has been baked; leave it out");
  return run_to_verdict<pipeline::UpdatedNavMesh>(
      arguments.level.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::update_navmesh(arguments, progress, announce);
      },
      [&](const pipeline::UpdatedNavMesh& updated) {
        return arguments.report.empty() ? pipeline::update_summary(updated) : std::string();
      },
      [](const pipeline::UpdatedNavMesh&) { return true; });
}

}  // namespace plumb::app
