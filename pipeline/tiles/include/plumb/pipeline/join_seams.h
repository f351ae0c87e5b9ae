// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plumb/pipeline/export_detour_tile.h"
#include "plumb/pipeline/prune_components.h"
#include "plumb/pipeline/tile_seam.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {

/// A component of a whole level.
struct WholeComponent {
  using Part = std::pair<Tile, std::uint32_t>;
  kernel::Area area;
  std::vector<Part> parts;            ///< tiles, ascending, with the number of a component there
  std::uint32_t lowest = 0;           ///< the number of the component of the lowest stance that it is in
  std::optional<DropReason> dropped;  ///< why it is not to be kept
};

/// Which components are to be kept.
struct TilePruning {
  std::optional<std::set<WholeComponent::Part>> reached;  ///< parts of the lowest stance's in which a seed point lies
  mpq_class min_area = 0;  ///< smaller components of the lowest stance are dropped; then all areas have to be exact
};

/// A level whose tiles were joined.
struct JoinedTiles {
  struct OfStance {
    Stance stance;
    std::uint64_t components = 0, dropped = 0;
  };
  std::size_t tiles = 0;
  std::uint64_t cells = 0;
  std::vector<OfStance> stances;
  std::map<std::string, kernel::Area> areas;        ///< by verdict; none of area 0
  std::optional<std::array<mpq_class, 2>> heights;  ///< as of TileSeam, of all tiles
  mpq_class tallest = 0;                            ///< the most that heights of one tile differ
};

/// Joins the tiles of a store, all of which have to be baked, over the ways between them, and writes components.json,
/// tiles/I_J.kept.json and seams.json (docs/reference/schema: tile_components, tile_kept, tile_seams). Seams are read
/// one by one. Throws InternalError if two tiles do not say the same of the ways between them.
/// Errors: bad_option, for a tile that is not baked, and for a seed point below which nobody can stand; those of
/// reading and writing.
Result<JoinedTiles> join_store(const TileStore& store, const TilePlan& plan, Progress& progress);

/// What of a tile is to be kept, of a store that was joined.
struct KeptComponents {
  std::set<std::uint32_t> dropped;   ///< those of its components of the lowest stance that are not
  std::array<double, 3> origin;      ///< from where a .glb is seen, z up: one for all tiles
  std::optional<DetourCells> cells;  ///< of the grid that the .bin of all tiles have; none beyond the range of binary32
  std::string joined;                ///< SHA-256 of all that decides how the tile is finished
};
/// Errors: syntax, and bad_option if the tiles were not joined since the level was cut.
Result<KeptComponents> kept_components(const TileStore& store, const TilePlan& plan, const Tile& tile);

/// The numbers that a stance's components have in the whole level, those of components.json.
struct WholeComponentNumbers {
  std::set<std::uint32_t> kept;                                    ///< those that are not dropped
  std::map<Tile, std::map<std::uint32_t, std::uint32_t>> of_part;  ///< by tile and the number there

  /// None: the file lists no such part.
  std::optional<std::uint32_t> number_of(const Tile& tile, std::uint32_t there) const {
    const auto parts = of_part.find(tile);
    if (parts == of_part.end()) return std::nullopt;
    const auto at = parts->second.find(there);
    return at == parts->second.end() ? std::nullopt : std::optional(at->second);
  }
};
/// Errors: those of kept_components().
Result<WholeComponentNumbers> whole_component_numbers(const TileStore& store, const TilePlan& plan,
                                                      const std::string& stance);

/// For standard output.
std::string joined_text(const JoinedTiles& joined);

}  // namespace plumb::pipeline
