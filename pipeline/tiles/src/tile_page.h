// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/tile_seam.h"

namespace plumb::pipeline {

/// The ending of a tile's page.
inline constexpr const char* page_ending = ".html";

/// The cells of a baked tile without the components that are dropped. Errors: those of cells_of_baked().
Result<NavMesh> kept_cells(const TileStore& store, const TileSeam& seam, const KeptComponents& kept);

/// Writes FOLDER/out/I_J.html: the floor of the tile, the border of the floor in the tiles that have a side in common
/// with it, and links to their pages. `derived`: of the tile's navmesh, with exact points. Errors: bad_option for a
/// tile beside it that is not baked; those of kept_components(), kept_cells() and export_view().
Result<TileFile> write_tile_page(const TileStore& store, const TilePlan& plan, const Tile& tile, DerivedMesh& derived,
                                 unsigned threads);

/// What the page of all tiles says of one.
struct TileRow {
  explicit TileRow(const TileSeam& seam);
  Tile tile;
  std::uint64_t cells;
  std::map<std::string, double> areas;  ///< by verdict
  double open = 0;                      ///< the area that somebody can stand on
};
/// What leads to the page of a tile; empty where it has none.
using PageLink = std::function<std::string(const Tile&)>;
/// A page with the tiles in plan, each with a link to its page, and a table of their areas. It ends within its body.
std::string page_index(const TilePlan& plan, const std::string& title, const std::vector<TileRow>& tiles,
                       const PageLink& link);

/// The names of the level's files, without their folders.
std::string level_names(const TilePlan& plan);

/// Whether a tile has a page, as it was finished last.
bool has_page(const TileStore& store, const Tile& tile);

/// Writes FOLDER/index.html, or removes it where no tile has a page. All tiles have to be finished since they were
/// joined. Error: cannot_write.
std::optional<Error> write_page_index(const TileStore& store, const TilePlan& plan, const std::vector<TileRow>& tiles);

}  // namespace plumb::pipeline
