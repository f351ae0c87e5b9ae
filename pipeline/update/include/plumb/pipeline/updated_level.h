// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <utility>

#include "plumb/pipeline/live_bake.h"
#include "plumb/pipeline/nav_update.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/update_script.h"

namespace plumb::pipeline {

/// The level that a script changes: a navmesh under updates and, if it is baked of a scene, the obstacles in the scene.
/// When obstacles are added or removed the updates stay: they apply to the present navmesh.
class UpdatedLevel {
 public:
  /// Requires that nothing keeps the mesh from being updated.
  UpdatedLevel(NavMesh mesh, kernel::Decomposition decomposition) : updates_(std::move(mesh), decomposition) {}
  /// Errors: those of LiveBake::mesh().
  static Result<UpdatedLevel> make(LiveBake level, kernel::Decomposition decomposition);

  /// Carries out an entry. Errors: bad_option if it names what is not there, or no longer, or was not prepared; those
  /// of refusal(), for a change, and of LiveBake. Then nothing is changed.
  std::optional<Error> carry_out(const UpdateEntry& entry);
  /// Of the last entry: the number of its update or obstacle, and what it has done.
  std::uint32_t id() const { return id_; }
  const UpdateFacts& facts() const { return facts_; }

  std::size_t live_updates() const;
  std::size_t live_obstacles() const;
  /// The navmesh to which updates apply; before the first entry, the navmesh given.
  const NavMesh& base() const { return updates_.base(); }
  /// The present navmesh. Errors: those of LiveBake::mesh().
  Result<NavMesh> mesh();

 private:
  std::optional<Error> carry_out_update(const UpdateEntry& entry);
  std::optional<Error> carry_out_obstacle(const UpdateEntry& entry);
  std::optional<Error> catch_up();

  NavUpdate updates_;
  std::optional<LiveBake> level_;
  bool behind_ = false;  // the updates' base is not the level's navmesh
  std::uint32_t id_ = 0;
  UpdateFacts facts_;
};

}  // namespace plumb::pipeline
