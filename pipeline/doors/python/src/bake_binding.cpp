// SPDX-License-Identifier: GPL-3.0-or-later
// A bake and the questions that it is asked.
// 1. bake_scene() makes the settings of the options as `plumb bake` does, and bakes a copy of the scene.
// 2. What is asked in numbers is answered as arrays: cells, rings, plain meshes. What commands print as JSON is
//    answered as JSON: the report, explanations, thresholds, ways, layers, routes.
// 3. write_file() writes as the command does, with the same bytes; bytes_of() keeps them in memory.
// 4. certificate_of() bakes once more with what a certificate needs, from the text of the level.
// Problem. Calls take long: each leaves the interpreter's lock, and holds the level's own (BakedLevel::calls).
// Cost. That of the call of C++; cells and rings are copied. Source: ours; docs/guide/python.md.
#include <pybind11/stl.h>

#include <sstream>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/certificate.h"
#include "plumb/explain.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/layers.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/true_floor.h"
#include "plumb/write.h"

namespace plumb::python {
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
  BakeArguments arguments = bake_arguments(options);
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

// By cell: verdict, area in plan (in doubles), the first facet's face, how many facets, the component.
py::tuple cells_of(const Level& level) {
  require_none(ask(level, py::none(), [](Progress&) { return std::optional<Error>(); }));
  const NavMesh& mesh = level->baked.mesh();
  const auto count = static_cast<py::ssize_t>(mesh.cells.size());
  py::array_t<std::int16_t> verdicts(count);
  py::array_t<double> areas(count);
  py::array_t<std::uint32_t> faces(count), facets(count);
  py::array_t<std::int64_t> components(count);
  const std::vector<std::uint32_t> component = pipeline::components(mesh, 1);
  const auto& points = level->baked.derived->doubles();
  auto v = verdicts.mutable_unchecked<1>();
  auto a = areas.mutable_unchecked<1>();
  auto f = faces.mutable_unchecked<1>(), n = facets.mutable_unchecked<1>();
  auto c = components.mutable_unchecked<1>();
  for (py::ssize_t i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const NavMesh::Cell& cell = mesh.cells[k];
    v(i) = cell.stance;
    a(i) = 0;
    for (const NavMesh::Facet& facet : cell.facets)
      a(i) += kernel::formulas::doubled_area<double>(facet.corners.size(),
                                                     [&](std::size_t corner) {
                                                       const auto& p = points[facet.corners[corner]];
                                                       return std::array<double, 2>{p[0], p[1]};
                                                     }) /
              2;
    f(i) = cell.facets.front().face;
    n(i) = static_cast<std::uint32_t>(cell.facets.size());
    c(i) = component[k] == no_component ? -1 : std::int64_t{component[k]};
  }
  return py::make_tuple(verdicts, areas, faces, facets, components);
}

FloorFaces floor_of(const Level& level, const std::string& stance) {
  const kernel::Label label = label_of(*level, stance);
  return value_of(ask(level, py::none(), [&](Progress&) -> Result<FloorFaces> {
    level->baked.mesh().points.make_exact(level->baked.options.threads);
    return standing_facets(level->baked.mesh(), label);
  }));
}

// The facets on which a stance fits: in doubles as one array with offsets, or each number as text.
py::tuple rings_of(const Level& level, const std::string& stance) {
  const FloorFaces faces = floor_of(level, stance);
  std::vector<std::size_t> offsets{0};
  std::vector<double> numbers;
  for (FloorFaces::Index f = 0; f < faces.faces.size(); ++f) {
    for (const std::uint32_t p : faces.faces[f].corners)
      for (const mpq_class& v : to_input_frame(faces.points[p], level->scene.scene->up))
        numbers.push_back(kernel::nearest_double(v));
    offsets.push_back(numbers.size() / 3);
  }
  return py::make_tuple(
      py::array_t<double>({static_cast<py::ssize_t>(numbers.size() / 3), py::ssize_t{3}}, numbers.data()),
      py::array_t<std::size_t>(static_cast<py::ssize_t>(offsets.size()), offsets.data()));
}
py::list exact_rings_of(const Level& level, const std::string& stance) {
  const FloorFaces faces = floor_of(level, stance);
  py::list out;
  for (FloorFaces::Index f = 0; f < faces.faces.size(); ++f) {
    py::list ring;
    for (const std::uint32_t p : faces.faces[f].corners) {
      const ExactPoint at = to_input_frame(faces.points[p], level->scene.scene->up);
      ring.append(py::make_tuple(at[0].get_str(), at[1].get_str(), at[2].get_str()));
    }
    out.append(std::move(ring));
  }
  return out;
}

// As `plumb bake` names what it writes.
std::optional<Error> write_named(Baked& baked, const std::vector<std::string>& files, Progress& progress) {
  OutputFiles out;
  const auto before = std::exchange(baked.options.outputs, files);
  write_files(baked, out, progress);
  baked.options.outputs = before;
  if (!out.errors().empty()) return out.errors().front();
  return out.commit(0, std::function<std::optional<Error>(const int&)>());
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

// The certificate, and the text of the level that it is of.
py::tuple certificate_of(const Level& level, const py::object& progress) {
  const LoadedScene& scene = level->scene;
  std::string text;
  Scene certified;
  if (extension_of(scene.path) == ".obj") {
    const auto file = value_of(MappedFile::open(scene.path));
    text = file.text();
    certified = *scene.scene;
    if (value_of(import_obj_text(text, scene.path, {.numbers = certified.numbers, .up = certified.up, .digest = true}))
            .sha256 != certified.sha256)
      raise({ErrorCode::cannot_open, "has changed since it was loaded; load it again", scene.path, 0});
  } else {
    text = value_of(scene_text(*scene.scene));
    certified = value_of(import_obj_text(text, scene.scene->file + ".obj",
                                         {.numbers = Numbers::decimal, .up = scene.scene->up, .digest = true}));
  }
  BakeSettings settings = level->baked.options;
  settings.certificate = true;
  std::ostringstream out;
  require_none(run_job(progress, [&](Progress& p) -> std::optional<Error> {
    auto baked = bake(std::move(certified), settings, p);
    if (!baked) return baked.error();
    return write(*baked, Format::cert, out, {}, p);
  }));
  return py::make_tuple(py::bytes(std::move(out).str()), py::bytes(text));
}

std::string explain_at(const Level& level, const std::string& at, const std::optional<std::string>& reach,
                       const py::object& progress) {
  const ExplainQuery query = value_of(make_explain_query(at, reach));
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

std::string route_on(const Level& level, const py::dict& options, const py::object& progress) {
  RouteOptions query = value_of(make_route_options(route_arguments(options)));
  query.navmesh = level->scene.scene->file;
  const FoundNavmeshRoute found =
      value_of(ask(level, progress, [&](Progress& p) { return find_navmesh_route(level->baked.mesh(), query, p); }));
  if (const auto* disc = std::get_if<FoundDiscRoute>(&found)) return disc_route_json(*disc);
  return route_json(std::get<FoundCorridorRoute>(found));
}

std::string places_on(const Level& level, const py::dict& options, const py::object& progress) {
  PlaceOptions query = value_of(make_place_options(place_arguments(options)));
  query.navmesh = level->scene.scene->file;
  return value_of(ask(level, progress, [&](Progress&) { return find_places(level->baked.mesh(), query); })).json;
}

std::string layers_of(const Level& level, const std::string& stance, const std::string& method,
                      const py::object& progress) {
  const auto known = method_of(method);
  if (!known) raise(bad_option("--method '" + method + "' is unknown; give exact, min-cut, van-toll or brute-force"));
  const FoundLayers found = value_of(ask(level, progress, [&](Progress& p) {
    return find_layers(level->baked.mesh(), {.method = *known, .stance = stance}, p);
  }));
  std::ostringstream out;
  StreamOutput stream(out);
  export_layers_json(stream, found);
  return std::move(out).str();
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
      .def_property_readonly("stances",
                             [](const BakedLevel& b) {
                               std::vector<std::pair<std::string, std::string>> out;
                               for (const Stance& s : b.baked.options.stances)
                                 out.emplace_back(s.name, s.height.get_str());
                               return out;
                             })
      .def("summary", [](const BakedLevel& b) { return report_summary(b.baked.report); })
      .def("passes", [](const BakedLevel& b) { return b.baked.report.passes(); })
      .def("facts", [](const BakedLevel& b) { return report_json(b.baked.report); })
      .def("cells", &cells_of)
      .def("rings", &rings_of)
      .def("exact_rings", &exact_rings_of)
      .def("mesh", &mesh_of)
      .def("write", &write_file)
      .def("bytes", &bytes_of)
      .def("certificate", &certificate_of)
      .def("explain", &explain_at)
      .def("thresholds", &thresholds_of)
      .def("connect", &connect)
      .def("route", &route_on)
      .def("places", &places_on)
      .def("layers", &layers_of);
}

}  // namespace plumb::python
