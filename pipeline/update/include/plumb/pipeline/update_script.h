// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/nav_update.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// One entry of a script of updates (docs/updates.md).
struct UpdateEntry {
  enum class Kind : std::uint8_t { update, prepare, revert, enable, disable };
  Kind kind = Kind::update;
  UpdateArea area;  ///< of update and prepare, with the change
  Change change;
  UpdateId id = 0;  ///< of the others
};

/// Reads a script: a JSON list of entries, in order, in the axes of a scene. Strict: a field that is unknown, missing
/// or of another kind is an error that names the entry. Errors: cannot_open, syntax, bad_number, bad_face,
/// out_of_range.
Result<std::vector<UpdateEntry>> read_update_script(const std::string& path, UpAxis up);

/// Carries out an entry. @return what is wrong with it, if anything is: an update that is not there, or no longer, or
/// was not prepared; then nothing is changed
std::optional<std::string> carry_out(const UpdateEntry& entry, NavUpdate& update);

}  // namespace plumb::pipeline
