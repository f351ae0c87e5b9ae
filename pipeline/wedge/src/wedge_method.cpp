// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_method.h"

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/triangle_nav_mesh.h"

namespace plumb::pipeline {
namespace {

Result<std::unique_ptr<Navigation>> cut_by_wedges(const WedgeMethodSettings& s, const SceneSurfaces& level,
                                                  const SurfaceIndex& index, Stages& stage) {
  auto n = std::make_unique<Navigation>();
  n->map.stances = s.info.stances;
  n->map.step = s.info.step;
  std::optional<Error> wrong;
  WedgeStageSettings settings = s.stages;
  if (s.solids == Solids::closed) settings.cut.solids = &level.solids;
  settings.seen = [&](WedgeStage which, const TriangleMesh& mesh) {
    if (s.look && !wrong) wrong = s.look(which, mesh, level.scene);
  };
  WedgeMesh made = run_wedge_stages(level, index, settings, stage);
  if (wrong) return *wrong;
  n->triangle_stages = std::move(made.facts);
  wrong = stage("construct", [&] {
    n->mesh = nav_mesh(s.info, level.scene.points.common_denominator(), level.set, made.mesh, s.optimise, made.links);
    return prune(s.prune, *n);
  });
  if (wrong) return *wrong;
  return n;
}

// The method says what is left, not why the rest is not.
BothMeasures measure_wedges(const SceneSurfaces& level, const Navigation& made, std::uint64_t exact_digits) {
  BothMeasures out;
  out.inner.stances = {made.triangle_stages.back().area};
  mpq_class traversable = 0;
  for (const Surface& surface : level.set.surfaces)
    if (surface.kind == SurfaceKind::traversable)
      traversable += kernel::plan_area(level.scene.points, level.set.corners_of(surface));
  out.inner.traversable = {traversable, traversable.get_d()};
  kernel::drop_longer(out.inner.traversable.exact, exact_digits);
  return out;
}

}  // namespace

NavigationMethod wedge_method(WedgeMethodSettings settings) {
  NavigationMethod out;
  out.stages = wedge_stages(settings.stages.until, sgn(settings.stages.clear.radius) > 0) +
               std::vector<Stage>{{"construct", 40}};
  out.measure = [digits = settings.prune.exact_digits](const SceneSurfaces& level, const Navigation& made) {
    return measure_wedges(level, made, digits);
  };
  out.run = [s = std::move(settings)](const SceneSurfaces& level, const SurfaceIndex& index, Stages& stage,
                                      kernel::LadderCounts&) { return cut_by_wedges(s, level, index, stage); };
  return out;
}

}  // namespace plumb::pipeline
