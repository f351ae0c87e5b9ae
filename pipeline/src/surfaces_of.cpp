// SPDX-License-Identifier: GPL-3.0-or-later
#include "surfaces_of.h"

#include <optional>

#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/classify.h"
#include "plumb/pipeline/convexify.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/weld.h"

namespace plumb::pipeline {

namespace {

// An output that would replace a file which the scene was read from; which files those are shows only in reading it.
std::optional<Error> replaced_input(const BakeOptions& o, const Scene& scene) {
  std::vector<std::string> outputs = o.outputs;
  if (!o.report.empty()) outputs.push_back(o.report);
  for (const std::string& output : outputs)
    for (const std::string& input : scene.other_files)
      if (file_behind(output).value_or(output) == file_behind(input).value_or(input))
        return Error{ErrorCode::bad_option, "'" + output + "' is a buffer of the scene; give the output a name of its own", "", 0};
  return std::nullopt;
}

}  // namespace

kernel::SlopeLimit slope_limit(const BakeOptions& o) {
  const auto limit =
      o.slope ? kernel::SlopeLimit::from_degrees(*o.slope) : kernel::SlopeLimit::from_ratio(o.slope_ratio.value());
  return limit.value();  // the options have been checked
}

Result<SceneSurfaces> surfaces_of(const BakeOptions& o, Stages& stage, StageSeconds& seconds) {
  auto scene = stage("read", seconds.read, [&] {
    return import_scene(o.scene, {.numbers = o.numbers, .up = o.up, .threads = o.threads, .digest = wants_certificate(o)});
  });
  if (!scene) return scene.error();
  if (auto error = replaced_input(o, *scene)) return *error;
  auto set = stage("convexify", seconds.convexify, [&] { return convexify(*scene, o.bad_faces, o.threads); });
  if (!set) return set.error();
  SolidSet solids;
  if (o.solids == Solids::closed) solids = stage("solids", seconds.solids, [&] { return find_solids(*scene, *set); });
  stage("weld", seconds.weld, [&] { weld(*set, scene->points, o.threads, &solids); });
  stage("classify", seconds.classify, [&] { classify(*set, scene->points, slope_limit(o), o.sides, o.threads); });
  return SceneSurfaces{std::move(*scene), std::move(*set), std::move(solids)};
}

Result<IndexedSurfaces> indexed_surfaces_of(const BakeOptions& o, Stages& stage, StageSeconds& seconds) {
  auto level = surfaces_of(o, stage, seconds);
  if (!level) return level.error();
  SurfaceIndex index = stage("index", seconds.index, [&] { return SurfaceIndex(level->scene.points, level->set); });
  return IndexedSurfaces{std::move(*level), std::move(index)};
}

}  // namespace plumb::pipeline
