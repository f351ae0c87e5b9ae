// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake.h"

#include <sys/resource.h>

#include <deque>
#include <filesystem>

#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/realise.h"
#include "surfaces_of.h"

namespace plumb::pipeline {
namespace {

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// The files of a bake: all are written aside before the first gets its name.
class Files {
 public:
  // Before the work: a folder that does not take the files should not cost the user the wait.
  static std::optional<Error> check(const BakeOptions& o) {
    for (const std::string& file : o.outputs)
      if (auto probe = AtomicFile::create(file); !probe) return probe.error();
    if (!o.report.empty())
      if (auto probe = AtomicFile::create(o.report); !probe) return probe.error();
    return std::nullopt;
  }

  template <class Write>
  void add(const std::string& path, Write&& write) {
    if (error_) return;
    auto file = AtomicFile::create(path);
    if (!file) {
      error_ = file.error();
      return;
    }
    write(*file);
    error_ = file->close();
    files_.push_back(std::move(*file));
  }

  void fail(const Error& error) {
    if (!error_) error_ = error;
  }

  std::optional<Error> commit() {
    for (AtomicFile& file : files_)
      if (!error_) error_ = file.commit();
    return error_;
  }

  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const AtomicFile& file : files_) out.push_back(file.path());
    return out;
  }

 private:
  std::deque<AtomicFile> files_;
  std::optional<Error> error_;
};

void write_outputs(const Baked& baked, Files& files, std::optional<DetourFacts>& detour, Progress& progress) {
  for (const std::string& path : baked.options.outputs) {
    const std::string kind = extension_of(path);
    if (kind == ".json") files.add(path, [&](AtomicFile& f) { export_json(f, baked.mesh, progress); });
    if (kind == ".cert") files.add(path, [&](AtomicFile& f) { export_certificate(f, baked, progress); });
    if (kind == ".svg") files.add(path, [&](AtomicFile& f) { export_svg(f, baked.mesh, progress); });
    if (kind == ".glb") files.add(path, [&](AtomicFile& f) { export_glb(f, baked.mesh, progress); });
    if (kind == ".bin") {
      auto made = make_detour(baked.mesh);
      if (!made) {
        files.fail({made.error().code, made.error().message, path, 0});
        return;
      }
      files.add(path, [&](AtomicFile& f) { f.write(made->bytes); });
      detour = std::move(made->facts);
    }
    if (kind == ".obj") {
      const std::string mtl = material_file(path);
      const std::string mtl_name = std::filesystem::path(mtl).filename().string();
      files.add(path, [&](AtomicFile& f) { export_obj(f, mtl_name, baked.mesh, progress); });
      files.add(mtl, [&](AtomicFile& f) { export_mtl(f, baked.mesh); });
    }
  }
}

}  // namespace

Result<BakeReport> bake(const BakeOptions& o, Progress& progress) {
  const Stopwatch total;
  StageSeconds seconds;
  kernel::LadderCounts arithmetic;
  const bool solid = o.solids == Solids::closed;
  Stages stage(progress, solid ? 13 : 11);
  Files files;
  if (auto error = Files::check(o)) return *error;

  const auto found = indexed_surfaces_of(o, stage, seconds);
  if (!found) return found.error();
  const SurfaceSet& set = found->level.set;
  const kernel::PointTable& points = found->level.scene.points;
  const SolidSet& solids = found->level.solids;
  StanceMap map = stage("decompose", seconds.decompose, [&] {
    return decompose(points, set, found->index,
                     {.stances = o.stances, .step = o.step, .decomposition = o.decomposition, .threads = o.threads,
                      .solids = solid ? &solids : nullptr},
                     arithmetic);
  });
  if (solid) stage("inside", seconds.inside, [&] { label_inside(points, set, solids, map, o.threads); });
  const Measures areas = stage("measure", seconds.measure, [&] {
    return measure(points, set, map, o.exact_digits, o.threads);
  });
  if (areas.held != areas.polygons)
    throw InternalError("the areas of " + std::to_string(areas.polygons - areas.held) + " of " +
                        std::to_string(areas.polygons) + " polygons do not add up");

  const NavGraph graph = stage("link", seconds.link, [&] { return link(points, set, found->index, map, {.weld = o.weld, .threads = o.threads}); });
  const NavPartition partition = stage("optimise", seconds.optimise, [&] {
    return optimise(points, set, map, graph, {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  });
  NavMesh mesh = stage("realise", seconds.realise, [&] { return realise(o, found->level.scene, set, map, graph, partition); });
  auto dropped = keep_components(mesh);
  if (!dropped) return dropped.error();

  const Baked baked{o, found->level.scene, set, map, areas, graph, mesh, solid ? &solids : nullptr};
  BakeReport report = make_report(baked);
  stage("write", seconds.write, [&] {
    report.rounded32 = rounding_loss(mesh, Precision::float32, o.threads);
    report.rounded64 = rounding_loss(mesh, Precision::float64, o.threads);
    write_outputs(baked, files, report.detour, progress);
  });
  report.graph = graph_facts(mesh, partition, std::move(*dropped));
  report.arithmetic = arithmetic;
  report.peak_bytes = peak_bytes();
  report.seconds = seconds;
  report.seconds.total = total.seconds();
  if (!o.report.empty()) files.add(o.report, [&](AtomicFile& f) { f.write(report_json(report)); });
  report.files = files.paths();
  if (auto error = files.commit()) return *error;
  return report;
}

}  // namespace plumb::pipeline
