// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb bake`, and the options of a level, which other commands have, too.
//
// add_bake_command() adds the options in the order of the help. --help fits on a screen: what most bakes do not need is
// under titles of details (add_detailed_options), which --help-all prints. plumb-study has options of studies besides.
// run_bake():
// 1. make_bake_options() checks the options; the error names the one that is wrong.
// 2. bake() does the work, with the progress on a terminal. The summary goes to standard output before the files get
//    their names, so that none appears if it cannot be written.
// 3. Warnings go to standard error, unless they were seen in the summary on the same terminal. So do errors of files
//    that do not appear, each once; that a file cannot hold the level is printed as soon as it is known.
// With --tiles, bake_in_tiles() has the room `tiles` do all of it.
// The exit status is exit_refused if a file is missing, although others were written, and exit_no if a threshold is
// exceeded; the summary names it, or standard error.
#include "commands.h"

#include <memory>
#include <set>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/system.h"
#include "terminal.h"
#include "tile_jobs.h"

namespace plumb::app {
namespace {

// What most bakes do not need.
void add_detailed_options(Command& bake, pipeline::BakeArguments& a) {
  bake.detail_title("Agent, in detail");
  add_slope_options(bake, a);
  add_window(bake, a);
  add_disc_options(bake, a);
  bake.one("--drop-reach", a.drop_reach, "how much farther out than the radius a drop lands (default 0)", "WIDTH");
  bake.detail_title("Level, in detail");
  add_part_options(bake, a);
  bake.detail_title("Cells");
  bake.one("--simplify", a.simplify, "what is lost for fewer corners is no farther from the rest (default 0)", "W");
  bake.flag("--one-surface", a.one_surface, "no merged cell reaches over more than one polygon");
  bake.one("--decomposition", a.decomposition, "how to cut around a blocker: bounded or seed (default bounded)",
           "WORD");
  bake.detail_title("Files, in detail");
  bake.one("--export-stance", a.export_stance, "the stance of a .tres (default: the lowest)", "NAME");
  bake.flag("--link-polygons", a.link_polygons,
            "steps and welds as narrow polygons of an .obj or .glb, as a .tres has them in any case");
  bake.flag("--no-link-polygons", a.no_link_polygons, "steps and welds are no polygons of a .tres either");
  bake.one("--tile", a.tile, "the width and depth of the tiles of an .mset (default: one tile)", "SIZE");
  bake.one("--max-bytes", a.max_bytes, "a larger .html is refused (default 67108864)", "N");
  bake.file("--certificate", a.certificate, "write what plumb-check verifies the bake by; the same as -o", "FILE.cert");
  bake.file("--csv", a.csv, "write the areas as a table, a line a verdict; the same as -o", "FILE.csv");
  bake.one("--exact-digits", a.exact_digits, "longest exact area to report, in characters; 0: any (default 1000)", "N");
  bake.one("--method", a.method, "how it is found; by wedges for one stance, in triangles: vcd or wedge (default vcd)",
           "WORD");
  bake.detail_title("Of --method wedge");
  bake.one("--wall-thickness", a.wall_thickness, "so wide is what a wall takes away (default 0)", "W");
  bake.one("--wall-foot", a.wall_foot, "walls that end below it stop nobody (default: the step)", "F");
  bake.one("--gap", a.gap, "boundaries no farther apart are joined (default 0)", "W");
  bake.one("--min-altitude", a.min_altitude, "triangles that are lower go (default 0)", "W");
  bake.one("--position-bits", a.position_bits, "longest coordinate to make (default 1024)", "N");
  bake.one("--cone", a.cone, "decimating turns no triangle by more (default 1)", "DEGREES");
  bake.one("--ramp-slope", a.ramp_slope, "of ramps over steps (default: the limit of slope)", "DEGREES");
  bake.one("--miter", a.miter, "ramps meet no farther from their edge, in runs (default 2)", "N");
  bake.one("--flatten", a.flatten,
           "so far from a ramp floor is tilted into it, to make stairs one slope; 0: none "
           "(default: two runs of a ramp)",
           "W");
  bake.one("--until", a.until, "the last stage to run, wedge_cut, close_gaps, ... (default: all)", "STAGE");
  bake.one("--stages", a.stages, "write an .obj and a .glb of each stage there", "FOLDER");
}

int run_bake(const pipeline::BakeArguments& arguments) {
  const auto options = pipeline::make_bake_options(arguments);
  if (!options) return fail(options.error());
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = progress_is_seen(options->quiet);
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
    fail(error);
    told.insert(error.file);
  };
  const auto report = pipeline::bake(*options, shown ? terminal : silent, summarise, refused);
  terminal.clear();
  if (!report) return told.contains(report.error().file) ? exit_refused : fail(report.error());
  const bool seen = summarised && shown && pipeline::system::is_terminal(1);  // in the summary, on the same terminal
  if (!options->quiet && !seen)
    for (const pipeline::Warning& w : report->warnings) warn(w.text);
  for (const pipeline::Error& error : report->not_written)
    if (!told.contains(error.file)) fail(error);
  if (!report->not_written.empty()) return exit_refused;
  if (report->passes()) return exit_done;
  return summarised ? exit_no : answer_no(pipeline::outcome_failures(*report));
}

}  // namespace

RunnableCommand add_bake_command(Commands& commands) {
  const auto arguments = std::make_shared<pipeline::BakeArguments>();
  const auto tiles = std::make_shared<TileArguments>();
  pipeline::BakeArguments& a = *arguments;
  Command bake = commands.add(
      "bake", "Cut a scene, exactly, into blocked, covered and stance regions",
      "Numbers are decimals or fractions (1.8, 9/5) and taken exactly; with --unit, lengths may be 40cm. The summary "
      "goes\n"
      "to standard output unless --report or --quiet is given.\n"
      "Example: plumb bake level.obj --stance crouch=1 --stance stand=1.8 --step 0.4 -o level_nav.obj -o plan.svg");
  add_scene(bake, a);
  bake.title("Agent");
  add_agent_options(bake, a);
  add_weld_and_radius(bake, a);
  bake.one("--drop", a.drop, "one-way links down ledges of at most this height, above the step (default 0: none)",
           "HEIGHT");
  bake.one("--leap", a.leap, "one-way links over gaps so wide, to floor at most so much lower (default: none)", "W,H");
  bake.title("Level");
  add_reading_options(bake, a);
  bake.title("What is kept");
  bake.list("--seed-point", a.seed_points,
            "only what the lowest stance reaches from the first walkable slope below this point; repeatable", "x,y,z");
  bake.one("--min-area", a.min_area, "no connected parts of less area (default 0)", "AREA");
  add_optimise(bake, a);
  bake.title("Files");
  bake.list(
      "-o,--output", a.outputs,
      "write it: .json (exact), .obj, .glb, .svg, .html (a page), .bin, .mset, .tres, .csv (areas), .cert; repeatable",
      "FILE");
  bake.file("--report", a.report, "write the report there instead of a summary to standard output", "FILE.json");
  bake.title("");
  add_threads(bake, a);
  bake.one("--fail-if", a.fail_if,
           "thresholds, such as 'stand<90%,components>1,warnings>0'; exit status 1 if one is exceeded", "LIST");
  bake.flag("--quiet", a.quiet, "no progress, no summary and no warnings");
  add_detailed_options(bake, a);
  bake.detail_title("A large level");
  bake.one("--tiles", tiles->size, "bake it in tiles so wide; -o is then a folder, as city/, and formats, as .glb",
           "S");
  bake.one("--memory", tiles->memory, "refuse if the bake of one tile will take more, such as 2G", "SIZE");
  bake.one("--tile-origin", tiles->origin, "a corner of tile 0 0, in plan (default 0,0)", "A,B");
  if (bake.studies()) {
    bake.title("Studies");
    bake.one("--cluster", a.cluster,
             "one of the level's vertices stands for all in a cube of a grid so wide (default 0: "
             "none)",
             "W");
  }
  return {bake, [=] {
            if (!tiles->size.empty()) return bake_in_tiles(*arguments, *tiles);
            if (tiles->origin || tiles->memory)
              return fail(std::string(tiles->origin ? "--tile-origin" : "--memory") + " is of tiles; give --tiles S");
            return run_bake(*arguments);
          }};
}

void add_level_options(Command& command, pipeline::BakeArguments& a, const char* title, const char* scene) {
  command.title(title);
  add_scene(command, a, scene);
  add_agent_options(command, a);
  add_slope_options(command, a);
  add_reading_options(command, a);
  add_part_options(command, a, scene[0] != '-');
  command.title("");
  add_threads(command, a);
}

void add_scene(Command& command, pipeline::BakeArguments& a, const char* scene) {
  command.one(scene, a.scene, "the level: .obj, .gltf, .glb, .off, .ply, .stl or .tscn",
              scene[0] == '-' ? "SCENE" : "");
}

void add_agent_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--agent", a.agent, "the agent of a file, which options override", "FILE.json");
  add_stated_agent(command, a);
}

void add_stated_agent(Command& command, pipeline::BakeArguments& a) {
  command.one("--preset", a.preset,
              "another tool's agent, which file and options override: recast, godot, unity, quake or doom", "WORD");
  command.one("--unit", a.unit, "of the level, to give lengths such as 40cm: m, cm, mm, in, ft or such as 0.03m",
              "UNIT");
  command.list("--stance", a.stances, "a way to move and its headroom; repeatable, lowest first (default stand=1.8)",
               "NAME=H");
  command.one("--slope", a.slope, "steepest ground to stand on, in degrees, below 90 (default 45)", "DEGREES");
  command.one("--step", a.step, "height an agent steps over; below the lowest stance (default 0)", "HEIGHT");
}

void add_slope_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--slope-ratio", a.slope_ratio, "the same as rise over run", "P/Q");
  command.one("--slope-cos", a.slope_cos, "the same as a cosine: the height of the unit normal", "P/Q");
}

void add_reading_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--sides", a.sides, "stand on both sides of a face, or only where it faces up: both or up (default both)",
              "WORD");
  command.one("--numbers", a.numbers, "how to take coordinates: double, float or decimal (default double)", "WORD");
  command.one("--up", a.up, "the axis that points up: y or z (default y)", "AXIS");
  command.one("--solids", a.solids, "closed: nobody stands inside closed bodies; none or closed (default none)",
              "WORD");
  command.one("--bad-faces", a.bad_faces, "planar faces that cross themselves: error or drop (default error)", "WORD");
}

void add_part_options(Command& command, pipeline::BakeArguments& a, bool scene_is_argument) {
  command.list("--leave-out", a.leave_out,
               "leave out nodes, objects, groups or materials of this name; * stands for any characters; repeatable",
               "NAME");
  if (scene_is_argument)
    command.one("--scene", a.gltf_scene, "which scene of a glTF (default: the one that it says, or else the first)",
                "NAME");
  command.one("--node-rotation", a.node_rotation,
              "nodes of a glTF turned by right angles but for rounding are taken so, or as they are stored: "
              "right-angles or exact (default right-angles)",
              "WORD");
}

void add_threads(Command& command, pipeline::BakeArguments& a) {
  command.one("--threads", a.threads, "the result does not depend on it (default: all cores)", "N");
}

void add_optimise(Command& command, pipeline::BakeArguments& a) {
  command.one("--optimise", a.optimise,
              "merge cells to few, to round ones, or not: count, regular or none (default count)", "WORD");
}

void add_radius_options(Command& command, pipeline::BakeArguments& a) {
  add_weld_and_radius(command, a);
  add_window(command, a);
}

void add_weld_and_radius(Command& command, pipeline::BakeArguments& a) {
  command.one("--weld", a.weld, "gaps that an agent strides over, measured across (default 0)", "WIDTH");
  command.one("--radius", a.radius, "of the agent: how far it keeps from where it cannot go (default 0)", "RADIUS");
}

void add_window(Command& command, pipeline::BakeArguments& a) {
  command.one("--window", a.window, "height within which a border counts (default: step + radius * tan slope)",
              "HEIGHT");
}

void add_disc_options(Command& command, pipeline::BakeArguments& a) {
  command.one("--disc", a.disc, "points of the polygon that stands for the agent's disc, a multiple of 4 (default 16)",
              "N");
  command.one(
      "--clearance", a.clearance,
      "with a radius, what stays, no more than the truth, no less, or no more with the areas of both: inner, outer or "
      "both (default inner)",
      "WORD");
}

}  // namespace plumb::app
