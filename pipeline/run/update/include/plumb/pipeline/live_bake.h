// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
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
  std::optional<ErodeOptions> clear = std::nullopt;  ///< with an agent's radius
};

/// A baked level to which obstacles are added and from which they are removed, exactly: only what an obstacle may
/// change is baked again.
///
/// The navmesh is that of a bake of the scene with all present obstacles appended in the order of their numbers, except
/// that no polygon of one is welded to those of others. Without obstacles it is that of the scene, to the byte.
/// Polygons and faces of obstacles are numbered after the scene's. With Solids::closed the closed components of an
/// obstacle are its own.
///
/// A change takes time for the polygons over which the obstacle lies, within the highest stance or the reach of
/// portals, and for those around them; if cells are merged, also for all cells that flush portals join to these. An
/// obstacle whose coordinates are finer than all before takes a whole bake, once. Not thread-safe.
class LiveBake {
 public:
  /// Errors: those of find_surfaces().
  static Result<LiveBake> make(Scene scene, LiveSettings settings);
  ~LiveBake();
  LiveBake(LiveBake&&) noexcept;

  /// Adds an obstacle, given as a scene of its own, in the axes and units of the level. Its upper sides are floors and
  /// its upright sides walls, like all polygons. Errors: those of find_surfaces(); bad_scene, with Solids::closed, if
  /// one of its corners is a corner of the scene.
  Result<ObstacleId> add_obstacle(Scene obstacle);
  /// Removes an obstacle. @return false if there is none of that number, or no longer
  bool remove_obstacle(ObstacleId id);

  ObstacleId last() const { return last_; }  ///< the last number given; the first was 1
  bool has(ObstacleId id) const;
  /// Facts about the last obstacle that was added or removed: cells on the polygons that were baked again (met),
  /// polygons that were cut again (cuts), how many cells there are more or fewer, and the longest integer of a
  /// predicate of cutting so far.
  const UpdateFacts& facts() const { return facts_; }

  /// The present navmesh. Linear in its size; a whole bake if an obstacle was removed without which coordinates are
  /// coarser by a factor other than a power of two. Errors: those of prune_components().
  Result<NavMesh> mesh();

 private:
  struct State;
  explicit LiveBake(std::unique_ptr<State> state);

  ObstacleId last_ = 0;
  UpdateFacts facts_;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
