// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/load_surfaces.h"

#include <optional>

#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/classify.h"
#include "plumb/pipeline/convexify.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/weld.h"

namespace plumb::pipeline {

namespace {

// An output that would replace a file which the scene was read from; which files those are shows only in reading it.
std::optional<Error> replaced_input(const std::vector<std::string>& outputs, const Scene& scene) {
  for (const std::string& output : outputs)
    for (const std::string& input : scene.other_files)
      if (file_behind(output).value_or(output) == file_behind(input).value_or(input))
        return Error{ErrorCode::bad_option,
                     "'" + output + "' is a buffer of the scene; give the output a name of its own", "", 0};
  return std::nullopt;
}

}  // namespace

std::vector<Stage> surface_stages(Solids solids) {
  std::vector<Stage> out{{"read", 2}, {"convexify", 2}};
  if (solids == Solids::closed) out.push_back({"solids", 2});
  return out + std::vector<Stage>{{"weld", 2}, {"classify", 1}};
}

Result<SceneSurfaces> load_surfaces(const SurfaceSettings& s, Stages& stage) {
  auto scene = stage("read", [&] {
    return import_scene(s.scene, {.numbers = s.numbers, .up = s.up, .threads = s.threads, .digest = s.digest});
  });
  if (!scene) return scene.error();
  if (auto error = replaced_input(s.outputs, *scene)) return *error;
  auto set = stage("convexify", [&] { return convexify(*scene, s.bad_faces, s.threads); });
  if (!set) return set.error();
  SolidSet solids;
  if (s.solids == Solids::closed) solids = stage("solids", [&] { return find_solids(*scene, *set); });
  stage("weld", [&] { weld(*set, scene->points, s.threads, &solids); });
  stage("classify", [&] { classify(*set, scene->points, s.slope, s.sides, s.threads); });
  return SceneSurfaces{std::move(*scene), std::move(*set), std::move(solids)};
}

std::vector<Stage> indexed_surface_stages(Solids solids) {
  return surface_stages(solids) + std::vector<Stage>{{"index", 1}};
}

Result<IndexedSurfaces> load_indexed_surfaces(const SurfaceSettings& s, Stages& stage) {
  auto level = load_surfaces(s, stage);
  if (!level) return level.error();
  SurfaceIndex index = stage("index", [&] { return SurfaceIndex(level->scene.points, level->set); });
  return IndexedSurfaces{std::move(*level), std::move(index)};
}

}  // namespace plumb::pipeline
