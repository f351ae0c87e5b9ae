// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

std::optional<Error> writers::write_json(Baked& b, Output& out, const WriteSettings&, Progress& progress) {
  b.mesh().points.make_exact(b.options.threads);
  export_json(out, b.mesh(), progress);
  return std::nullopt;
}

}  // namespace plumb::pipeline
