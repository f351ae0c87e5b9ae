// SPDX-License-Identifier: GPL-3.0-or-later
// Files in the folder of a store that are of no use any more. Only what has the name of a store's file is removed, as
// the folder may hold others.
#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>
#include <system_error>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {
namespace {

constexpr std::string_view of_store[] = {"plan.json", "seams.json", "seams.cert", "components.json", "index.json"};
constexpr std::string_view of_all_outputs[] = {"world.mset"};
// What follows the tile in the names of its files.
constexpr std::string_view of_piece[] = {".obj"}, of_baked[] = {".json", ".cert", ".seam.json", ".kept.json"},
                           of_output[] = {".obj", ".mtl", ".glb", ".json", ".svg", ".tres", ".bin", ".files.json"};
using Names = std::span<const std::string_view>;

bool has(Names names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

// The tile of which a name says that it is, and ends so; none if it does not.
std::optional<Tile> tile_of_name(std::string_view name, Names endings) {
  const std::size_t end = std::min(name.find('.'), name.size());
  Tile tile;
  const char* const last = name.data() + end;
  const auto first = std::from_chars(name.data(), last, tile.i);
  if (first.ec != std::errc{} || first.ptr == last) return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, last, tile.j);
  if (second.ec != std::errc{} || name.substr(0, end) != text_of(tile) || !has(endings, name.substr(end)))
    return std::nullopt;
  return tile;
}

void remove_others(const std::string& folder, Names endings, const TilePlan& plan) {
  for (const std::string& name : system::names_in(folder))
    if (const auto tile = tile_of_name(name, endings); tile && !plan.pieces.contains(*tile))
      system::remove_file(in_folder(folder, name).c_str());
}

}  // namespace

std::optional<Error> TileStore::check_outside(const std::string& output) const {
  const std::string folder = file_key(folder_);
  for (std::string path = file_key(output), above; path != folder; path = std::move(above))
    if ((above = folder_of(path)) == path) return std::nullopt;
  return bad_option("'" + output + "' is in the store, whose files are read; give it a place elsewhere");
}

void TileStore::remove_abandoned() const {
  remove_abandoned_files(folder_, [](std::string_view name) { return has(of_store, name); });
  const auto of_tiles = [&](const char* folder, Names endings, Names more = {}) {
    remove_abandoned_files(folder_ + folder, [&](std::string_view name) {
      return tile_of_name(name, endings).has_value() || has(more, name);
    });
  };
  of_tiles("/pieces", of_piece);
  of_tiles("/tiles", of_baked);
  of_tiles("/out", of_output, of_all_outputs);
}

void TileStore::remove_other_tiles(const TilePlan& plan) const {
  remove_others(folder_ + "/pieces", of_piece, plan);
  remove_others(folder_ + "/tiles", of_baked, plan);
}

void TileStore::remove_other_outputs(const TilePlan& plan) const { remove_others(folder_ + "/out", of_output, plan); }

}  // namespace plumb::pipeline
