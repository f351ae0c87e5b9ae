// SPDX-License-Identifier: GPL-3.0-or-later
// The bake of the faces near a tile.
// 1. bake_piece() reads the piece, compares it with the plan by its SHA-256, and bakes it as a level of its own. With
//    solids it is told which of its faces belong to bodies of the level, and where it has all faces of the level
//    (LevelPart).
// 2. PieceBake::cropped() cuts the navmesh at the tile's sides, by crop(). Faces get the numbers that they have in the
//    level (face_numbers).
// Cost. That of a bake of the piece, and linear in its navmesh.
#include "plumb/pipeline/bake_piece.h"

#include <algorithm>
#include <charconv>

#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/load_surfaces.h"
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

CroppedMesh PieceBake::cropped(const TileGrid& grid, const Tile& tile, unsigned threads) {
  CroppedMesh out = crop(baked.mesh(), grid, tile);
  out.mesh.points.make_exact(threads);
  for (NavMesh::Cell& cell : out.mesh.cells)
    for (NavMesh::Facet& f : cell.facets) f.face = static_cast<std::uint32_t>(faces.at(f.face));
  return out;
}

Result<PieceBake> bake_piece(const TileStore& store, const TilePlan& plan, const Tile& tile, unsigned threads,
                             std::optional<ClearanceBound> clearance, Progress& progress) {
  const auto piece = plan.pieces.find(tile);
  if (piece == plan.pieces.end())
    return bad_option("tile " + numbers_text(tile) + " is none of the plan's, which has those with faces near them");
  BakeArguments arguments = plan.arguments;
  arguments.scene = store.piece_file(tile);
  arguments.threads = std::to_string(threads);
  auto options = tile_options(arguments);
  if (!options) return options.error();
  const bool prunes_by_area = sgn(options->min_area) > 0;
  options->certificate = plan.certificates && !clearance;
  options->seed_points.clear();  // the whole level is pruned, when its tiles are joined
  options->min_area = 0;
  if (clearance) options->clearance = *clearance;
  auto file = MappedFile::open(arguments.scene);
  if (!file) {
    Error error = file.error();
    error.message += "; or cut the level again";
    return error;
  }
  if (checker::sha256_hex(file->text()) != piece->second.sha256)
    return Error{ErrorCode::bad_option, "is not the piece that the plan was made with; cut the level again",
                 arguments.scene, 0};
  ImportOptions reading = import_options(*options);
  reading.digest = options->certificate;
  auto scene = import_obj_text(file->text(), text_of(tile) + ".obj", reading);
  if (!scene) return of_tile(scene.error(), tile);
  std::vector<std::uint64_t> faces = face_numbers(file->text(), "#faces ");
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
  return PieceBake{std::move(*baked), std::move(faces), prunes_by_area};
}

}  // namespace plumb::pipeline
