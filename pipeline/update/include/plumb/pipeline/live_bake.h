// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/pipeline/clear.h"
#include "plumb/pipeline/link_surfaces.h"
#include "plumb/pipeline/nav_update.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/prune_components.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// What decides the result of a live bake, given the scene and the obstacles.
struct LiveSettings {
  NavMeshInfo info;
  SurfaceSettings surfaces;
  LinkSettings link;
  OptimiseOptions optimise;
  PruneSettings prune;
  std::optional<ClearOptions> clear = std::nullopt;  ///< with an agent's radius
};

/// A baked level into which obstacles are put and from which they are taken, exactly: what is baked anew is what an
/// obstacle may change.
///
/// The navmesh is that of a bake of the scene with the obstacles that are there appended in the order of their numbers,
/// but that no polygon of one is welded to those of others. Without obstacles it is that of the scene, to the byte.
/// Polygons and faces of obstacles are numbered after the scene's. With Solids::closed the closed components of an
/// obstacle are its own.
///
/// An obstacle takes time for the polygons that it lies over, within the highest stance or the reach of portals, and
/// for those around them; if cells are merged, for all cells that flush portals join to these, too. One whose
/// coordinates are finer than all before takes a whole bake, once. Not thread-safe.
class LiveBake {
 public:
  /// Errors: those of find_surfaces().
  static Result<LiveBake> make(Scene scene, LiveSettings settings);
  ~LiveBake();
  LiveBake(LiveBake&&) noexcept;

  /// Puts an obstacle there: a scene of its own, in the axes and units of the level. Its lids are floors, and its sides
  /// walls, as any. Errors: those of find_surfaces(); bad_scene, with Solids::closed, if a corner is one of the
  /// scene's.
  Result<ObstacleId> add_obstacle(Scene obstacle);
  /// Takes it away. @return false if there is none of that number, or no longer
  bool remove_obstacle(ObstacleId id);

  ObstacleId last() const { return last_; }  ///< numbers that were given: 1 to this
  bool has(ObstacleId id) const;
  /// Of the last obstacle that came or went: cells on the polygons that were baked anew (met), polygons that were cut
  /// anew (cuts), by how many cells there are more or fewer, and the longest integer of a predicate of cutting so far.
  const UpdateFacts& facts() const { return facts_; }

  /// The navmesh as it is. Linear in all of it; a whole bake where an obstacle has gone without which coordinates are
  /// coarser, by other factors than two. Errors: those of prune_components().
  Result<NavMesh> mesh();

 private:
  struct State;
  explicit LiveBake(std::unique_ptr<State> state);

  ObstacleId last_ = 0;
  UpdateFacts facts_;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
