// SPDX-License-Identifier: GPL-3.0-or-later
// A tile of a joined store as files for engines.
// 1. finish_tile() reads what is kept of the tile (kept_components), its seam and, if they are those of the seam, its
//    cells. Components that are dropped are erased, and corners of the tiles beside it become its own (share_corners).
// 2. The list of its files from before is removed, so that a process that is killed leaves a tile that is not finished.
// 3. write_files() writes and digests most formats, tile_page.h the page, and detour_tile() makes the .bin. Files that
//    were asked for but do not come to be are removed, and all others too if the list was of another join or missing.
//    The list is written last.
// 4. finished_tile() reads the list, and compares the files with it.
// Cost. That of the exports.
#include "plumb/pipeline/finish_tile.h"

#include <algorithm>
#include <memory>

#include "detour_ways.h"
#include "for_tiles.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/write_baked.h"
#include "sha256.h"
#include "share_corners.h"
#include "tile_files.h"
#include "tile_page.h"
#include "tile_world.h"

namespace plumb::pipeline {
namespace {

constexpr std::array formats_of_tiles{Format::json, Format::obj, Format::glb, Format::svg,
                                      Format::tres, Format::bin, Format::html};
constexpr const char* list_ending = ".files.json";

// The seams of the tiles that have a side in common with a tile, or that ways lead to.
Result<std::vector<TileSeam>> seams_around(const TileStore& store, const TilePlan& plan, const TileSeam& own) {
  const std::vector<Tile> beside = tiles_beside(plan, own.tile);
  std::set<Tile> around(beside.begin(), beside.end());
  for (const TileSeam::Way& way : own.ways) around.insert(way.beyond);
  std::vector<TileSeam> out;
  for (const Tile& other : around) {
    auto seam = seam_of_baked(store, plan, other);
    if (!seam) return not_baked(store, other);
    out.push_back(std::move(*seam));
  }
  return out;
}

constexpr int least_cells = 64;  // across a tile of a .bin

// The .bin; none if rounding leaves nothing.
Result<std::optional<std::string>> detour_tile(const NavMesh& mesh, const TilePlan& plan, const TileSeam& own,
                                               const std::vector<TileSeam>& around, const KeptComponents& kept,
                                               unsigned threads) {
  if (!kept.cells)
    return Error{ErrorCode::too_large,
                 "the level has coordinates beyond the range of binary32; scale it or write another format", "", 0};
  if (kept.cells->plan * least_cells > plan.grid.size)
    return Error{
        ErrorCode::too_large,
        "so far from the origin Detour's binary32 are " + kernel::short_fraction(kept.cells->plan) +
            " apart, too far for such narrow tiles; move the level nearer to the origin, or write another format",
        "", 0};
  const DetourTileFrame frame{plan.grid.origin, plan.grid.size, *kept.cells, {own.tile.i, own.tile.j}};
  auto made = make_detour_tile(mesh, frame, detour_ways(own, around, kept.dropped), threads);
  if (made) return std::optional(std::move(made->bytes));
  if (made.error().code == ErrorCode::no_face) return std::optional<std::string>();
  return made.error();
}

std::string list_text(const Tile& tile, const FinishedTile& finished, const std::string& joined) {
  return json_text({{"plumb", version()},
                    {"tile", tile_json(tile)},
                    {"joined", joined},
                    {"formats", finished.endings},
                    {"files", files_json(finished.files)}}) +
         "\n";
}

// The list of a tile's files, if it is of this join. Errors: bad_option if it is of another one; those of reading.
Result<FinishedTile> read_list(const TileStore& store, const Tile& tile, const std::string& joined) {
  using Finished = Result<FinishedTile>;
  return read_json_file<Finished>(store.out_file(tile, list_ending), [&](JsonView root) -> Finished {
    if (tile_of(root.at("tile")) != tile || root.at("joined").text() != joined)
      return bad_option("tile " + numbers_text(tile) +
                        " was finished before the tiles were joined; give: plumb tiles finish " + store.folder());
    FinishedTile out;
    for (const JsonView f : root.at("formats")) out.endings.push_back(f.text());
    out.files = files_of(root.at("files"));
    return out;
  });
}

// All endings of a tile's files for engines.
std::vector<std::string> endings_of_tiles() {
  std::vector<std::string> out{".mtl"};  // beside an .obj
  for (const Format f : formats_of_tiles) out.emplace_back(text_of(f));
  return out;
}

}  // namespace

std::optional<Error> check(const TileFormats& formats) {
  if (formats.endings.empty()) return bad_option("no format is given; give -o .glb");
  for (const std::string& ending : formats.endings) {
    const auto known = format_of("tile" + ending);
    if (!known || std::ranges::find(formats_of_tiles, *known) == formats_of_tiles.end())
      return bad_option("-o '" + ending +
                        "' is no format of tiles; give .json, .obj, .glb, .svg, .tres, .bin or .html");
  }
  return std::nullopt;
}

Result<std::vector<TileFile>> finish_tile(const TileStore& store, const TilePlan& plan, const Tile& tile,
                                          const TileFormats& formats, unsigned threads, Progress& progress) {
  if (!plan.pieces.contains(tile)) return not_baked(store, tile);
  BakeArguments arguments = plan.arguments;
  arguments.scene = store.piece_file(tile);
  arguments.threads = std::to_string(threads);
  if (!formats.stance.empty()) arguments.export_stance = formats.stance;
  if (auto error = check(formats)) return *error;
  for (const std::string& ending : formats.endings)
    if (ending != bin_ending && ending != page_ending) arguments.outputs.push_back(store.out_file(tile, ending));
  auto options = tile_options(arguments);
  if (!options) return options.error();
  const auto kept = kept_components(store, plan, tile);
  if (!kept) return kept.error();
  const auto own = seam_of_baked(store, plan, tile);
  if (!own) return not_baked(store, tile);
  auto mesh = kept_cells(store, *own, *kept);
  if (!mesh) return mesh.error();
  const auto around = seams_around(store, plan, *own);
  if (!around) return around.error();
  share_corners(*mesh, plan.grid, tile, *around);
  if (auto error = make_folder(store.folder() + "/out")) return *error;
  const bool is_listed = bool(read_list(store, tile, kept->joined));
  remove_file(store.out_file(tile, list_ending));
  return unless_cancelled(progress, [&]() -> Result<std::vector<TileFile>> {
    std::vector<TileFile> out;
    if (std::ranges::any_of(mesh->cells, [](const NavMesh::Cell& c) { return c.open_to() > 0; })) {
      Baked baked;
      baked.options = *options;
      baked.derived = std::make_unique<DerivedMesh>(*mesh, threads);
      // Another process may write the same file of another plan, so the digests are those of what this one writes.
      std::map<std::string, DigestedOutput> written;
      OutputFiles files({}, [&](const std::string& path, Output& file) -> Output& {
        return written.insert_or_assign(path, DigestedOutput(file)).first->second;
      });
      write_files(baked, files, progress, kept->origin);
      if (!files.errors().empty()) return files.errors().front();
      if (auto error = files.commit<int>(0, {})) return *error;
      for (const std::string& path : files.paths()) out.push_back(written.at(path).facts(store.name_of(path)));
      if (std::ranges::find(formats.endings, page_ending) != formats.endings.end()) {
        baked.mesh().points.make_exact(threads);
        auto page = write_tile_page(store, plan, tile, *baked.derived, threads);
        if (!page) return page.error();
        out.push_back(std::move(*page));
      }
      if (std::ranges::find(formats.endings, bin_ending) != formats.endings.end()) {
        const auto bin = detour_tile(baked.mesh(), plan, *own, *around, *kept, threads);
        if (!bin) return bin.error();
        if (*bin) {
          const std::string path = store.out_file(tile, bin_ending);
          if (auto error = write_whole(path, **bin)) return *error;
          DigestedOutput digest;
          digest.write(**bin);
          out.push_back(digest.facts(store.name_of(path)));
        }
      }
    }
    for (const std::string& ending : endings_of_tiles()) {
      const bool is_asked =
          std::ranges::find(formats.endings, ending == ".mtl" ? ".obj" : ending) != formats.endings.end();
      const std::string name = TileStore::out_name(tile, ending);
      if ((is_asked || !is_listed) && std::ranges::find(out, name, &TileFile::path) == out.end())
        remove_file(store.out_file(tile, ending));
    }
    if (auto error =
            write_whole(store.out_file(tile, list_ending), list_text(tile, {formats.endings, out}, kept->joined)))
      return *error;
    return out;
  });
}

Result<std::vector<TileFile>> finish_tiles(const TileStore& store, const TilePlan& plan, const std::vector<Tile>& tiles,
                                           const TileFormats& formats, unsigned threads, Progress& progress) {
  const auto lists = unless_cancelled(progress, [&] {
    return for_tiles<std::vector<TileFile>>(tiles, threads, progress,
                                            [&](const Tile& tile, unsigned of_one, Progress& part) {
                                              return finish_tile(store, plan, tile, formats, of_one, part);
                                            });
  });
  if (!lists) return lists.error();
  std::vector<TileFile> out;
  for (const auto& list : *lists) out.insert(out.end(), list.begin(), list.end());
  return out;
}

Result<FinishedTile> finished_tile(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  const auto kept = kept_components(store, plan, tile);
  if (!kept) return kept.error();
  auto out = read_list(store, tile, kept->joined);
  if (!out && out.error().code == ErrorCode::cannot_open)
    return bad_option("tile " + numbers_text(tile) + " is not finished; give: plumb tiles finish " + store.folder());
  if (!out) return out;
  for (const TileFile& listed : out->files) {
    const auto now = file_facts(store, store.folder() + "/" + listed.path);
    if (!now || *now != listed) return not_as_written(store, listed);
  }
  return out;
}

}  // namespace plumb::pipeline
