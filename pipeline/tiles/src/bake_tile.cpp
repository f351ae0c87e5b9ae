// SPDX-License-Identifier: GPL-3.0-or-later
// The bake of one tile. The navmesh of its piece (bake_piece.h) is cut at the tile's sides, and written: the
// certificate of the piece, if the plan has certificates; then the cells, then the seam.
#include "plumb/pipeline/bake_tile.h"

#include <filesystem>
#include <system_error>

#include "for_tiles.h"
#include "plumb/pipeline/bake_piece.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

std::optional<TileSeam> seam_of_baked(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  // The seam is written last, but the others may have been removed since.
  std::error_code none;
  if (!std::filesystem::exists(store.cells_file(tile), none)) return std::nullopt;
  if (plan.certificates && !std::filesystem::exists(store.certificate_file(tile), none)) return std::nullopt;
  auto seam = read_tile_seam(store.seam_file(tile));
  if (!seam || seam->tile != tile || seam->key != tile_key(plan, tile)) return std::nullopt;
  return std::move(*seam);
}

Error not_baked(const TileStore& store, const Tile& tile) {
  return bad_option("tile " + numbers_text(tile) + " is not baked; give: plumb tiles bake " + store.folder());
}

Result<BakedTile> bake_tile(const TileStore& store, const TilePlan& plan, const Tile& tile, unsigned threads,
                            Progress& progress) {
  if (is_baked(store, plan, tile)) return BakedTile{true, 0};
  auto piece = bake_piece(store, plan, tile, threads, std::nullopt, progress);
  if (!piece) return piece.error();
  const CroppedMesh cropped = piece->cropped(plan.grid, tile, threads);
  return unless_cancelled(progress, [&]() -> Result<BakedTile> {
    const auto write_file = [](const std::string& name, const auto& write) -> std::optional<Error> {
      OutputFiles files;
      files.add(name, write);
      if (!files.errors().empty()) return files.errors().front();
      return files.commit<int>(0, {});
    };
    if (plan.certificates)
      if (auto error = write_file(store.certificate_file(tile),
                                  [&](Output& out) { return write(piece->baked, Format::cert, out, {}, progress); }))
        return *error;
    if (auto error = write_file(store.cells_file(tile), [&](Output& out) -> std::optional<Error> {
          export_json(out, cropped.mesh, progress);
          return std::nullopt;
        }))
      return *error;
    if (auto error = write_file(store.seam_file(tile), [&](Output& out) -> std::optional<Error> {
          // Whether a component is too small is decided exactly.
          const std::uint64_t digits = piece->baked.options.exact_digits,
                              component_digits = piece->prunes_by_area ? 0 : digits;
          write_tile_seam(out, seam_of(cropped, tile, tile_key(plan, tile), digits, component_digits));
          return std::nullopt;
        }))
      return *error;
    return BakedTile{false, cropped.mesh.cells.size()};
  });
}

Result<std::vector<BakedTile>> bake_tiles(const TileStore& store, const TilePlan& plan, const std::vector<Tile>& tiles,
                                          unsigned threads, Progress& progress) {
  return unless_cancelled(progress, [&] {
    return for_tiles<BakedTile>(tiles, threads, progress, [&](const Tile& tile, unsigned of_one, Progress& part) {
      return bake_tile(store, plan, tile, of_one, part);
    });
  });
}

}  // namespace plumb::pipeline
