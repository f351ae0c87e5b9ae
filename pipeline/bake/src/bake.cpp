// SPDX-License-Identifier: GPL-3.0-or-later
// A bake of a scene in memory.
//
// 1. bake() checks the scene and the settings (options_of).
// 2. bake_level() finds and indexes the polygons, and shows them to whoever wants to look before anything is cut; then
//    it builds the navmesh (build_nav_graph), measures areas (measure_level), and collects facts and warnings. The
//    areas of each polygon's cells must add up to that of the polygon: an InternalError otherwise.
//
// Nothing here writes a file or reads one, so that a program that only bakes does not link what does.
// Cost: that of the stages (level_stages has their weights). Source: ours; docs/architecture.md shows the stages.
#include "plumb/pipeline/bake.h"

#include <sys/resource.h>

#include <fstream>

#include "bake_level.h"
#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

// Of this program alone: what getrusage() tells begins with the process that started it.
std::uint64_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::uint64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

struct BothMeasures {
  Measures inner;
  std::optional<Measures> outer;
};

// The wedge method says what is left, not why the rest is not.
Measures measure_wedges(const BakeSettings& s, const SceneSurfaces& level, const Navigation& navigation) {
  Measures out;
  out.stances = {navigation.wedge.back().area};
  mpq_class traversable = 0;
  for (const Surface& surface : level.set.surfaces)
    if (surface.kind == SurfaceKind::traversable)
      traversable += kernel::plan_area(level.scene.points, level.set.corners_of(surface));
  out.traversable = {traversable, traversable.get_d()};
  kernel::drop_longer(out.traversable.exact, s.exact_digits);
  return out;
}

// Requires that areas are wanted.
BothMeasures measure_level(const BakeSettings& s, const SceneSurfaces& level, const Navigation& navigation) {
  if (s.method == Method::wedge) return {measure_wedges(s, level, navigation), {}};
  const auto measured = [&](const StanceMap& map) {
    return measure(level.scene.points, level.set, map, s.exact_digits, s.threads);
  };
  BothMeasures out;
  if (navigation.outer) out.outer = measured(*navigation.outer);
  out.inner = measured(navigation.map);
  if (out.inner.held != out.inner.polygons)
    throw InternalError("the areas of " + std::to_string(out.inner.polygons - out.inner.held) + " of " +
                        std::to_string(out.inner.polygons) + " polygons do not add up");
  return out;
}

}  // namespace

std::vector<Stage> level_stages(const BakeSettings& s) {
  return indexed_surface_stages(s.solids) + nav_graph_stages(s) +
         std::vector<Stage>{{"measure", sgn(s.radius) > 0 ? 40.0 : 16.0}, {"facts", 1}};
}

void finish_report(BakeReport& report, const Stages& stage, const Stopwatch& total) {
  report.peak_bytes = peak_bytes();
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
  auto built = build_nav_graph(o, level, std::move(found->index), stage, arithmetic);
  if (!built) return built.error();
  baked.navigation = std::move(*built);
  Navigation& navigation = *baked.navigation;
  BothMeasures areas;
  areas.inner.stances.resize(o.stances.size());
  stage("measure", [&] {
    if (o.areas) areas = measure_level(o, level, navigation);
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
    baked.report.joining_weld = navigation.joining_weld;
    baked.report.joining_step = navigation.joining_step;
    baked.report.arithmetic = arithmetic;
    baked.report.wedge = navigation.wedge;
    if (o.method == Method::wedge) baked.report.stance_cells = {navigation.wedge.back().triangles};
    baked.report.warnings = find_warnings(level, navigation, baked.report);
  });
  if (navigation.mesh) baked.derived = std::make_unique<DerivedMesh>(*navigation.mesh, o.threads);
  if (!o.certificate && !navigation.merged) navigation.keep_mesh();
  return baked;
}

void make_mesh(Baked& b) {
  if (b.derived) return;
  Navigation& n = *b.navigation;
  if (n.merged) n.make_mesh(b.options, *b.level);
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
