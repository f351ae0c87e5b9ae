// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// What is cut into tiles, and how: as text, as on the command line.
struct CutArguments {
  std::vector<std::string> levels;    ///< several files are one level, whose faces count on
  std::string store;                  ///< a folder
  std::string size;                   ///< the width of a tile
  std::optional<std::string> origin;  ///< "X,Z" with y up, "X,Y" with z up: a corner of tile 0, 0; default: the origin
  std::optional<std::string> memory;  ///< refused if the bake of a tile will take more: "2G"; default: any
  bool certificates = false;          ///< of each tile; of .obj levels alone, without solids
  BakeArguments bake;                 ///< without a scene and files
};

/// Cuts a level into the faces near each tile: a file each, with the whole faces in the order of the level, and the
/// plan. A face belongs to each tile that its box in plan, widened by the reach, touches.
///
/// The reach is R + 2 W + S / 1024, for a radius R, welds of at most W and tiles of width S: border takes within R, a
/// weld is decided within W and ends within W, and the rest makes both sides of a line cells.
///
/// Errors: those of reading levels; bad_option; no_face; cannot_write; too_large, for more tiles than numbers, and for
/// a tile that will take more memory than it may.
Result<TilePlan> cut_level(const CutArguments& arguments, Progress& progress);

}  // namespace plumb::pipeline
