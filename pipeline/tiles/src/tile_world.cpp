// SPDX-License-Identifier: GPL-3.0-or-later
#include "tile_world.h"

#include <algorithm>

#include "tile_files.h"

namespace plumb::pipeline {
namespace {

// The .bin of all tiles; none if one was finished without.
std::optional<std::vector<TileFile>> detour_files(const std::vector<FinishedTile>& tiles) {
  std::vector<TileFile> out;
  for (const FinishedTile& tile : tiles) {
    if (std::ranges::find(tile.endings, bin_ending) == tile.endings.end()) return std::nullopt;
    for (const TileFile& f : tile.files)
      if (f.path.ends_with(bin_ending)) out.push_back(f);
  }
  return out;
}

Result<MappedFile> open_file(const TileStore& store, const TileFile& listed) {
  auto file = MappedFile::open(store.folder() + "/" + listed.path);
  if (file && checker::sha256_hex(file->text()) != listed.sha256) return not_as_written(store, listed);
  return file;
}

}  // namespace

Result<std::optional<TileWorld>> write_tile_world(const TileStore& store, const TilePlan& plan,
                                                  const std::vector<FinishedTile>& finished) {
  const std::string path = store.world_file();
  const auto tiles = detour_files(finished);
  std::uint64_t most = 0;
  for (const TileFile& listed : tiles.value_or(std::vector<TileFile>())) {
    const auto tile = open_file(store, listed);
    if (!tile) return tile.error();
    most = std::max(most, detour_polygons(tile->text()));
  }
  std::optional<TileWorld> out;
  if (most > 0)
    out.emplace(TileWorld{set_parameters({plan.grid.origin, plan.grid.size, {}, {}}, tiles->size(), most), {}});
  if (!out || !out->parameters.is_one_set()) {
    remove_file(path);
    return out;
  }
  auto whole = AtomicFile::create(path);
  if (!whole) return whole.error();
  DigestedOutput digested(*whole);
  DetourSetWriter writer(digested, out->parameters, tiles->size());
  for (const TileFile& listed : *tiles) {
    const auto tile = open_file(store, listed);
    if (!tile) return tile.error();
    writer.write(tile->text());
  }
  if (auto error = whole->close()) return *error;
  if (auto error = whole->commit()) return *error;
  out->set = digested.facts(store.name_of(path));
  return out;
}

}  // namespace plumb::pipeline
