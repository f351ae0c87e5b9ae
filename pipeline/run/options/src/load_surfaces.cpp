// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/load_surfaces.h"

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/stage_settings.h"

namespace plumb::pipeline {
namespace {

// An output that would replace a file which the scene was read from; which files those are shows only in reading it.
std::optional<Error> replaced_input(const BakeOptions& o, const Scene& scene) {
  for (const std::string& output : written_files(o))
    for (const std::string& input : scene.other_files)
      if (file_key(output) == file_key(input))
        return Error{ErrorCode::bad_option,
                     "'" + output + "' is a buffer of the scene; give the output a name of its own", "", 0};
  return std::nullopt;
}

}  // namespace

ImportOptions import_options(const BakeOptions& o) {
  return {.numbers = o.numbers,
          .up = o.up,
          .threads = o.threads,
          .node_rotation = o.node_rotation,
          .digest = o.certificate || !o.report.empty() || writes(o, Format::json) || writes(o, Format::csv),
          .leave_out = o.leave_out,
          .gltf_scene = o.gltf_scene};
}

Result<Scene> read_scene(const BakeOptions& o, Stages& stage) {
  auto scene = stage("read", [&] { return import_scene(o.scene, import_options(o)); });
  if (!scene) return scene;
  if (auto error = replaced_input(o, *scene)) return *error;
  return scene;
}

Result<SceneSurfaces> load_surfaces(const BakeOptions& o, Stages& stage) {
  auto scene = read_scene(o, stage);
  if (!scene) return scene.error();
  return find_surfaces(std::move(*scene), surface_settings(o), stage);
}

Result<IndexedSurfaces> load_indexed_surfaces(const BakeOptions& o, Stages& stage) {
  auto scene = read_scene(o, stage);
  if (!scene) return scene.error();
  return index_surfaces(std::move(*scene), surface_settings(o), stage);
}

}  // namespace plumb::pipeline
