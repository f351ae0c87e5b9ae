// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/mend.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// What a file of --settings says: whose settings they are, and those that it states.
struct BakerFile {
  BakerName name;
  BakerSettings settings;
  bool has_region = false;   ///< whether the smallest region is among them
  bool has_error = false;    ///< whether the error of outlines is
  std::string variant = {};  ///< of an adapter
};
/// By its extension: a .gset of RecastDemo; a .json that an adapter has written (docs/reference/bakers.md); .unity and
/// .asset, Unity's; any other file is a navmesh whose header is read, as `reading` says. Errors: cannot_open, syntax,
/// bad_number, and those of reading a navmesh.
Result<BakerFile> read_baker_file(const std::string& path, const ForeignMeshOptions& reading);

}  // namespace plumb::pipeline
