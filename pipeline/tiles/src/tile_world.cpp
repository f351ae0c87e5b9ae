// SPDX-License-Identifier: GPL-3.0-or-later
#include "tile_world.h"

#include <algorithm>
#include <filesystem>

#include "tile_files.h"

namespace plumb::pipeline {
namespace {

// The .bin of each tile that has files; none if one lacks it.
std::optional<std::vector<std::string>> detour_files(const TileStore& store,
                                                     const std::vector<std::vector<TileFile>>& files) {
  std::vector<std::string> out;
  for (const std::vector<TileFile>& of_tile : files) {
    if (of_tile.empty()) continue;
    const auto bin = std::ranges::find_if(of_tile, [](const TileFile& f) { return f.path.ends_with(".bin"); });
    if (bin == of_tile.end()) return std::nullopt;
    out.push_back(store.folder() + "/" + bin->path);
  }
  return out;
}

}  // namespace

Result<std::optional<TileWorld>> write_tile_world(const TileStore& store, const TilePlan& plan,
                                                  const std::vector<std::vector<TileFile>>& files) {
  const std::string path = store.world_file();
  const auto tiles = detour_files(store, files);
  std::uint64_t most = 0;
  for (const std::string& file : tiles.value_or(std::vector<std::string>())) {
    const auto tile = MappedFile::open(file);
    if (!tile) return tile.error();
    most = std::max(most, detour_polygons(tile->text()));
  }
  std::optional<TileWorld> out;
  if (most > 0)
    out.emplace(TileWorld{set_parameters({plan.grid.origin, plan.grid.size, {}, {}}, tiles->size(), most), {}});
  if (!out || !out->parameters.is_one_set()) {
    std::error_code failed;
    std::filesystem::remove(path, failed);
    return out;
  }
  auto whole = AtomicFile::create(path);
  if (!whole) return whole.error();
  DetourSetWriter writer(*whole, out->parameters, tiles->size());
  for (const std::string& file : *tiles) {
    const auto tile = MappedFile::open(file);
    if (!tile) return tile.error();
    writer.write(tile->text());
  }
  if (auto error = whole->close()) return *error;
  if (auto error = whole->commit()) return *error;
  auto facts = file_facts(store, path);
  if (!facts) return facts.error();
  out->set = std::move(*facts);
  return out;
}

}  // namespace plumb::pipeline
