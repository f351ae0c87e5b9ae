// SPDX-License-Identifier: GPL-3.0-or-later
#include "bake_command.h"

#include <unistd.h>

#include <set>

#include "level_options.h"
#include "messages.h"
#include "plumb/pipeline/bake.h"
#include "terminal_progress.h"

namespace plumb::app {
namespace {

// What most bakes do not need.
void add_detailed_options(Command& bake, pipeline::BakeArguments& a) {
  bake.detail_title("Agent, in detail");
  add_slope_options(bake, a);
  add_window(bake, a);
  add_disc_options(bake, a);
  bake.detail_title("Level, in detail");
  add_node_rotation(bake, a);
  bake.detail_title("Cells");
  bake.flag("--one-surface", a.one_surface, "no merged cell reaches over more than one polygon");
  bake.one("--decomposition", a.decomposition, "how to cut around a blocker: bounded or seed (default bounded)",
           "WORD");
  bake.detail_title("Files, in detail");
  bake.one("--export-stance", a.export_stance, "the stance of a .tres (default: the lowest)", "NAME");
  bake.flag("--link-polygons", a.link_polygons,
            "steps and welds as narrow polygons of an .obj or .glb, as a .tres has them in any case");
  bake.flag("--no-link-polygons", a.no_link_polygons, "steps and welds are no polygons of a .tres either");
  bake.one("--tile", a.tile, "the width and depth of the tiles of an .mset (default: one tile)", "SIZE");
  bake.file("--certificate", a.certificate, "write what plumb-check verifies the bake by; the same as -o", "FILE.cert");
  bake.file("--csv", a.csv, "write the areas as a table, a line a verdict; the same as -o", "FILE.csv");
  bake.one("--exact-digits", a.exact_digits, "longest exact area to report, in characters; 0: any (default 1000)", "N");
  bake.one("--method", a.method, "vcd, or wedge: one stance, in triangles (default vcd)", "WORD");
  bake.detail_title("Of --method wedge");
  bake.one("--wall-thickness", a.wall_thickness, "so wide is what a wall takes away (default 0)", "W");
  bake.one("--wall-foot", a.wall_foot, "walls that end below it stop nobody (default: the step)", "F");
  bake.one("--gap", a.gap, "boundaries no farther apart are joined (default 0)", "W");
  bake.one("--min-altitude", a.min_altitude, "triangles that are lower go (default 0)", "W");
  bake.one("--position-bits", a.position_bits, "longest coordinate to make (default 1024)", "N");
  bake.one("--cone", a.cone, "decimating turns no triangle by more (default 1)", "DEGREES");
  bake.one("--ramp-slope", a.ramp_slope, "of ramps over steps (default: the limit of slope)", "DEGREES");
  bake.one("--miter", a.miter, "ramps meet no farther from their edge, in runs (default 2)", "N");
  bake.one("--ramp-reach", a.ramp_reach, "so far go ramps that find nothing below them at first (default: two runs)",
           "W");
  bake.one("--simplify", a.simplify,
           "what is lost for fewer corners is no farther from the rest "
           "(default 0)",
           "W");
  bake.one("--until", a.until, "the last stage to run, wedge_cut, close_gaps, ... (default: all)", "STAGE");
  bake.one("--stages", a.stages, "write an .obj and a .glb of each stage there", "FOLDER");
}

}  // namespace

Command add_bake_command(Commands& commands, pipeline::BakeArguments& a) {
  Command bake = commands.add(
      "bake", "Cut a scene, exactly, into blocked, covered and stance regions",
      "Numbers are decimals or fractions (1.8, 9/5) and taken exactly. The summary goes to standard output unless\n"
      "--report or --quiet is given.\n"
      "Example: plumb bake level.obj --stance crouch=1 --stance stand=1.8 --step 0.4 -o level_nav.obj -o plan.svg");
  add_scene(bake, a);
  bake.title("Agent");
  add_agent_options(bake, a);
  add_weld_and_radius(bake, a);
  bake.title("Level");
  add_reading_options(bake, a);
  bake.title("What is kept");
  bake.list("--seed-point", a.seed_points,
            "only what the lowest stance reaches from the first walkable slope below this point; repeatable", "x,y,z");
  bake.one("--min-area", a.min_area, "no connected parts of less area (default 0)", "AREA");
  bake.one("--optimise", a.optimise,
           "merge cells to few (count) or well-shaped ones (regular), or not: none (default count)", "WORD");
  bake.title("Files");
  bake.list("-o,--output", a.outputs,
            "write it: .json (exact), .obj, .glb, .svg, .bin, .mset, .tres, .csv (areas), .cert; repeatable", "FILE");
  bake.file("--report", a.report, "write the report there instead of a summary to standard output", "FILE.json");
  bake.title("");
  add_threads(bake, a);
  bake.flag("--quiet", a.quiet, "no progress, no summary and no warnings");
  add_detailed_options(bake, a);
  if (bake.studies()) {
    bake.title("Studies");
    bake.one("--cluster", a.cluster,
             "one of the level's vertices stands for all in a cube of a grid so wide (default 0: "
             "none)",
             "W");
  }
  return bake;
}

int run_bake(const pipeline::BakeArguments& arguments) {
  const auto options = pipeline::make_bake_options(arguments);
  if (!options) return fail(options.error().text());
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = !options->quiet && ::isatty(STDERR_FILENO) == 1;
  const bool summarised = options->report.empty() && !options->quiet;
  const auto summarise = [&](const pipeline::BakeReport& report) -> std::optional<pipeline::Error> {
    terminal.clear();
    if (!summarised || print(pipeline::report_summary(report))) return std::nullopt;
    return pipeline::Error{pipeline::ErrorCode::cannot_write,
                           "the summary cannot be written to standard output; give --report FILE.json or --quiet", "",
                           0};
  };
  std::set<std::string> told;
  const auto refused = [&](const pipeline::Error& error) {
    terminal.clear();
    fail(error.text());
    told.insert(error.file);
  };
  const auto report = pipeline::bake(*options, shown ? terminal : silent, summarise, refused);
  terminal.clear();
  if (!report) return told.contains(report.error().file) ? exit_refused : fail(report.error().text());
  const bool seen = summarised && shown && ::isatty(STDOUT_FILENO) == 1;  // in the summary, on the same terminal
  if (!options->quiet && !seen)
    for (const pipeline::Warning& w : report->warnings) warn(w.text);
  for (const pipeline::Error& error : report->not_written)
    if (!told.contains(error.file)) fail(error.text());
  return report->not_written.empty() ? exit_done : exit_refused;
}

}  // namespace plumb::app
