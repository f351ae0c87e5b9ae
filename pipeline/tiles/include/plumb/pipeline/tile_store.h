// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/tile_grid.h"

namespace plumb::pipeline {

/// A level cut into tiles: what is to be baked, and how. The file plan.json of a store.
struct TilePlan {
  struct Level {
    std::string file, sha256;
    std::uint64_t faces = 0, bytes = 0;
    bool operator==(const Level&) const = default;
  };
  /// A tile with the faces near it.
  struct Piece {
    std::uint64_t faces = 0;
    std::string sha256;  ///< of its file
  };
  std::string version;        ///< of plumb
  BakeArguments arguments;    ///< those that decide the result; no files
  bool certificates = false;  ///< each tile has a certificate of its piece
  TileGrid grid;
  std::vector<Level> levels;
  std::map<Tile, Piece> pieces;  ///< those with any face
  std::uint64_t memory = 0;      ///< expected_memory() of the one with the most faces
  std::string key;               ///< SHA-256 of the plan's file: equal keys stand for equal levels, options and tiles

  std::vector<Tile> tiles() const {
    std::vector<Tile> out;
    for (const auto& [tile, piece] : pieces) out.push_back(tile);
    return out;
  }
};

/// A file of a store as it was written.
struct TileFile {
  std::string path;  ///< in the folder of the store
  std::uint64_t bytes = 0;
  std::string sha256;
  bool operator==(const TileFile&) const = default;
};

/// The tiles of a plan that have a side in common with a tile.
std::vector<Tile> tiles_beside(const TilePlan& plan, const Tile& tile);

/// How many bytes the bake of a tile with so many faces takes, about. Measured on cities: more blockers over each floor
/// take more.
std::uint64_t expected_memory(std::uint64_t faces, const BakeOptions& options);

/// "38 MB".
inline std::string megabytes_text(std::uint64_t bytes) { return std::to_string((bytes + 500000) / 1000000) + " MB"; }

/// A folder with a plan, its pieces, and what was baked of them.
class TileStore {
 public:
  explicit TileStore(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  std::string plan_file() const { return folder_ + "/plan.json"; }
  std::string piece_file(const Tile& tile) const { return folder_ + "/pieces/" + text_of(tile) + ".obj"; }
  std::string cells_file(const Tile& tile) const { return folder_ + "/tiles/" + text_of(tile) + ".json"; }
  std::string certificate_file(const Tile& tile) const { return folder_ + "/tiles/" + text_of(tile) + ".cert"; }
  std::string seam_file(const Tile& tile) const { return folder_ + "/tiles/" + text_of(tile) + ".seam.json"; }
  std::string kept_file(const Tile& tile) const { return folder_ + "/tiles/" + text_of(tile) + ".kept.json"; }
  std::string seams_file() const { return folder_ + "/seams.json"; }
  std::string seams_certificate_file() const { return folder_ + "/seams.cert"; }
  std::string components_file() const { return folder_ + "/components.json"; }
  /// What engines load, in the folder.
  std::string out_file(const Tile& tile, const std::string& ending) const {
    return folder_ + "/" + out_name(tile, ending);
  }
  std::string world_file() const { return folder_ + "/out/world.mset"; }
  static std::string out_name(const Tile& tile, const std::string& ending) { return "out/" + text_of(tile) + ending; }
  std::string index_file() const { return folder_ + "/index.json"; }
  /// The path of one of these files in the folder.
  std::string name_of(const std::string& file) const { return file.substr(folder_.size() + 1); }

  /// Errors: cannot_open, syntax.
  Result<TilePlan> read_plan() const;

  /// bad_option if an output would be in the folder of the store, where it could be written over one of its files.
  std::optional<Error> check_outside(const std::string& output) const;

  /// Removes what writers of its files left aside when they were killed (remove_abandoned_files). Each command that is
  /// given a store begins with this.
  void remove_abandoned() const;
  /// Remove what the store has of tiles that a plan does not have: what was cut and baked, and what was finished.
  void remove_other_tiles(const TilePlan& plan) const;
  void remove_other_outputs(const TilePlan& plan) const;

 private:
  std::string folder_;
};

/// As JSON (docs/reference/schema/tile_plan.json).
std::string tile_plan_text(const TilePlan& plan);

/// Of what a tile is baked from: its piece, the options and the version. Equal keys stand for equal results.
std::string tile_key(const TilePlan& plan, const Tile& tile);

/// Errors: bad_option, if a file is none of the levels that were cut, byte by byte; cannot_open.
std::optional<Error> check_level(const TilePlan& plan, const std::string& file);

/// The name of an option that decides what a tile is and is not as it is by default; none: all are.
std::optional<std::string> given_option(const BakeArguments& arguments);

/// The options of a bake in tiles, checked. Errors: those of make_bake_options(); bad_option for what tiles cannot
/// have.
Result<BakeOptions> tile_options(const BakeArguments& arguments);

}  // namespace plumb::pipeline
