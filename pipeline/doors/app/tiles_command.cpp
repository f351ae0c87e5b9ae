// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb tiles`: a level cut into tiles that are baked one by one, by any number of processes, and joined.
#include <charconv>
#include <memory>

#include "commands.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/cut_level.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/run_process.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/tile_index.h"
#include "terminal.h"

namespace plumb::app {
namespace {

struct TilesArguments {
  std::string action;
  std::vector<std::string> rest;     // levels, or a store and a tile
  std::vector<std::string> outputs;  // a store, or formats
  std::string stance;                // of a .tres
  pipeline::CutArguments cut;
};

std::optional<std::int64_t> tile_number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int say(bool quiet, const std::string& text) {
  if (quiet || print(text)) return exit_done;
  return fail("the summary cannot be written to standard output; give --quiet");
}

int cut(const TilesArguments& a) {
  if (a.rest.empty()) return fail("tiles cut needs a level; give: plumb tiles cut LEVEL -o STORE --tiles S");
  if (a.outputs.size() != 1) return fail("tiles cut needs one -o STORE, a folder");
  if (a.cut.size.empty()) return fail("tiles cut needs --tiles S, the width of a tile");
  pipeline::CutArguments arguments = a.cut;
  arguments.levels = a.rest;
  arguments.store = a.outputs[0];
  pipeline::Progress silent;
  const auto plan = pipeline::cut_level(arguments, silent);
  if (!plan) return fail(plan.error());
  std::uint64_t faces = 0, most = 0;
  for (const auto& [tile, piece] : plan->pieces) {
    faces += piece.faces;
    most = std::max(most, piece.faces);
  }
  return say(a.cut.bake.quiet, pipeline::counted_text(plan->pieces.size(), "tile") + " with " +
                                   pipeline::counted_text(faces, "face") + ", " + pipeline::count_text(most) +
                                   " at most in one, whose bake will take some " +
                                   pipeline::megabytes_text(plan->memory) + ".\n");
}

// The tiles that are named behind the store: one, or all. None if its numbers are none.
std::optional<std::vector<pipeline::Tile>> wanted_tiles(const TilesArguments& a, const pipeline::TilePlan& plan) {
  if (a.rest.size() == 1) return plan.tiles();
  const auto i = tile_number(a.rest[1]), j = a.rest.size() == 3 ? tile_number(a.rest[2]) : std::nullopt;
  if (!i || !j) return std::nullopt;
  return std::vector<pipeline::Tile>{{*i, *j}};
}

int bake(const TilesArguments& a, const pipeline::TileStore& store, const pipeline::TilePlan& plan,
         const std::vector<pipeline::Tile>& wanted, unsigned threads) {
  pipeline::Progress silent;
  const auto tiles = pipeline::bake_tiles(store, plan, wanted, threads, silent);
  if (!tiles) return fail(tiles.error());
  std::uint64_t cells = 0, baked = 0;
  for (const pipeline::BakedTile& tile : *tiles) {
    cells += tile.cells;
    baked += !tile.was_there;
  }
  return say(a.cut.bake.quiet, pipeline::counted_text(baked, "tile") + " baked, " +
                                   pipeline::counted_text(cells, "cell") + "; " +
                                   pipeline::counted_text(wanted.size() - baked, "tile") + " had been.\n");
}

int finish(const TilesArguments& a, const pipeline::TileStore& store, const pipeline::TilePlan& plan,
           const std::vector<pipeline::Tile>& wanted, unsigned threads) {
  pipeline::Progress silent;
  const auto files = pipeline::finish_tiles(store, plan, wanted, {a.outputs, a.stance}, threads, silent);
  if (!files) return fail(files.error());
  if (a.rest.size() == 1)
    if (const auto error = pipeline::write_tile_index(store, plan)) return fail(*error);
  return say(a.cut.bake.quiet, pipeline::counted_text(files->size(), "file") + " in " + store.folder() + "/out.\n");
}

int index(const TilesArguments& a, const pipeline::TileStore& store, const pipeline::TilePlan& plan) {
  if (const auto error = pipeline::write_tile_index(store, plan)) return fail(*error);
  return say(a.cut.bake.quiet,
             store.index_file() + " lists " + pipeline::counted_text(plan.pieces.size(), "tile") + ".\n");
}

int seams(const TilesArguments& a, const pipeline::TileStore& store, const pipeline::TilePlan& plan) {
  pipeline::Progress silent;
  const auto joined = pipeline::join_store(store, plan, silent);
  if (!joined) return fail(joined.error());
  return say(a.cut.bake.quiet, pipeline::joined_text(*joined));
}

int todo(const pipeline::TileStore& store, const pipeline::TilePlan& plan) {
  std::string text;
  for (const auto& [tile, piece] : plan.pieces)
    if (!pipeline::is_baked(store, plan, tile))
      text += "plumb tiles bake " + pipeline::shell_word(store.folder()) + " " + std::to_string(tile.i) + " " +
              std::to_string(tile.j) + "\n";
  return print(text) ? exit_done : fail("the list cannot be written to standard output; see where it is sent");
}

int run_tiles(const TilesArguments& a) {
  if (a.action == "cut") return cut(a);
  const bool of_tiles = a.action == "bake" || a.action == "finish";
  if (!of_tiles && a.action != "seams" && a.action != "todo" && a.action != "index")
    return fail("tiles '" + a.action + "' is unknown; give cut, bake, todo, seams, finish or index");
  if (a.rest.empty() || a.rest.size() > (of_tiles ? 3 : 1))
    return fail("tiles " + a.action + " needs the folder that plumb tiles cut has made; give: plumb tiles " + a.action +
                " STORE" + (of_tiles ? " [I J]" : ""));
  const pipeline::TileStore store(a.rest[0]);
  store.remove_abandoned();
  const auto plan = store.read_plan();
  if (!plan) return fail(plan.error());
  if (a.action == "seams") return seams(a, store, *plan);
  if (a.action == "todo") return todo(store, *plan);
  if (a.action == "index") return index(a, store, *plan);
  pipeline::BakeArguments arguments = plan->arguments;
  arguments.threads = a.cut.bake.threads;
  arguments.scene = "level.obj";  // of no matter
  const auto options = pipeline::tile_options(arguments);
  if (!options) return fail(options.error());
  const auto wanted = wanted_tiles(a, *plan);
  if (!wanted) return fail("a tile has two whole numbers; give: plumb tiles " + a.action + " STORE I J");
  return a.action == "bake" ? bake(a, store, *plan, *wanted, options->threads)
                            : finish(a, store, *plan, *wanted, options->threads);
}

}  // namespace

RunnableCommand add_tiles_command(Commands& commands) {
  const auto arguments = std::make_shared<TilesArguments>();
  TilesArguments& a = *arguments;
  Command tiles = commands.add(
      "tiles", "Bake a level tile by tile, with any number of processes, and join the tiles",
      "cut LEVEL... -o STORE --tiles S   writes the faces near each tile into the folder STORE\n"
      "bake STORE [I J]                  bakes tile I J, or all that are not yet baked\n"
      "todo STORE                        prints the commands that are still to be run, a line each\n"
      "seams STORE                       joins the tiles: areas, and components of the whole level\n"
      "finish STORE [I J] -o FORMAT      writes tiles for engines into STORE/out: .glb, .tres, .bin, .obj, .json, "
      ".svg;\n"
      "                                  .html: a page for people, and STORE/index.html\n"
      "index STORE                       lists all tiles and their files in STORE/index.json, as finish of all does\n"
      "Example: plumb tiles cut level.obj -o store --tiles 64 --step 0.4\n"
      "         plumb tiles todo store | xargs -P 8 -I {} sh -c {}\n"
      "         plumb tiles seams store\n"
      "         plumb tiles finish store -o .glb");
  tiles.required("ACTION", a.action, "cut, bake, todo, seams, finish or index", "");
  tiles.list("ARGUMENTS", a.rest, "levels; or a store, and the numbers of a tile", "");
  tiles.list("-o,--output", a.outputs,
             "of cut: the folder; of finish: .glb, .tres, .bin, .obj, .json, .svg or .html, repeatable", "STORE");
  tiles.one("--export-stance", a.stance, "of finish: the stance of a .tres (default: the lowest)", "NAME");
  tiles.one("--tiles", a.cut.size, "of cut: the width of a tile", "S");
  tiles.one("--tile-origin", a.cut.origin, "of cut: a corner of tile 0 0, in plan (default 0,0)", "A,B");
  tiles.one("--memory", a.cut.memory, "of cut: refuse if the bake of a tile will take more, such as 2G", "SIZE");
  tiles.flag("--certificates", a.cut.certificates, "of cut: each tile gets what plumb-check verifies it by");
  tiles.flag("--quiet", a.cut.bake.quiet, "no summary");
  add_threads(tiles, a.cut.bake);
  tiles.title("Of cut: the agent");
  add_agent_options(tiles, a.cut.bake);
  add_slope_options(tiles, a.cut.bake);
  add_radius_options(tiles, a.cut.bake);
  add_disc_options(tiles, a.cut.bake);
  tiles.title("Of cut: what is kept");
  tiles.list("--seed-point", a.cut.bake.seed_points, "keep only what is reached from there; repeatable", "x,y,z");
  tiles.one("--min-area", a.cut.bake.min_area, "no connected parts of less area (default 0)", "AREA");
  tiles.title("Of cut: the level");
  add_reading_options(tiles, a.cut.bake);
  add_part_options(tiles, a.cut.bake);
  add_optimise(tiles, a.cut.bake);
  tiles.flag("--one-surface", a.cut.bake.one_surface, "no merged cell reaches over more than one polygon");
  tiles.one("--exact-digits", a.cut.bake.exact_digits,
            "longest exact area to report, in characters; 0: any (default 1000)", "N");
  return {tiles, [=] { return run_tiles(*arguments); }};
}

}  // namespace plumb::app
