// SPDX-License-Identifier: GPL-3.0-or-later
// A bake of a scene in memory.
//
// 1. bake() checks the scene and the settings (options_of).
// 2. bake_level() finds and indexes the polygons, and shows them to whoever wants to look before anything is cut; then
//    it builds the navmesh and measures areas by the method (bake_method), and collects facts and warnings. The
//    areas of each polygon's cells must add up to that of the polygon: an InternalError otherwise.
//
// Nothing here writes a file or reads one, so that a program that only bakes does not link what does.
// Cost: that of the stages (level_stages has their weights). Source: ours; docs/architecture.md shows the stages.
#include "plumb/pipeline/bake.h"

#include "bake_level.h"
#include "plumb/pipeline/bake_method.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/stage_settings.h"
#include "plumb/pipeline/system.h"
#include "warnings.h"

namespace plumb::pipeline {
Result<BakeOptions> options_of(const Scene& scene, const BakeSettings& settings) {
  if (!is_valid(scene))
    return Error{ErrorCode::bad_scene,
                 "the scene is not valid: see is_valid(const Scene&); make it by scene_from_polygons()", scene.file, 0};
  auto checked_settings = checked(settings);
  if (!checked_settings) return checked_settings.error();
  BakeOptions o;
  static_cast<BakeSettings&>(o) = std::move(*checked_settings);
  o.scene = scene.file;
  o.in_memory = true;
  o.numbers = scene.numbers;
  o.up = scene.up;
  return o;
}

std::vector<Stage> level_stages(const BakeOptions& s) {
  return indexed_surface_stages(s.solids) + nav_graph_stages(s) +
         std::vector<Stage>{{"measure", sgn(s.radius) > 0 ? 40.0 : 16.0}, {"facts", 1}};
}

void finish_report(BakeReport& report, const Stages& stage, const Stopwatch& total) {
  report.peak_bytes = system::peak_memory();
  report.stages = stage.all();
  report.seconds = total.seconds();
}

Result<Baked> bake_level(Scene scene, const BakeOptions& o, Stages& stage, const LookAtLevel& look) {
  kernel::LadderCounts arithmetic;
  SurfaceSettings surfaces = surface_settings(o);
  if (sgn(o.wedge.cluster) > 0) {
    // A face that is bad before clustering is judged as ever; what clustering folds is dropped, and listed as such.
    if (const auto whole = convexify(scene, surfaces.bad_faces, surfaces.threads); !whole) return whole.error();
    scene = cluster_vertices(std::move(scene), o.wedge.cluster).scene;
    surfaces.bad_faces = BadFaces::drop;
  }
  auto found = index_surfaces(std::move(scene), surfaces, stage);
  if (!found) return found.error();
  Baked baked;
  baked.options = o;
  baked.level = std::make_unique<SceneSurfaces>(std::move(found->level));
  const SceneSurfaces& level = *baked.level;
  if (look)
    if (auto error = look(level)) return *error;
  const NavigationMethod method = bake_method(o, level.scene.sha256);
  auto built = method.run(level, std::move(found->index), stage, arithmetic);
  if (!built) return built.error();
  baked.navigation = std::move(*built);
  Navigation& navigation = *baked.navigation;
  BothMeasures areas;
  areas.inner.stances.resize(o.stances.size());
  std::vector<mpq_class> limited;
  stage("measure", [&] {
    if (!o.areas) return;
    areas = method.measure(level, navigation);
    if (areas.inner.held != areas.inner.polygons)
      throw InternalError("the areas of " + std::to_string(areas.inner.polygons - areas.inner.held) + " of " +
                          std::to_string(areas.inner.polygons) + " polygons do not add up");
    // What decides a verdict has any length.
    BakeOptions any_length = o;
    any_length.exact_digits = 0;
    limited = limited_areas(o, has_limited_areas(o, areas.inner)
                                   ? areas.inner
                                   : bake_method(any_length, level.scene.sha256).measure(level, navigation).inner);
  });
  navigation.outer.reset();
  stage("facts", [&] {
    baked.report = make_report({{level.scene, level.set, navigation.map, navigation.graph},
                                o,
                                areas.inner,
                                o.solids == Solids::closed ? &level.solids : nullptr});
    if (areas.outer) baked.report.clearance = clearance_bounds(areas.inner, *areas.outer);
    baked.report.graph = graph_facts(navigation.cells, navigation.areas, o.stances.size(), navigation.partition,
                                     std::move(navigation.pruned));
    if (navigation.mesh)
      for (const NavMesh::OneWayLink& l : navigation.mesh->one_way_links)
        ++(l.kind == OneWayKind::drop ? baked.report.graph.drops : baked.report.graph.leaps);
    baked.report.joining_weld = navigation.joining_weld;
    baked.report.joining_step = navigation.joining_step;
    baked.report.arithmetic = arithmetic;
    baked.report.triangle_stages = navigation.triangle_stages;
    if (o.method == Method::wedge) baked.report.stance_cells = {navigation.triangle_stages.back().triangles};
    baked.report.limited_areas = std::move(limited);
    baked.report.warnings = find_warnings(level, navigation, baked.report);
  });
  if (navigation.mesh) baked.derived = std::make_unique<DerivedMesh>(*navigation.mesh, o.threads);
  if (!o.certificate && !navigation.merged) navigation.keep_mesh();
  return baked;
}

void make_mesh(Baked& b) {
  if (b.derived) return;
  Navigation& n = *b.navigation;
  if (!n.merged && !n.mesh) return static_cast<void>(b.mesh());  // throws
  if (n.merged) make_mesh(n, navigation_settings(b.options, b.level->scene.sha256), *b.level);
  b.report.graph =
      graph_facts(n.cells, n.areas, b.options.stances.size(), n.partition, std::move(b.report.graph.pruned));
  b.derived = std::make_unique<DerivedMesh>(*n.mesh, b.options.threads);
  b.options.mesh = true, b.options.mesh_later = false;
  if (!b.options.certificate) n.keep_mesh();
}

Result<Baked> bake(Scene scene, const BakeSettings& settings, Progress& progress) {
  const Stopwatch total;
  auto options = options_of(scene, settings);
  if (!options) return options.error();
  const BakeOptions& o = *options;
  return unless_cancelled(progress, [&] {
    Stages stage(progress, level_stages(o));
    auto baked = bake_level(std::move(scene), o, stage);
    if (baked) finish_report(baked->report, stage, total);
    return baked;
  });
}

Result<Baked> bake(Scene scene, const BakeSettings& settings) {
  Progress silent;
  return bake(std::move(scene), settings, silent);
}

}  // namespace plumb::pipeline
