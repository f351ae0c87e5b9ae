// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "plumb/pipeline/foreign_nav_mesh.h"
#include "terminal.h"

namespace plumb::app {

pipeline::NavMeshReader navmesh_reader() {
  return [](const std::string& path) -> pipeline::Result<pipeline::NavMesh> {
    auto read = pipeline::read_any_nav_mesh(path);
    if (!read) return read.error();
    if (read->source && read->source->is_any_scene)
      warn(path + ": its faces are taken for the polygons of a navmesh; of a level, plumb bake makes one");
    if (const std::string left_out = pipeline::what_is_left_out(*read); !left_out.empty()) warn(path + ": " + left_out);
    return std::move(read->mesh);
  };
}

}  // namespace plumb::app
