// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh, wherever it comes from: a bake, a file, arrays, a level in which obstacles come and go. It is an
// UpdatedLevel, and what changes it are the entries of the list of `plumb update`, as text.
//
// 1. of_bake(), of_file(), of_other(), of_scene() make one. That of a bake keeps the bake, to whose level its points
//    refer.
// 2. with_present() makes the present navmesh when something asks for it, and what questions about it have in common
//    (AskedNavmesh) or its writers need (Baked); a change forgets all of them.
// 3. What is asked in numbers is answered in arrays, what commands print as JSON in JSON.
//
// Cost: a question after a change makes what it needs anew; the next ones are those of the query alone. Source: ours;
// docs/guide/python.md.
#include <pybind11/stl.h>

#include <sstream>

#include "arguments.h"
#include "bindings.h"
#include "call.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/layers.h"
#include "plumb/pipeline/asked_navmesh.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/foreign_nav_mesh.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/true_floor.h"
#include "plumb/pipeline/write_nav_mesh.h"
#include "plumb/update.h"

namespace plumb::python {
namespace {

using namespace pipeline;

struct Navmesh {
  UpdatedLevel level;
  NavMeshInfo info;
  std::string name;       // of a file, or of the scene
  std::string left_out;   // of another baker's navmesh, in one line
  ImportOptions reading;  // of the files of obstacles
  unsigned threads;
  std::shared_ptr<const BakedLevel> bake = {};
  std::shared_ptr<const ForeignMesh> source = {};  // of another baker's navmesh
  std::mutex calls = {};
  // The present navmesh, and what is made of it when it is asked for.
  std::unique_ptr<const NavMesh> mesh = {};
  std::unique_ptr<AskedNavmesh> asked = {};
  std::unique_ptr<Baked> written = {};

  void forget() {
    asked.reset();
    written.reset();
    mesh.reset();
  }
};
using Shared = std::shared_ptr<Navmesh>;

kernel::Label label_of(const Navmesh& navmesh, const std::string& stance) {
  const auto& stances = navmesh.info.stances;
  for (std::size_t s = 0; s < stances.size(); ++s)
    if (stance.empty() || stances[s].name == stance) return static_cast<kernel::Label>(s + 1);
  raise(
      bad_option("--at-stance '" + stance + "' is none of the stances; the lowest is '" + stances.front().name + "'"));
}

// Runs a job without the interpreter's lock, one at a time.
template <class Job>
auto alone(const Shared& navmesh, const py::object& progress, const Job& job) {
  return run_job(progress, [&](Progress& p) -> decltype(job(p)) {
    const Asking asking(navmesh->calls);
    if (asking.refused()) return *asking.refused();
    return job(p);
  });
}
// Calls job(navmesh, progress), which returns a Result or an optional Error.
template <class Job>
auto with_present(const Shared& navmesh, const py::object& progress, const Job& job) {
  return alone(navmesh, progress, [&](Progress& p) -> decltype(job(std::declval<const NavMesh&>(), p)) {
    if (!navmesh->mesh) {
      auto mesh = navmesh->level.mesh();
      if (!mesh) return mesh.error();
      navmesh->mesh = std::make_unique<NavMesh>(std::move(*mesh));
    }
    return job(*navmesh->mesh, p);
  });
}
template <class Job>
auto with_asked(const Shared& navmesh, const py::object& progress, const Job& job) {
  return value_of(with_present(navmesh, progress, [&](const NavMesh& mesh, Progress& p) {
    if (!navmesh->asked) navmesh->asked = std::make_unique<AskedNavmesh>(mesh);
    return job(*navmesh->asked, p);
  }));
}
template <class Job>
auto with_written(const Shared& navmesh, const py::object& progress, const Job& job) {
  return with_present(navmesh, progress,
                      [&](const NavMesh& mesh, Progress& p) -> decltype(job(std::declval<Baked&>(), p)) {
                        if (!navmesh->written) {
                          auto made = writable(mesh, navmesh->threads);
                          if (!made) return made.error();
                          navmesh->written = std::make_unique<Baked>(std::move(*made));
                        }
                        return job(*navmesh->written, p);
                      });
}

kernel::Decomposition decomposition_of(const std::string& name) {
  return name.empty() ? kernel::Decomposition::bounded : word<kernel::Decomposition>("decomposition", name);
}

Shared navmesh_of(ForeignNavMesh made, const std::string& name, const std::string& decomposition, unsigned threads) {
  NavMesh& mesh = made.mesh;
  if (const auto why = unfit_for_updates(mesh)) raise({ErrorCode::bad_option, *why, name, 0});
  const kernel::Decomposition how = decomposition_of(decomposition);
  const py::gil_scoped_release unlocked;
  NavMeshInfo info = mesh.info;
  const UpAxis up = info.up;
  Shared out(new Navmesh{
      UpdatedLevel(std::move(mesh), how), std::move(info), name, what_is_left_out(made), {.up = up}, threads});
  out->source = std::move(made.source);
  return out;
}

Shared of_bake(const std::shared_ptr<BakedLevel>& baked, const std::string& decomposition) {
  NavMesh mesh = value_of(run_job(py::none(), [&](Progress& p) {
    return with_mesh(*baked, p, [&]() -> Result<NavMesh> { return baked->baked.mesh(); });
  }));
  Shared out = navmesh_of({.mesh = std::move(mesh), .polygons = {}}, baked->scene.scene->file, decomposition,
                          baked->baked.options.threads);
  out->bake = baked;
  return out;
}

Shared of_file(const std::string& path, const py::dict& options, const std::string& decomposition,
               const py::object& progress) {
  const ForeignMeshOptions reading = reading_options(options);
  auto read = value_of(run_job(
      progress, [&](Progress& p) { return unless_cancelled(p, [&] { return read_any_nav_mesh(path, reading); }); }));
  return navmesh_of(std::move(read), path, decomposition, reading.threads);
}

Shared of_other(const OtherMesh& other, const std::string& decomposition) {
  auto made = value_of([&] {
    const py::gil_scoped_release unlocked;
    return nav_mesh_of(*other.mesh, 1);
  }());
  made.source = other.mesh;
  return navmesh_of(std::move(made), other.mesh->file, decomposition, 1);
}

Shared of_scene(const LoadedScene& scene, const py::dict& options) {
  BakeArguments arguments = bake_arguments(options);
  arguments.up = text_of(scene.scene->up);
  arguments.numbers = text_of(scene.scene->numbers);
  const BakeOptions settings = value_of(make_bake_options(arguments));
  auto level = [&]() -> Result<UpdatedLevel> {
    const py::gil_scoped_release unlocked;
    auto live = bake_live(*scene.scene, settings);
    if (!live) return live.error();
    return UpdatedLevel::make(std::move(*live), settings.decomposition);
  }();
  UpdatedLevel made = value_of(std::move(level));
  NavMeshInfo info = made.base().info;
  return Shared(new Navmesh{std::move(made),
                            std::move(info),
                            scene.scene->file,
                            {},
                            {.numbers = settings.numbers, .up = settings.up},
                            settings.threads});
}

std::uint32_t add_obstacle(const Shared& navmesh, const LoadedScene& obstacle) {
  UpdateEntry entry;
  entry.kind = UpdateEntry::Kind::obstacle;
  entry.obstacle = *obstacle.scene;
  return value_of(alone(navmesh, py::none(), [&](Progress&) -> Result<std::uint32_t> {
    navmesh->forget();
    if (auto error = navmesh->level.carry_out(entry)) return *error;
    return navmesh->level.id();
  }));
}

// Carries out a list; the numbers of its entries. What comes behind an entry that is refused is left out.
std::vector<std::uint32_t> carry_out(const Shared& navmesh, const std::string& text, const std::string& file) {
  return value_of(alone(navmesh, py::none(), [&](Progress&) -> Result<std::vector<std::uint32_t>> {
    std::vector<std::uint32_t> out;
    const auto entries =
        file.empty() ? read_update_script_text(text, "", navmesh->reading) : read_update_script(file, navmesh->reading);
    if (!entries) return entries.error();
    navmesh->forget();
    for (const UpdateEntry& entry : *entries) {
      if (auto error = navmesh->level.carry_out(entry)) {
        if (error->file.empty()) error->file = file;
        return *error;
      }
      out.push_back(navmesh->level.id());
    }
    return out;
  }));
}

// By cell: verdict, area in plan (in doubles), the first facet's face, how many facets, the component.
py::tuple cells_of(const Shared& navmesh) {
  struct Columns {
    std::vector<std::int16_t> verdicts;
    std::vector<double> areas;
    std::vector<std::uint32_t> faces, facets;
    std::vector<std::int64_t> components;
  };
  const Columns c = value_of(with_written(navmesh, py::none(), [&](Baked& written, Progress&) -> Result<Columns> {
    Columns out;
    const NavMesh& mesh = *navmesh->mesh;
    const auto& points = written.derived->doubles();
    for (const NavMesh::Cell& cell : mesh.cells) {
      out.verdicts.push_back(static_cast<std::int16_t>(cell.open_to() == cell.stance ? cell.stance : cell.open_to()));
      out.areas.push_back(cell_area(cell, [&](NavMesh::PointIndex p) {
        return std::array<double, 2>{points[p][0], points[p][1]};
      }));
      out.faces.push_back(cell.facets.front().face);
      out.facets.push_back(static_cast<std::uint32_t>(cell.facets.size()));
    }
    for (const std::uint32_t component : pipeline::components(mesh, 1))
      out.components.push_back(component == no_component ? -1 : std::int64_t{component});
    return out;
  }));
  const auto array = [](const auto& list) {
    using Number = typename std::decay_t<decltype(list)>::value_type;
    return py::array_t<Number>(static_cast<py::ssize_t>(list.size()), list.data());
  };
  return py::make_tuple(array(c.verdicts), array(c.areas), array(c.faces), array(c.facets), array(c.components));
}

// By stance, the area in plan of cells where it fits and no higher one, as a fraction.
std::vector<std::string> areas_of(const Shared& navmesh) {
  const auto sums =
      value_of(with_present(navmesh, py::none(), [&](const NavMesh& mesh, Progress&) -> Result<std::vector<mpq_class>> {
        std::vector<mpq_class> out(mesh.info.stances.size());
        for (const NavMesh::Cell& cell : mesh.cells)
          if (cell.open_to() > kernel::blocked)
            for (const NavMesh::Facet& f : cell.facets) {
              kernel::PlanRing ring;
              for (const auto p : f.corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
              out[static_cast<std::size_t>(cell.open_to()) - 1] += kernel::signed_area(ring);
            }
        return out;
      }));
  std::vector<std::string> out;
  for (const mpq_class& area : sums) out.push_back(area.get_str());
  return out;
}

FloorFaces floor_of(const Shared& navmesh, const std::string& stance) {
  const kernel::Label label = label_of(*navmesh, stance);
  return value_of(with_present(navmesh, py::none(), [&](const NavMesh& mesh, Progress&) -> Result<FloorFaces> {
    mesh.points.make_exact(navmesh->threads);
    return standing_facets(mesh, label);
  }));
}

// The facets on which a stance fits: in doubles as one array with offsets, or each number as text.
py::tuple rings_of(const Shared& navmesh, const std::string& stance) {
  const FloorFaces faces = floor_of(navmesh, stance);
  std::vector<std::size_t> offsets{0};
  std::vector<double> numbers;
  for (FloorFaces::Index f = 0; f < faces.faces.size(); ++f) {
    for (const std::uint32_t p : faces.faces[f].corners)
      for (const mpq_class& v : to_input_frame(faces.points[p], navmesh->info.up))
        numbers.push_back(kernel::nearest_double(v));
    offsets.push_back(numbers.size() / 3);
  }
  return py::make_tuple(
      py::array_t<double>({static_cast<py::ssize_t>(numbers.size() / 3), py::ssize_t{3}}, numbers.data()),
      py::array_t<std::size_t>(static_cast<py::ssize_t>(offsets.size()), offsets.data()));
}
py::list exact_rings_of(const Shared& navmesh, const std::string& stance) {
  const FloorFaces faces = floor_of(navmesh, stance);
  py::list out;
  for (FloorFaces::Index f = 0; f < faces.faces.size(); ++f) {
    py::list ring;
    for (const std::uint32_t p : faces.faces[f].corners) {
      const ExactPoint at = to_input_frame(faces.points[p], navmesh->info.up);
      ring.append(py::make_tuple(at[0].get_str(), at[1].get_str(), at[2].get_str()));
    }
    out.append(std::move(ring));
  }
  return out;
}

SharedMesh plain_mesh_of(const Shared& navmesh, const std::string& stance, const std::array<double, 3>& origin,
                         std::optional<std::size_t> most_corners, const py::object& progress) {
  const FloatMeshSettings settings{.stance = label_of(*navmesh, stance),
                                   .most_corners = most_corners.value_or(any_number),
                                   .origin = origin,
                                   .threads = navmesh->threads};
  FloatMesh mesh = value_of(with_written(navmesh, progress, [&](Baked& written, Progress& p) {
    return unless_cancelled(p, [&]() -> Result<FloatMesh> { return float_mesh(*written.derived, settings); });
  }));
  return {std::make_shared<FloatMesh>(std::move(mesh)), navmesh->info.up};
}

// Writes files, or a stream, of these settings.
template <class Write>
void write_with(const Shared& navmesh, const std::string& stance, const std::optional<bool>& links,
                const std::optional<std::string>& tile, const py::object& progress, const Write& write) {
  const kernel::Label label = label_of(*navmesh, stance);
  require_none(with_written(navmesh, progress, [&](Baked& written, Progress& p) -> std::optional<Error> {
    BakeOptions& o = written.options;
    o.export_stance = label;
    o.link_polygons = links;
    o.tile.reset();
    if (tile) {
      BakeArguments arguments;
      take_writing_options(navmesh->info, arguments);
      arguments.outputs = {"memory.mset"};
      arguments.tile = tile;
      auto made = make_bake_options(arguments);
      if (!made) return made.error();
      o.tile = made->tile;
    }
    return write(written, p);
  }));
}

bool is_of_bakes(Format format) { return format == Format::csv || format == Format::cert || format == Format::report; }

void write_navmesh(const Shared& navmesh, const std::string& file, const std::string& stance, std::optional<bool> links,
                   const std::optional<std::string>& tile, const py::object& progress) {
  const auto format = format_of(file);
  if (!format || is_of_bakes(*format))
    raise({ErrorCode::unsupported_format,
           "its extension is none of a navmesh: .json, .obj, .glb, .svg, .bin, .mset "
           "or .tres",
           file, 0});
  write_with(navmesh, stance, links, tile, progress,
             [&](Baked& written, Progress& p) { return write_named(written, {file}, p); });
}

py::bytes navmesh_bytes(const Shared& navmesh, const std::string& extension, const std::string& stance,
                        std::optional<bool> links, const std::optional<std::string>& tile, const py::object& progress) {
  const auto format = extension == "mtl" ? std::optional(Format::mtl) : format_of("memory." + extension);
  if (!format || is_of_bakes(*format))
    raise({ErrorCode::unsupported_format,
           "'" + extension + "' is no format of a navmesh: .json, .obj, .glb, .svg, .html, .bin, .mset or .tres", "",
           0});
  std::ostringstream out;
  write_with(navmesh, stance, links, tile, progress, [&](Baked& written, Progress& p) {
    const BakeOptions& o = written.options;
    return write(written, *format, out, {.stance = o.export_stance, .link_polygons = o.link_polygons, .tile = o.tile},
                 p);
  });
  return py::bytes(std::move(out).str());
}

std::string route_on(const Shared& navmesh, const py::dict& options, const py::object& progress) {
  RouteArguments arguments = route_arguments(options);
  if (navmesh->bake && !arguments.unit) arguments.unit = unit_of(*navmesh->bake);
  RouteOptions query = value_of(make_route_options(arguments));
  query.navmesh = navmesh->name;
  const FoundNavmeshRoute found =
      with_asked(navmesh, progress, [&](AskedNavmesh& asked, Progress& p) { return asked.route(query, p); });
  if (const auto* disc = std::get_if<FoundDiscRoute>(&found)) return disc_route_json(*disc);
  return route_json(std::get<FoundCorridorRoute>(found));
}

std::string places_on(const Shared& navmesh, const py::dict& options) {
  PlaceArguments arguments = place_arguments(options);
  if (navmesh->bake && !arguments.unit) arguments.unit = unit_of(*navmesh->bake);
  PlaceOptions query = value_of(make_place_options(arguments));
  query.navmesh = navmesh->name;
  return with_asked(navmesh, py::none(), [&](AskedNavmesh& asked, Progress&) { return asked.places(query); }).json;
}

std::string layers_of(const Shared& navmesh, const std::string& stance, const std::string& method,
                      const py::object& progress) {
  const auto known = method_of(method);
  if (!known) raise(bad_option("--method '" + method + "' is unknown; give exact, min-cut, van-toll or brute-force"));
  const FoundLayers found = value_of(with_present(navmesh, progress, [&](const NavMesh& mesh, Progress& p) {
    return find_layers(mesh, {.method = *known, .stance = stance}, p);
  }));
  std::ostringstream out;
  StreamOutput stream(out);
  export_layers_json(stream, found);
  return std::move(out).str();
}

// As another baker's navmesh, of a stance. Of one that was, and has no updates, it is that: with its detail mesh.
OtherMesh other_of(const Shared& navmesh, const std::string& stance) {
  label_of(*navmesh, stance);
  if (navmesh->source && navmesh->level.live_updates() == 0) return {navmesh->source};
  ForeignMesh mesh = value_of(with_present(navmesh, py::none(), [&](const NavMesh& present, Progress& p) {
    std::ostringstream out;
    StreamOutput stream(out);
    export_json(stream, present, p);
    return read_foreign_mesh_text(std::move(out).str(), "navmesh.json", {.up = navmesh->info.up, .stance = stance});
  }));
  mesh.file = navmesh->name;
  return {std::make_shared<ForeignMesh>(std::move(mesh))};
}

}  // namespace

void bind_navmesh(py::module_& module) {
  py::class_<Navmesh, Shared>(module, "Navmesh")
      .def_static("of_bake", &of_bake)
      .def_static("of_file", &of_file)
      .def_static("of_other", &of_other)
      .def_static("of_scene", &of_scene)
      .def_property_readonly("name", [](const Navmesh& n) { return n.name; })
      .def_property_readonly("left_out", [](const Navmesh& n) { return n.left_out; })
      .def_property_readonly("up", [](const Navmesh& n) { return text_of(n.info.up); })
      .def_property_readonly("radius", [](const Navmesh& n) { return n.info.radius.get_str(); })
      .def_property_readonly("step", [](const Navmesh& n) { return n.info.step.get_str(); })
      .def_property_readonly("stances", [](const Navmesh& n) { return stances_text(n.info.stances); })
      .def("add_obstacle", &add_obstacle)
      .def("carry_out", &carry_out)
      .def("cells", &cells_of)
      .def("areas", &areas_of)
      .def("rings", &rings_of)
      .def("exact_rings", &exact_rings_of)
      .def("mesh", &plain_mesh_of)
      .def("write", &write_navmesh)
      .def("bytes", &navmesh_bytes)
      .def("route", &route_on)
      .def("places", &places_on)
      .def("layers", &layers_of)
      .def("other", &other_of);
}

}  // namespace plumb::python
