// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "plumb/pipeline/foreign_nav_mesh.h"
#include "terminal.h"

namespace plumb::app {

pipeline::NavMeshReader navmesh_reader(const std::optional<std::string>& up) {
  return [up](const std::string& path) -> pipeline::Result<pipeline::NavMesh> {
    pipeline::ForeignMeshOptions options;
    if (up) {
      const auto axis = pipeline::value_of<pipeline::UpAxis>(*up);
      if (!axis) return pipeline::bad_option("--navmesh-up '" + *up + "' is unknown; give y or z");
      options.up = *axis;
      options.up_given = true;
    }
    auto read = pipeline::read_any_nav_mesh(path, options);
    if (!read) return read.error();
    if (read->source && read->source->is_any_scene)
      warn(path + ": its faces are taken for the polygons of a navmesh; of a level, plumb bake makes one");
    if (const std::string left_out = pipeline::what_is_left_out(*read); !left_out.empty()) warn(path + ": " + left_out);
    return std::move(read->mesh);
  };
}

}  // namespace plumb::app
