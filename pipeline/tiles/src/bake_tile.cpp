// SPDX-License-Identifier: GPL-3.0-or-later
// The bake of one tile. The navmesh of its piece (bake_piece.h) is cut at the tile's sides, and written: the cells; the
// certificate of the piece, if the plan has certificates; then the seam.
// The process may be killed between any two of these, and another one may write the same tile of another plan. So the
// seam names the others by their digests, besides the key of what it was baked from: whatever does not fit is baked
// again. No time of a file matters.
#include "plumb/pipeline/bake_tile.h"

#include <algorithm>
#include <sstream>
#include <system_error>

#include "for_tiles.h"
#include "plumb/pipeline/bake_piece.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/write_baked.h"
#include "tile_files.h"

namespace plumb::pipeline {

namespace {

// The files of a tile besides its seam.
std::vector<std::string> other_files(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  std::vector<std::string> out{store.cells_file(tile)};
  if (plan.certificates) out.push_back(store.certificate_file(tile));
  return out;
}

}  // namespace

std::optional<TileSeam> seam_of_baked(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  auto seam = read_tile_seam(store.seam_file(tile));
  if (!seam || seam->tile != tile || seam->key != tile_key(plan, tile)) return std::nullopt;
  const auto is_there = [&](const TileFile& listed, const std::string& path) {
    return listed.path == store.name_of(path) && bytes_in(path) == listed.bytes;
  };
  if (!std::ranges::equal(seam->files, other_files(store, plan, tile), is_there)) return std::nullopt;
  return std::move(*seam);
}

bool is_baked(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  const auto seam = seam_of_baked(store, plan, tile);
  return seam && std::ranges::all_of(seam->files, [&](const TileFile& listed) {
           const auto now = file_facts(store, store.folder() + "/" + listed.path);
           return now && *now == listed;
         });
}

Result<NavMesh> cells_of_baked(const TileStore& store, const TileSeam& seam) {
  const std::string path = store.cells_file(seam.tile);
  const auto file = MappedFile::open(path);
  if (!file || checker::sha256_hex(file->text()) != seam.files.at(0).sha256) return not_baked(store, seam.tile);
  std::istringstream in{std::string(file->text())};
  return read_nav_mesh_json(in, path);
}

Error not_baked(const TileStore& store, const Tile& tile) {
  return bad_option("tile " + numbers_text(tile) +
                    " is not baked, or one of its files is not as it was written; give: plumb tiles bake " +
                    store.folder());
}

Result<BakedTile> bake_tile(const TileStore& store, const TilePlan& plan, const Tile& tile, unsigned threads,
                            Progress& progress) {
  if (is_baked(store, plan, tile)) return BakedTile{true, 0};
  auto piece = bake_piece(store, plan, tile, threads, std::nullopt, progress);
  if (!piece) return piece.error();
  const CroppedMesh cropped = piece->cropped(plan.grid, tile, threads);
  return unless_cancelled(progress, [&]() -> Result<BakedTile> {
    std::vector<TileFile> others;
    auto cells = write_digested(store, store.cells_file(tile), [&](Output& out) -> std::optional<Error> {
      export_json(out, cropped.mesh, progress);
      return std::nullopt;
    });
    if (!cells) return cells.error();
    others.push_back(std::move(*cells));
    if (plan.certificates) {
      auto certificate = write_digested(store, store.certificate_file(tile), [&](Output& out) {
        return write(piece->baked, Format::cert, out, {}, progress);
      });
      if (!certificate) return certificate.error();
      others.push_back(std::move(*certificate));
    } else {
      remove_file(store.certificate_file(tile));
    }
    const auto seam = write_digested(store, store.seam_file(tile), [&](Output& out) -> std::optional<Error> {
      // Whether a component is too small is decided exactly.
      const std::uint64_t digits = piece->baked.options.exact_digits,
                          component_digits = piece->prunes_by_area ? 0 : digits;
      TileSeam made = seam_of(cropped, tile, tile_key(plan, tile), digits, component_digits);
      made.files = std::move(others);
      write_tile_seam(out, made);
      return std::nullopt;
    });
    if (!seam) return seam.error();
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
