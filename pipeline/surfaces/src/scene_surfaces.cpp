// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene_surfaces.h"

#include "plumb/pipeline/classify.h"
#include "plumb/pipeline/convexify.h"
#include "plumb/pipeline/merge_coplanar.h"

namespace plumb::pipeline {

std::vector<Stage> surface_stages(Solids solids) {
  std::vector<Stage> out{{"convexify", 2}};
  if (solids == Solids::closed) out.push_back({"solids", 2});
  return out + std::vector<Stage>{{"weld", 8}, {"classify", 1}};
}

Result<SceneSurfaces> find_surfaces(Scene scene, const SurfaceSettings& s, Stages& stage) {
  auto set = stage("convexify", [&] { return convexify(scene, s.bad_faces, s.threads); });
  if (!set) return set.error();
  SolidSet solids;
  if (s.solids == Solids::closed) solids = stage("solids", [&] { return find_solids(scene, *set); });
  stage("weld", [&] { merge_coplanar(*set, scene.points, s.threads, &solids); });
  stage("classify", [&] { classify(*set, scene.points, s.slope, s.sides, s.threads); });
  return SceneSurfaces{std::move(scene), std::move(*set), std::move(solids)};
}

std::vector<Stage> indexed_surface_stages(Solids solids) {
  return surface_stages(solids) + std::vector<Stage>{{"index", 1}};
}

Result<IndexedSurfaces> index_surfaces(Scene scene, const SurfaceSettings& s, Stages& stage) {
  auto level = find_surfaces(std::move(scene), s, stage);
  if (!level) return level.error();
  SurfaceIndex index = stage("index", [&] { return SurfaceIndex(level->scene.points, level->set); });
  return IndexedSurfaces{std::move(*level), std::move(index)};
}

}  // namespace plumb::pipeline
