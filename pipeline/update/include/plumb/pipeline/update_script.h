// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/import_scene.h"
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

}  // namespace plumb::pipeline
