// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake.h"

#include <sys/resource.h>

#include <filesystem>

#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/split_storeys.h"

namespace plumb::pipeline {
namespace {

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void write_outputs(const Baked& baked, DerivedMesh& derived, OutputFiles& files, std::optional<DetourFacts>& detour,
                   Progress& progress) {
  const CertificateSettings settings = certificate_settings(baked.options);
  for (const std::string& path : baked.options.outputs) {
    const std::string kind = extension_of(path);
    if (kind == ".json") files.add(path, [&](AtomicFile& f) { export_json(f, baked.mesh, progress); });
    if (kind == ".cert") files.add(path, [&](AtomicFile& f) { export_certificate(f, {baked, settings}, progress); });
    if (kind == ".svg")
      files.add(path, [&](AtomicFile& f) { export_svg(f, derived, split_storeys(derived), progress); });
    if (kind == ".glb") files.add(path, [&](AtomicFile& f) { export_glb(f, derived, progress); });
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
      files.add(path, [&](AtomicFile& f) { export_obj(f, mtl_name, derived, progress); });
      files.add(mtl, [&](AtomicFile& f) { export_mtl(f, baked.mesh); });
    }
  }
}

}  // namespace

std::vector<Stage> bake_stages(Solids solids) {
  return indexed_surface_stages(solids) + nav_graph_stages(solids) + std::vector<Stage>{{"measure", 5}, {"write", 40}};
}

CertificateSettings certificate_settings(const BakeOptions& o) {
  return {.numbers = o.numbers,
          .up = o.up,
          .sides = o.sides,
          .slope = o.slope,
          .slope_ratio = o.slope_ratio,
          .weld = o.weld,
          .solids = o.solids,
          .bad_faces = o.bad_faces};
}

Result<BakeReport> bake(const BakeOptions& o, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce) {
  const Stopwatch total;
  kernel::LadderCounts arithmetic;
  Stages stage(progress, bake_stages(o.solids));
  OutputFiles files;
  std::vector<std::string> wanted = o.outputs;
  if (!o.report.empty()) wanted.push_back(o.report);
  if (auto error = OutputFiles::check(wanted)) return *error;

  const auto found = load_indexed_surfaces(surface_settings(o), stage);
  if (!found) return found.error();
  const SurfaceSet& set = found->level.set;
  const kernel::PointTable& points = found->level.scene.points;
  auto navigation = build_nav_graph(o, *found, stage, arithmetic);
  if (!navigation) return navigation.error();
  const StanceMap& map = navigation->map;
  const NavMesh& mesh = navigation->mesh;
  const Measures areas = stage("measure", [&] { return measure(points, set, map, o.exact_digits, o.threads); });
  if (areas.held != areas.polygons)
    throw InternalError("the areas of " + std::to_string(areas.polygons - areas.held) + " of " +
                        std::to_string(areas.polygons) + " polygons do not add up");

  const Baked baked{{found->level.scene, set, map, navigation->graph},
                    o,
                    areas,
                    mesh,
                    o.solids == Solids::closed ? &found->level.solids : nullptr};
  BakeReport report = make_report(baked);
  DerivedMesh derived(mesh);
  stage("write", [&] {
    report.rounded32 = rounding_loss(derived, Precision::float32, o.threads);
    report.rounded64 = rounding_loss(derived, Precision::float64, o.threads);
    write_outputs(baked, derived, files, report.detour, progress);
  });
  report.graph = graph_facts(derived, navigation->partition, navigation->pruned);
  report.arithmetic = arithmetic;
  report.peak_bytes = peak_bytes();
  report.stages = stage.all();
  report.seconds = total.seconds();
  if (!o.report.empty()) files.add(o.report, [&](AtomicFile& f) { f.write(report_json(report)); });
  report.files = files.paths();
  if (auto error = files.commit(report, announce)) return *error;
  return report;
}

}  // namespace plumb::pipeline
