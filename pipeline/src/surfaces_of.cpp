// SPDX-License-Identifier: GPL-3.0-or-later
#include "surfaces_of.h"

#include "plumb/pipeline/classify.h"
#include "plumb/pipeline/convexify.h"
#include "plumb/pipeline/import_obj.h"
#include "plumb/pipeline/weld.h"

namespace plumb::pipeline {

kernel::SlopeLimit slope_limit(const BakeOptions& o) {
  const auto limit =
      o.slope ? kernel::SlopeLimit::from_degrees(*o.slope) : kernel::SlopeLimit::from_ratio(o.slope_ratio.value());
  return limit.value();  // the options have been checked
}

Result<SceneSurfaces> surfaces_of(const BakeOptions& o, Stages& stage, StageSeconds& seconds) {
  auto scene = stage("read", seconds.read, [&] {
    return import_obj(o.scene, {.numbers = o.numbers, .up = o.up, .threads = o.threads, .digest = wants_certificate(o)});
  });
  if (!scene) return scene.error();
  auto set = stage("convexify", seconds.convexify, [&] { return convexify(*scene, o.bad_faces, o.threads); });
  if (!set) return set.error();
  stage("weld", seconds.weld, [&] { weld(*set, scene->points, o.threads); });
  stage("classify", seconds.classify, [&] { classify(*set, scene->points, slope_limit(o), o.sides, o.threads); });
  return SceneSurfaces{std::move(*scene), std::move(*set)};
}

Result<IndexedSurfaces> indexed_surfaces_of(const BakeOptions& o, Stages& stage, StageSeconds& seconds) {
  auto level = surfaces_of(o, stage, seconds);
  if (!level) return level.error();
  SurfaceIndex index = stage("index", seconds.index, [&] { return SurfaceIndex(level->scene.points, level->set); });
  return IndexedSurfaces{std::move(*level), std::move(index)};
}

}  // namespace plumb::pipeline
