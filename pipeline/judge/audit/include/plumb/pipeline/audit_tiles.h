// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/true_floor.h"

namespace plumb::pipeline {

/// The true floor in one tile of a level, in exact coordinates.
struct FloorTile {
  std::array<std::int64_t, 2> number{};
  kernel::PlanPoint low, high;            ///< the tile's corners in plan
  FloorFaces truth;                       ///< within the tile; with an agent's radius, what is left at least
  std::optional<FloorFaces> outer;        ///< with an agent's radius: what is left at most
  std::vector<std::uint32_t> components;  ///< by owner of a face: the number that its component has in the whole level
};

/// An audit of a level whose true floor is never in memory as a whole: another baker's navmesh is cut along the lines
/// between tiles, each tile is compared, and areas and matched components are summed. Places end at the lines. Causes
/// and distances, which need the level, are not found; nothing is found to be below the file's grid but components that
/// match.
class TiledAudit {
 public:
  /// Errors: bad_option, as judge().
  static Result<TiledAudit> begin(AuditOptions options, const ChosenStance& stance, ForeignMesh mesh);
  TiledAudit(TiledAudit&&) noexcept;
  TiledAudit& operator=(TiledAudit&&) noexcept;
  ~TiledAudit();

  /// Tiles that do not overlap, each once.
  void add(FloorTile tile);
  /// After all tiles. `components`: the numbers of all that the true floor has.
  AuditFacts finish(const std::set<std::uint32_t>& components);

 private:
  class State;
  explicit TiledAudit(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
