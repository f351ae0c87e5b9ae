// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// The files of a tile for engines.
struct TileFormats {
  std::vector<std::string> endings;  ///< ".obj", ".glb", ".tres", ".bin", ".json", ".svg", ".html"
  std::string stance;                ///< the name of that of a .tres; empty: the lowest
};

/// Errors: bad_option for no format, and for one that shows whole levels alone.
std::optional<Error> check(const TileFormats& formats);

/// Writes a tile of a joined store for engines: its cells without the components that are not to be kept, in each of
/// some formats, as FOLDER/out/I_J.FORMAT. A tile without such cells gets no file. A list of the files is written last
/// (finished_tile); what the tile has there of another join is removed before. Other tiles may be finished at the same
/// time. `threads`: of export.
///
/// Errors: bad_option, for a tile that is not baked and for tiles that are not joined; those of check() and of writing.
Result<std::vector<TileFile>> finish_tile(const TileStore& store, const TilePlan& plan, const Tile& tile,
                                          const TileFormats& formats, unsigned threads, Progress& progress);

/// The same of many, so many at a time as there are threads; the files, in the order of the tiles.
Result<std::vector<TileFile>> finish_tiles(const TileStore& store, const TilePlan& plan, const std::vector<Tile>& tiles,
                                           const TileFormats& formats, unsigned threads, Progress& progress);

/// A tile that was finished: the formats that were asked for, and the files that there are.
struct FinishedTile {
  std::vector<std::string> endings;
  std::vector<TileFile> files;
};

/// That of a tile that was finished since the tiles were joined, or for what is kept of it now. Errors: bad_option if
/// it was not, or one of its files is not as it was written; those of kept_components().
Result<FinishedTile> finished_tile(const TileStore& store, const TilePlan& plan, const Tile& tile);

}  // namespace plumb::pipeline
