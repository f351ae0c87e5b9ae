// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// How far Recast's outlines in cells are from the cells unless it is told otherwise, in cells.
mpq_class default_max_error();

/// A setting for people: without what binary32 makes of a short decimal.
std::string six_digits(const mpq_class& value);

/// What a tool's settings are unless it is told otherwise, of a preset that says more than what its agent is: `recast`
/// and `godot` (docs/reference/presets.md has the sources). None of the others.
std::optional<BakerSettings> preset_baker(const std::string& preset);

/// What is known of a baker: what the user says, else the file, else the preset, where the file's cells are no others.
/// Of a Godot file, which leaves out what has its default, that counts in any case.
struct KnownBaker {
  BakerSettings settings;
  std::string text;  ///< for people: each setting with where it is from
};
KnownBaker known_baker(const AuditOptions& options, const ForeignMesh& mesh);

}  // namespace plumb::pipeline
