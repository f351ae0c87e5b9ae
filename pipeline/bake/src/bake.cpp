// SPDX-License-Identifier: GPL-3.0-or-later
// A whole bake: of files, of a scene in memory, and of a level in which obstacles come and go.
//
// 1. bake() of files refuses what no format holds (cannot_hold) and files that cannot be created before any work, and
//    reads the scene. bake() of a scene checks the scene and the settings (options_of).
// 2. bake_scene() finds and indexes the polygons, and looks whether files can hold the level (refuse_files); then it
//    builds the navmesh (build_nav_graph), measures areas (measure_level), and collects facts and warnings. The areas
//    of each polygon's cells must add up to that of the polygon: an InternalError otherwise.
// 3. write_files() writes the outputs. The report comes last, as writing adds to it. OutputFiles::commit() renames all.
// bake_live() makes a LiveBake of the same settings, which bakes when it is asked to.
//
// Cost: that of the stages (bake_stages has their weights).
#include "plumb/pipeline/bake.h"

#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/write_baked.h"
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

std::vector<Stage> scene_stages(const BakeSettings& s) {
  return indexed_surface_stages(s.solids) + nav_graph_stages(s) +
         std::vector<Stage>{{"measure", sgn(s.radius) > 0 ? 40.0 : 16.0}, {"facts", 1}};
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
  if (s.exact_digits > 0 && traversable.get_str().size() > s.exact_digits) out.traversable.exact.reset();
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

void finish_report(BakeReport& report, const Stages& stage, const Stopwatch& total) {
  report.peak_bytes = peak_bytes();
  report.stages = stage.all();
  report.seconds = total.seconds();
}

// Told of a level before anything is cut: an error ends the bake.
using LookAtLevel = std::function<std::optional<Error>(const SceneSurfaces&)>;

// The stages between reading and writing.
Result<Baked> bake_scene(Scene scene, const BakeOptions& o, Stages& stage, const LookAtLevel& look = {}) {
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
    baked.report.warnings = find_warnings(level, baked.report);
  });
  if (navigation.mesh) baked.derived = std::make_unique<DerivedMesh>(*navigation.mesh, o.threads);
  if (!o.certificate) navigation.keep_mesh();
  return baked;
}

// Why there is nothing to show for the work: it was cancelled while a file was written, or there was no room for any.
// Where no format holds the navmesh there is the summary.
std::optional<Error> nothing_written(const OutputFiles& files) {
  for (const Error& error : files.errors())
    if (error.code == ErrorCode::cancelled || (error.code == ErrorCode::cannot_write && files.paths().empty()))
      return error;
  return std::nullopt;
}

// Refuses the files that cannot hold the level. An error if nothing else was wanted.
std::optional<Error> refuse_files(const SceneSurfaces& level, const BakeOptions& o, OutputFiles& files) {
  for (const std::string& path : o.outputs)
    if (auto error = cannot_hold(level, format_of(path).value())) files.refuse(path, std::move(*error));
  const bool nothing_else = o.quiet && o.report.empty() && files.errors().size() == o.outputs.size();
  if (nothing_else && !files.errors().empty()) return files.errors().back();
  return std::nullopt;
}

}  // namespace

std::vector<Stage> bake_stages(const BakeOptions& o) {
  return read_stage + scene_stages(o) + std::vector<Stage>{{"write", write_weight(o)}};
}

Result<Baked> bake(Scene scene, const BakeSettings& settings, Progress& progress) {
  const Stopwatch total;
  auto options = options_of(scene, settings);
  if (!options) return options.error();
  const BakeOptions& o = *options;
  return unless_cancelled(progress, [&] {
    Stages stage(progress, scene_stages(o));
    auto baked = bake_scene(std::move(scene), o, stage);
    if (baked) finish_report(baked->report, stage, total);
    return baked;
  });
}

Result<Baked> bake(Scene scene, const BakeSettings& settings) {
  Progress silent;
  return bake(std::move(scene), settings, silent);
}

Result<BakeReport> bake(const BakeOptions& o, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce,
                        const std::function<void(const Error&)>& refused) {
  const Stopwatch total;
  std::vector<std::string> wanted = o.outputs;
  if (!o.report.empty()) wanted.push_back(o.report);
  if (auto error = cannot_hold(o)) return *error;
  if (auto error = OutputFiles::check(wanted)) return *error;
  return unless_cancelled(progress, [&]() -> Result<BakeReport> {
    Stages stage(progress, bake_stages(o));
    auto scene = read_scene(o, stage);
    if (!scene) return scene.error();
    OutputFiles files(refused);
    auto baked = bake_scene(std::move(*scene), o, stage,
                            [&](const SceneSurfaces& level) { return refuse_files(level, o, files); });
    if (!baked) return baked.error();
    stage("write", [&] { write_files(*baked, files, progress); });
    BakeReport& report = baked->report;
    if (baked->derived) note_file_warnings(baked->mesh(), report);
    finish_report(report, stage, total);
    report.not_written = files.errors();
    if (!o.report.empty())
      files.add(o.report, [&](Output& file) { return write(*baked, Format::report, file, {}, progress); });
    if (auto error = nothing_written(files)) return *error;
    report.files = files.paths();
    report.not_written = files.errors();  // perhaps the report, too
    if (auto error = files.commit(report, announce)) return *error;
    return std::move(report);
  });
}

Result<LiveBake> bake_live(Scene scene, const BakeSettings& settings) {
  auto options = options_of(scene, settings);
  if (!options) return options.error();
  const BakeOptions& o = *options;
  if (o.method == Method::wedge)
    return Error{ErrorCode::bad_option, "--method wedge bakes whole levels, without obstacles; leave it out", "", 0};
  if (sgn(o.wedge.simplify) > 0) return bad_option("--simplify is for whole levels, without obstacles; leave it out");
  const std::string sha256 = scene.sha256;
  return LiveBake::make(
      std::move(scene),
      {.info = nav_mesh_info(o, sha256),
       .surfaces = surface_settings(o),
       .link = link_settings(o),
       .optimise = {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads},
       .prune = {.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits},
       .clear = sgn(o.radius) > 0 ? std::optional(clear_options(o)) : std::nullopt});
}

}  // namespace plumb::pipeline
