// SPDX-License-Identifier: GPL-3.0-or-later
// A bake and the questions that it is asked.
// 1. bake_scene() makes the settings of the options as `plumb bake` does, and bakes a copy of the scene.
// 2. The plain mesh is answered as arrays. What commands print as JSON is answered as JSON: the report, explanations,
//    thresholds, ways from A to B. What is asked of its navmesh is in navmesh_binding.cpp.
// 3. write_file() writes as the command does, with the same bytes; bytes_of() keeps them in memory.
// 4. certificate_of() bakes once more with what a certificate needs, from the text of the level.
// Problem. Calls take long: each leaves the interpreter's lock, and holds the level's own (BakedLevel::calls).
// Cost. That of the call of C++; cells and rings are copied. Source: ours; docs/guide/python.md.
#include <pybind11/stl.h>

#include <sstream>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/agent.h"
#include "plumb/certificate.h"
#include "plumb/explain.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/true_floor.h"
#include "plumb/write.h"

namespace plumb::python {

std::optional<pipeline::Error> write_named(pipeline::Baked& baked, const std::vector<std::string>& files,
                                           pipeline::Progress& progress) {
  pipeline::OutputFiles out;
  const auto before = std::exchange(baked.options.outputs, files);
  write_files(baked, out, progress);
  baked.options.outputs = before;
  if (!out.errors().empty()) return out.errors().front();
  return out.commit(0, std::function<std::optional<pipeline::Error>(const int&)>());
}

std::vector<std::pair<std::string, std::string>> stances_text(const std::vector<pipeline::Stance>& stances) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const pipeline::Stance& s : stances) out.emplace_back(s.name, s.height.get_str());
  return out;
}

namespace {

using namespace pipeline;
using Level = std::shared_ptr<BakedLevel>;

// Runs a job about a level, one at a time; most need its navmesh, which is made for the first of them.
template <class Job>
auto ask(const Level& level, const py::object& progress, Job&& job) {
  return run_job(progress, [&](Progress& p) { return with_mesh(*level, p, [&] { return job(p); }); });
}

BakeOptions options_of(BakeArguments arguments, const Scene& scene) {
  arguments.up = text_of(scene.up);
  arguments.numbers = text_of(scene.numbers);
  BakeOptions options = value_of(make_bake_options(arguments));
  options.mesh = false;
  options.mesh_later = options.unwalkable = options.areas = true;
  return options;
}

Level bake_scene(const LoadedScene& scene, const py::dict& options, const py::object& progress) {
  BakeArguments arguments = value_of(with_agent(bake_arguments(options)));  // its file may be another one later
  const BakeOptions settings = options_of(arguments, *scene.scene);
  arguments.up = text_of(scene.scene->up);
  auto baked = value_of(run_job(progress, [&](Progress& p) { return bake(*scene.scene, settings, p); }));
  return Level(new BakedLevel{std::move(arguments), scene, std::move(baked)});
}

kernel::Label label_of(const BakedLevel& level, const std::string& stance) {
  return value_of(choose_stance(level.baked.options, stance)).label;
}

ExplainedLevel& explained(BakedLevel& level) {
  if (!level.explained) level.explained = std::make_unique<ExplainedLevel>(*level.baked.level, level.baked.options);
  return *level.explained;
}

void set_writing(BakeOptions& options, const BakedLevel& level, const std::string& stance,
                 const std::optional<bool>& links, const std::optional<std::string>& tile) {
  options.export_stance = label_of(level, stance);
  options.link_polygons = links;
  options.tile.reset();
  if (tile) {
    BakeArguments arguments = level.arguments;
    arguments.outputs = {"memory.mset"};
    arguments.tile = tile;
    options.tile = value_of(make_bake_options(arguments)).tile;
  }
}

void write_file(const Level& level, const std::string& file, const std::string& stance, std::optional<bool> links,
                const std::optional<std::string>& tile, const py::object& progress) {
  if (!format_of(file))
    raise({ErrorCode::unsupported_format, "its extension is none that is written: " + formats_text(), file, 0});
  set_writing(level->baked.options, *level, stance, links, tile);
  require_none(ask(level, progress, [&](Progress& p) { return write_named(level->baked, {file}, p); }));
}

py::bytes bytes_of(const Level& level, const std::string& extension, const std::string& stance,
                   std::optional<bool> links, const std::optional<std::string>& tile, const py::object& progress) {
  const auto format = extension == "report" ? Format::report : format_of("memory." + extension);
  if (!format)
    raise(
        {ErrorCode::unsupported_format, "'" + extension + "' is no format that is written: " + formats_text(), "", 0});
  set_writing(level->baked.options, *level, stance, links, tile);
  const BakeOptions& o = level->baked.options;
  std::ostringstream out;
  require_none(ask(level, progress, [&](Progress& p) {
    return write(level->baked, *format, out,
                 {.stance = o.export_stance, .link_polygons = o.link_polygons, .tile = o.tile}, p);
  }));
  return py::bytes(std::move(out).str());
}

// The certificate, the text of the level that it is of, and whether that is no file which is there already.
py::tuple certificate_of(const Level& level, const py::object& progress) {
  const LoadedScene& scene = level->scene;
  Scene certified = *scene.scene;
  std::string text;
  const bool as_text = is_certified_as_text(certified);
  if (as_text) {
    text = value_of(scene_text(certified));
  } else {
    const auto file = value_of(MappedFile::open(scene.path));
    text = file.text();
    if (value_of(import_obj_text(text, scene.path, {.numbers = certified.numbers, .up = certified.up, .digest = true}))
            .sha256 != certified.sha256)
      raise({ErrorCode::cannot_open, "has changed since it was loaded; load it again", scene.path, 0});
  }
  BakeSettings settings = level->baked.options;
  settings.certificate = true;
  std::ostringstream out;
  require_none(run_job(progress, [&](Progress& p) -> std::optional<Error> {
    auto baked = bake(std::move(certified), settings, p);
    if (!baked) return baked.error();
    return write(*baked, Format::cert, out, {}, p);
  }));
  return py::make_tuple(py::bytes(std::move(out).str()), py::bytes(text), as_text);
}

std::string explain_at(const Level& level, const std::string& at, const std::optional<std::string>& reach,
                       const py::object& progress) {
  const auto unit = value_of(make_bake_options(level->arguments)).unit;
  const ExplainQuery query = value_of(make_explain_query(at, reach, unit));
  return explanation_json(
      value_of(ask(level, progress, [&](Progress& p) { return explained(*level).explain(query, p); })));
}

std::string thresholds_of(const Level& level, const std::string& of, const std::optional<std::string>& range,
                          bool jumps_only, const py::object& progress) {
  const ThresholdQuery query =
      value_of(make_threshold_query(of, range, jumps_only, level->arguments, level->baked.options));
  return value_of(ask(level, progress, [&](Progress& p) -> Result<std::string> {
    const auto json = [](const auto& found) -> Result<std::string> {
      if (!found) return found.error();
      return thresholds_json(*found);
    };
    ExplainedLevel& asked = explained(*level);
    if (query.of == ThresholdsOf::slope) return json(asked.slope_thresholds(query, p));
    if (query.of == ThresholdsOf::height) return json(asked.height_thresholds(query, p));
    return json(asked.radius_thresholds(query, p));
  }));
}

std::string connect(const Level& level, const std::string& from, const std::string& to,
                    const std::optional<std::string>& stance, const std::optional<std::string>& only,
                    const std::optional<std::string>& bakes, const py::object& progress) {
  const ReachQuery query =
      value_of(make_reach_query({from, to, stance, only, bakes}, level->arguments, level->baked.options));
  return reachability_json(
      value_of(ask(level, progress, [&](Progress& p) { return explained(*level).reachability(query, p); })));
}

SharedMesh mesh_of(const Level& level, const std::string& stance, const std::array<double, 3>& origin,
                   std::optional<std::size_t> most_corners, const py::object& progress) {
  const FloatMeshSettings settings{.stance = label_of(*level, stance),
                                   .most_corners = most_corners.value_or(any_number),
                                   .origin = origin,
                                   .threads = level->baked.options.threads};
  FloatMesh mesh = value_of(ask(level, progress, [&](Progress& p) {
    return unless_cancelled(p, [&]() -> Result<FloatMesh> { return float_mesh(*level->baked.derived, settings); });
  }));
  return {std::make_shared<FloatMesh>(std::move(mesh)), level->scene.scene->up};
}

py::tuple check_certificate(const py::bytes& level, const py::bytes& certificate) {
  const std::string_view level_text = level, certificate_text = certificate;
  const checker::Checked found = [&] {
    const py::gil_scoped_release unlocked;
    return checker::check(level_text, certificate_text);
  }();
  return py::make_tuple(static_cast<int>(found.answer), found.text, found.line, found.of_level);
}

}  // namespace

void bind_bake(py::module_& module) {
  module.def("bake", &bake_scene);
  module.def("check", &check_certificate);
  py::class_<BakedLevel, Level>(module, "Bake")
      .def_property_readonly("scene", [](const BakedLevel& b) { return b.scene; })
      .def_property_readonly("stances", [](const BakedLevel& b) { return stances_text(b.baked.options.stances); })
      .def("summary", [](const BakedLevel& b) { return report_summary(b.baked.report); })
      .def("passes", [](const BakedLevel& b) { return b.baked.report.passes(); })
      .def("facts", [](const BakedLevel& b) { return report_json(b.baked.report); })
      .def("mesh", &mesh_of)
      .def("write", &write_file)
      .def("bytes", &bytes_of)
      .def("certificate", &certificate_of)
      .def("explain", &explain_at)
      .def("thresholds", &thresholds_of)
      .def("connect", &connect);
}

}  // namespace plumb::python
