// SPDX-License-Identifier: GPL-3.0-or-later
// The bake of one tile.
// 1. The piece is read, compared with the plan by its SHA-256, and baked as a level of its own. With solids it is told
//    which of its faces belong to bodies of the level, and where it has all faces of the level (LevelPart).
// 2. crop() cuts the navmesh at the tile's sides. Faces get the numbers that they have in the level (face_numbers).
// 3. The certificate of the piece is written, if the plan has certificates; then the cells, then the seam.
// Cost. That of a bake of the piece, and linear in its navmesh.
#include "plumb/pipeline/bake_tile.h"

#include <algorithm>
#include <charconv>

#include "for_tiles.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/crop_nav_mesh.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/write_baked.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace {

// The level's numbers of faces that a piece lists in its comments: "#faces ", its own, or "#bodies ", those of bodies.
std::vector<std::uint64_t> face_numbers(std::string_view piece, std::string_view mark) {
  std::vector<std::uint64_t> out;
  for (std::size_t at = 0; at < piece.size();) {
    const std::size_t end = std::min(piece.find('\n', at), piece.size());
    std::string_view line = piece.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(mark.size());
    while (!line.empty()) {
      std::uint64_t first = 0, last = 0;
      auto [next, error] = std::from_chars(line.data(), line.data() + line.size(), first);
      last = first;
      if (error == std::errc{} && next != line.data() + line.size() && *next == '-')
        next = std::from_chars(next + 1, line.data() + line.size(), last).ptr;
      for (std::uint64_t f = first; f <= last; ++f) out.push_back(f);
      line.remove_prefix(std::min<std::size_t>(static_cast<std::size_t>(next - line.data()) + 1, line.size()));
    }
  }
  return out;
}

Error of_tile(Error error, const Tile& tile) {
  error.message = "tile " + numbers_text(tile) + ": " + error.message;
  return error;
}

}  // namespace

std::optional<TileSeam> seam_of_baked(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  auto seam = read_tile_seam(store.seam_file(tile));
  if (!seam || seam->tile != tile || seam->key != tile_key(plan, tile)) return std::nullopt;
  return std::move(*seam);
}

Error not_baked(const TileStore& store, const Tile& tile) {
  return bad_option("tile " + numbers_text(tile) + " is not baked; give: plumb tiles bake " + store.folder());
}

Result<BakedTile> bake_tile(const TileStore& store, const TilePlan& plan, const Tile& tile, unsigned threads,
                            Progress& progress) {
  const auto piece = plan.pieces.find(tile);
  if (piece == plan.pieces.end())
    return bad_option("tile " + numbers_text(tile) + " is none of the plan's, which has those with faces near them");
  if (is_baked(store, plan, tile)) return BakedTile{true, 0};
  BakeArguments arguments = plan.arguments;
  arguments.scene = store.piece_file(tile);
  arguments.threads = std::to_string(threads);
  auto options = tile_options(arguments);
  if (!options) return options.error();
  const bool prunes_by_area = sgn(options->min_area) > 0;
  options->certificate = plan.certificates;
  options->seed_points.clear();  // the whole level is pruned, when its tiles are joined
  options->min_area = 0;
  auto file = MappedFile::open(arguments.scene);
  if (!file) return file.error();
  if (checker::sha256_hex(file->text()) != piece->second.sha256)
    return Error{ErrorCode::bad_option, "is not the piece that the plan was made with; cut the level again",
                 arguments.scene, 0};
  ImportOptions reading = import_options(*options);
  reading.digest = plan.certificates;
  auto scene = import_obj_text(file->text(), text_of(tile) + ".obj", reading);
  if (!scene) return of_tile(scene.error(), tile);
  const std::vector<std::uint64_t> faces = face_numbers(file->text(), "#faces ");
  if (options->solids == Solids::closed) {
    const std::vector<std::uint64_t> bodies = face_numbers(file->text(), "#bodies ");
    LevelPart& part = scene->part.emplace();
    for (const std::uint64_t f : faces) part.body_faces.push_back(std::ranges::binary_search(bodies, f));
    for (const std::size_t end : {0, 1})
      for (const int axis : {0, 1})
        part.whole[end][static_cast<std::size_t>(axis)] =
            plan.grid.line(axis, (axis == 0 ? tile.i : tile.j) + static_cast<std::int64_t>(end)) +
            (end == 0 ? -1 : 1) * plan.grid.reach;
  }
  auto baked = bake(std::move(*scene), *options, progress);
  if (!baked) return of_tile(baked.error(), tile);
  CroppedMesh cropped = crop(baked->mesh(), plan.grid, tile);
  cropped.mesh.points.make_exact(threads);
  for (NavMesh::Cell& cell : cropped.mesh.cells)
    for (NavMesh::Facet& f : cell.facets) f.face = static_cast<std::uint32_t>(faces.at(f.face));
  return unless_cancelled(progress, [&]() -> Result<BakedTile> {
    const auto write_file = [](const std::string& name, const auto& write) -> std::optional<Error> {
      OutputFiles files;
      files.add(name, write);
      if (!files.errors().empty()) return files.errors().front();
      return files.commit<int>(0, {});
    };
    if (plan.certificates)
      if (auto error = write_file(store.certificate_file(tile),
                                  [&](Output& out) { return write(*baked, Format::cert, out, {}, progress); }))
        return *error;
    if (auto error = write_file(store.cells_file(tile), [&](Output& out) -> std::optional<Error> {
          export_json(out, cropped.mesh, progress);
          return std::nullopt;
        }))
      return *error;
    if (auto error = write_file(store.seam_file(tile), [&](Output& out) -> std::optional<Error> {
          // Whether a component is too small is decided exactly.
          const std::uint64_t digits = options->exact_digits, component_digits = prunes_by_area ? 0 : digits;
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
