// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/finish_tile.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {
namespace {

constexpr std::array formats_of_tiles{Format::json, Format::obj, Format::glb, Format::svg, Format::tres};

// Erases the components of the lowest stance that are not in a set.
void keep_only(NavMesh& mesh, const std::set<std::uint32_t>& kept) {
  const auto component = components(mesh, 1);
  std::vector<bool> drop(mesh.cells.size());
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
    drop[c] = component[c] != no_component && !kept.contains(component[c]);
  erase_cells(mesh, drop);
}

}  // namespace

Result<std::vector<std::string>> finish_tile(const TileStore& store, const TilePlan& plan, const Tile& tile,
                                             const std::vector<std::string>& formats, const std::string& stance,
                                             Progress& progress) {
  const std::string name = std::to_string(tile.i) + " " + std::to_string(tile.j);
  if (!plan.pieces.contains(tile) || !is_baked(store, plan, tile))
    return bad_option("tile " + name + " is not baked; give: plumb tiles bake " + store.folder());
  BakeArguments arguments = plan.arguments;
  arguments.scene = store.piece_file(tile);
  if (!stance.empty()) arguments.export_stance = stance;
  for (const std::string& format : formats) {
    const auto known = format_of("tile" + format);
    if (!known || std::ranges::find(formats_of_tiles, *known) == formats_of_tiles.end())
      return bad_option("-o '" + format + "' is no format of tiles; give .json, .obj, .glb, .svg or .tres");
    arguments.outputs.push_back(store.folder() + "/out/" + text_of(tile) + format);
  }
  auto options = tile_options(arguments);
  if (!options) return options.error();
  const auto kept = kept_components(store, plan, tile);
  if (!kept) return kept.error();
  auto mesh = read_nav_mesh_json(store.cells_file(tile));
  if (!mesh) return mesh.error();
  if (*kept) keep_only(*mesh, **kept);
  if (std::ranges::none_of(mesh->cells, [](const NavMesh::Cell& c) { return c.open_to() > 0; }))
    return std::vector<std::string>{};
  std::error_code failed;
  std::filesystem::create_directories(store.folder() + "/out", failed);
  if (failed) return Error{ErrorCode::cannot_write, "cannot be made: " + failed.message(), store.folder() + "/out", 0};
  return unless_cancelled(progress, [&]() -> Result<std::vector<std::string>> {
    Baked baked;
    baked.options = *options;
    baked.derived = std::make_unique<DerivedMesh>(*mesh, options->threads);
    OutputFiles files;
    write_files(baked, files, progress);
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit<int>(0, {})) return *error;
    return files.paths();
  });
}

}  // namespace plumb::pipeline
