// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/live_bake.h"
#include "plumb/pipeline/nav_update.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

/// One entry of a script of updates (docs/guide/updates.md).
struct UpdateEntry {
  enum class Kind : std::uint8_t { update, prepare, revert, enable, disable, obstacle, remove };
  Kind kind = Kind::update;
  UpdateArea area;  ///< of update and prepare, as is `change`
  Change change;
  std::optional<Scene> obstacle;  ///< of obstacle
  std::uint32_t id = 0;           ///< of other kinds: the number of an update or, of remove, of an obstacle
};
/// "update", "prepare", ...
const char* text_of(UpdateEntry::Kind kind);
/// Whether the entry is about an obstacle, not about an update.
bool of_obstacle(UpdateEntry::Kind kind);

/// Reads a script, a JSON list of entries, in the axes of a scene. Files of obstacles are read as the scene is, by
/// `options`; their names are relative to the script's folder. Strict: a field that is unknown, missing or of another
/// type is an error, which names the entry. Errors: cannot_open, syntax, bad_number, bad_face, out_of_range; those of
/// import_scene().
Result<std::vector<UpdateEntry>> read_update_script(const std::string& path, const ImportOptions& options);
/// The same of a script's text, which `name` stands for in errors; empty: in none. Files are relative to its folder.
Result<std::vector<UpdateEntry>> read_update_script_text(std::string_view text, const std::string& name,
                                                         const ImportOptions& options);

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
