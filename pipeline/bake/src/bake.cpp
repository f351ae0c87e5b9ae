// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/export_godot.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/split_storeys.h"

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

// Any but the certificate, which is of the stance map and its graph.
bool shows_mesh(const std::string& path) { return extension_of(path) != ".cert"; }

bool writes(const BakeOptions& options, const char* kind) {
  return std::ranges::any_of(options.outputs, [&](const std::string& path) { return extension_of(path) == kind; });
}

double max_slope_degrees(const BakeOptions& o) {
  if (o.slope) return kernel::nearest_double(*o.slope);
  return std::atan(kernel::nearest_double(*o.slope_ratio)) * 180 / std::numbers::pi;
}

void write_mesh(const std::string& path, DerivedMesh& derived, const BakeOptions& o, OutputFiles& files,
                BakeReport& report, Progress& progress) {
  const std::string kind = extension_of(path);
  const auto conforming = [&](std::size_t most_corners) {
    const WantedCells all{.highest = static_cast<kernel::Label>(o.stances.size())};
    ConformingMesh made = conform(derived, {.wanted = all, .most_corners = most_corners, .threads = o.threads});
    report.conforming.insert_or_assign(kind, made.facts);
    return made;
  };
  if (kind == ".json") files.add(path, [&](AtomicFile& f) { export_json(f, derived.mesh(), progress); });
  if (kind == ".svg") files.add(path, [&](AtomicFile& f) { export_svg(f, derived, split_storeys(derived), progress); });
  if (kind == ".glb") files.add(path, [&](AtomicFile& f) { export_glb(f, derived, conforming(3), progress); });
  if (kind == ".tres") {
    const GodotMesh mesh = make_godot(derived, o.export_stance, o.threads);
    report.conforming.insert_or_assign(kind, mesh.mesh.facts);
    report.godot = mesh.facts;
    const Stance& stance = o.stances[static_cast<std::size_t>(o.export_stance) - 1];
    files.add(path, [&](AtomicFile& f) {
      export_godot(f, derived.mesh().info, stance, max_slope_degrees(o), mesh, progress);
    });
  }
  if (kind == ".bin") {
    auto made = make_detour(derived.mesh());
    if (!made) {
      files.fail({made.error().code, made.error().message, path, 0});
      return;
    }
    files.add(path, [&](AtomicFile& f) { f.write(made->bytes); });
    report.detour = std::move(made->facts);
    report.conforming.insert_or_assign(kind, made->conforming);
  }
  if (kind == ".obj") {
    const std::string mtl = material_file(path);
    const std::string mtl_name = std::filesystem::path(mtl).filename().string();
    files.add(path, [&](AtomicFile& f) { export_obj(f, mtl_name, derived, conforming(any_number), progress); });
    files.add(mtl, [&](AtomicFile& f) { export_mtl(f, derived.mesh()); });
  }
}

}  // namespace

std::vector<Stage> bake_stages(Solids solids, bool radius) {
  return indexed_surface_stages(solids) + nav_graph_stages(solids, radius) +
         std::vector<Stage>{{"measure", 5}, {"facts", 5}, {"write", 40}};
}

CertificateSettings certificate_settings(const BakeOptions& o) {
  return {.numbers = o.numbers,
          .up = o.up,
          .sides = o.sides,
          .slope = o.slope,
          .slope_ratio = o.slope_ratio,
          .weld = o.weld,
          .solids = o.solids,
          .radius = o.radius,
          .window = o.window,
          .disc = o.disc,
          .bound = o.clearance == ClearanceBound::outer ? kernel::DiscBound::hull : kernel::DiscBound::tangents,
          .bad_faces = o.bad_faces};
}

Result<BakeReport> bake(const BakeOptions& o, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce) {
  const Stopwatch total;
  kernel::LadderCounts arithmetic;
  Stages stage(progress, bake_stages(o.solids, sgn(o.radius) > 0));
  OutputFiles files;
  std::vector<std::string> wanted = o.outputs;
  if (!o.report.empty()) wanted.push_back(o.report);
  if (auto error = OutputFiles::check(wanted)) return *error;

  auto found = load_indexed_surfaces(surface_settings(o), stage);
  if (!found) return found.error();
  const SurfaceSet& set = found->level.set;
  const kernel::PointTable& points = found->level.scene.points;
  const bool want_mesh = !o.report.empty() || std::ranges::any_of(o.outputs, shows_mesh);
  auto built = build_nav_graph(o, found->level, std::move(found->index), want_mesh, stage, arithmetic);
  if (!built) return built.error();
  Navigation& navigation = **built;
  const StanceMap& map = navigation.map;
  const auto measured = [&](const StanceMap& of) { return measure(points, set, of, o.exact_digits, o.threads); };
  std::optional<Measures> outer;
  const Measures areas = stage("measure", [&] {
    if (navigation.outer) outer = measured(*navigation.outer);
    return measured(map);
  });
  navigation.outer.reset();
  if (areas.held != areas.polygons)
    throw InternalError("the areas of " + std::to_string(areas.polygons - areas.held) + " of " +
                        std::to_string(areas.polygons) + " polygons do not add up");

  const Baked baked{{found->level.scene, set, map, navigation.graph},
                    o,
                    areas,
                    o.solids == Solids::closed ? &found->level.solids : nullptr};
  BakeReport report = make_report(baked);
  if (outer) report.clearance = clearance_bounds(areas, *outer);
  std::optional<DerivedMesh> derived;
  if (navigation.mesh) derived.emplace(*navigation.mesh, o.threads);
  stage("facts", [&] {
    report.graph = graph_facts(navigation.cells, o.stances.size(), navigation.partition, std::move(navigation.pruned));
    if (!o.report.empty())
      for (std::size_t s = 1; s <= o.stances.size(); ++s)
        report.graph.borders.push_back(derived->border(static_cast<kernel::Label>(s)).size());
  });
  stage("write", [&] {
    if (!writes(o, ".cert")) navigation.keep_mesh();
    if (writes(o, ".json") || writes(o, ".bin")) navigation.mesh->points.make_exact(o.threads);
    for (const std::string& path : o.outputs)
      if (shows_mesh(path)) write_mesh(path, *derived, o, files, report, progress);
      else
        files.add(path, [&](AtomicFile& f) {
          const CertificateSettings settings = certificate_settings(o);
          if (!navigation.uncleared) return export_certificate(f, {baked, settings}, progress);
          const LinkedLevel before{found->level.scene, set, *navigation.uncleared, navigation.uncleared_graph};
          export_certificate(f, {before, settings, &map}, progress);
        });
  });
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
