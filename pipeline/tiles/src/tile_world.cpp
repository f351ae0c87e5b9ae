// SPDX-License-Identifier: GPL-3.0-or-later
#include "tile_world.h"

#include <algorithm>
#include <filesystem>

#include "tile_files.h"

namespace plumb::pipeline {
namespace {

constexpr const char* bin_ending = ".bin";

// The .bin of all tiles; none if one was finished without.
std::optional<std::vector<std::string>> detour_files(const TileStore& store, const std::vector<FinishedTile>& tiles) {
  std::vector<std::string> out;
  for (const FinishedTile& tile : tiles) {
    if (std::ranges::find(tile.endings, bin_ending) == tile.endings.end()) return std::nullopt;
    for (const TileFile& f : tile.files)
      if (f.path.ends_with(bin_ending)) out.push_back(store.folder() + "/" + f.path);
  }
  return out;
}

}  // namespace

Result<std::optional<TileWorld>> write_tile_world(const TileStore& store, const TilePlan& plan,
                                                  const std::vector<FinishedTile>& finished) {
  const std::string path = store.world_file();
  const auto tiles = detour_files(store, finished);
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
