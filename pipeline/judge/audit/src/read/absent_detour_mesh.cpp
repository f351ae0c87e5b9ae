// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the reader of Detour's files, in a build without Detour.
#include "read/readers.h"

namespace plumb::pipeline {

Result<ReadMesh> read_detour_mesh(std::string_view, const std::string& name, const ForeignMeshOptions&) {
  return Error{ErrorCode::unsupported_format,
               "this is a navmesh of Detour, which this build of plumb cannot read, as it was built without Detour",
               name, 0};
}

}  // namespace plumb::pipeline
