// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of a level: a file for each tile, with the faces near it.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "face_tiles.h"
#include "level_vertices.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scratch_file.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// Collects the faces of levels by tile, and writes them at the end. Faces are numbered on from level to level.
class TilePieceWriter {
 public:
  /// `plan`: its grid is used, its pieces are filled in. `scratch`: for what does not fit the memory.
  TilePieceWriter(TilePlan& plan, ScratchFile scratch) : plan_(plan), tiles_(plan.grid), scratch_(std::move(scratch)) {}

  /// The faces that follow are of this level. `file`: its name, for messages.
  void begin_level(std::unique_ptr<LevelVertices> vertices, std::string file);
  /// `of_body`: the face belongs to a solid or a cavity. Errors: too_large, for too many tiles.
  std::optional<Error> add_face(std::span<const std::uint32_t> vertices, bool of_body);
  /// Those of the tile that has the most.
  std::uint64_t most_faces() const { return most_faces_; }
  /// Writes all pieces, and says so in the plan. Errors: cannot_write; out_of_range, for a coordinate that no decimal
  /// is.
  std::optional<Error> write(const TileStore& store, unsigned threads, Progress& progress);

 private:
  struct Level {
    std::unique_ptr<LevelVertices> vertices;
    std::string file;
    std::uint64_t first_face = 0;
  };
  // Words of faces: corners (and the mark of bodies), the number in the level, vertices. 0 and a number: of this level
  // are the faces that follow.
  struct List {
    std::vector<std::uint32_t> words;                         // the last ones
    std::vector<std::pair<std::uint64_t, std::size_t>> kept;  // the others: where in the scratch file, and how many
    std::uint32_t level = 0xffffffff;
    std::uint64_t faces = 0;
  };
  static constexpr std::uint32_t body_mark = std::uint32_t{1} << 31;

  void put_aside();
  Result<std::string> text_of_piece(const List& list, std::span<const std::uint32_t> scratch) const;

  TilePlan& plan_;
  FaceTiles tiles_;
  ScratchFile scratch_;
  std::vector<Level> levels_;
  std::map<Tile, List> lists_;
  std::uint64_t faces_ = 0;  // of all levels
  std::uint64_t most_faces_ = 0;
  double entries_ = 0;         // faces of all tiles
  std::size_t in_memory_ = 0;  // words
};

}  // namespace plumb::pipeline
