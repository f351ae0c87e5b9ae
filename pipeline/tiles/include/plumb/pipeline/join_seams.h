// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

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
  std::size_t tiles = 0;
  std::uint64_t cells = 0;
  std::vector<Stance> stances;
  std::map<std::string, kernel::Area> areas;            ///< by verdict; none of area 0
  std::vector<std::vector<WholeComponent>> components;  ///< by stance, then number: ascending by their first part
};

/// Joins the components of tiles over the ways between them. `exact_digits`: of areas. Throws InternalError if two
/// tiles do not say the same of the ways between them.
JoinedTiles join_seams(const std::vector<TileSeam>& seams, std::uint64_t exact_digits, const TilePruning& pruning = {});

/// The same of a store, all of whose tiles have to be baked; writes seams.json (docs/reference/schema/seams.json).
/// Errors: bad_option, for a tile that is not baked, and for a seed point below which nobody can stand; those of
/// reading and writing.
Result<JoinedTiles> join_store(const TileStore& store, const TilePlan& plan, Progress& progress);

/// What of a tile is to be kept, of a store that was joined.
struct KeptComponents {
  std::optional<std::set<std::uint32_t>> numbers;  ///< of its components of the lowest stance; none: all
  std::string joined;                              ///< SHA-256 of seams.json, which says so
};
/// Errors: cannot_open, syntax, and bad_option for seams of other tiles than the plan's.
Result<KeptComponents> kept_components(const TileStore& store, const TilePlan& plan, const Tile& tile);

/// For standard output.
std::string joined_text(const JoinedTiles& joined);

}  // namespace plumb::pipeline
