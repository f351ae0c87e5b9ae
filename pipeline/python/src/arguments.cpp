// SPDX-License-Identifier: GPL-3.0-or-later
#include "arguments.h"

#include <pybind11/stl.h>

#include <map>
#include <string>
#include <variant>

#include "call.h"

namespace plumb::python {
namespace {

using Text = std::string;
using MaybeText = std::optional<std::string>;
using Texts = std::vector<std::string>;

// Where an option of some arguments is kept.
template <class Arguments>
using Place = std::variant<Text Arguments::*, MaybeText Arguments::*, Texts Arguments::*, bool Arguments::*>;
template <class Arguments>
using Places = std::map<std::string, Place<Arguments>>;

template <class Arguments>
void read(const py::dict& options, const Places<Arguments>& places, Arguments& out) {
  for (const auto& [key, value] : options) {
    const std::string name = py::str(key);
    const auto at = places.find(name);
    if (at == places.end()) throw py::type_error("'" + name + "' is no option of this call");
    try {
      std::visit([&](auto member) { out.*member = value.template cast<std::remove_cvref_t<decltype(out.*member)>>(); },
                 at->second);
    } catch (const py::cast_error&) {
      throw py::type_error("'" + name + "' is given a value of the wrong type");
    }
  }
}

const Places<pipeline::BakeArguments>& bake_places() {
  using A = pipeline::BakeArguments;
  static const Places<A> places{{"preset", &A::preset},
                                {"stances", &A::stances},
                                {"slope", &A::slope},
                                {"slope_ratio", &A::slope_ratio},
                                {"slope_cos", &A::slope_cos},
                                {"sides", &A::sides},
                                {"step", &A::step},
                                {"weld", &A::weld},
                                {"solids", &A::solids},
                                {"radius", &A::radius},
                                {"window", &A::window},
                                {"disc", &A::disc},
                                {"clearance", &A::clearance},
                                {"min_area", &A::min_area},
                                {"bad_faces", &A::bad_faces},
                                {"exact_digits", &A::exact_digits},
                                {"decomposition", &A::decomposition},
                                {"method", &A::method},
                                {"optimise", &A::optimise},
                                {"wall_thickness", &A::wall_thickness},
                                {"wall_foot", &A::wall_foot},
                                {"gap", &A::gap},
                                {"min_altitude", &A::min_altitude},
                                {"position_bits", &A::position_bits},
                                {"cluster", &A::cluster},
                                {"cone", &A::cone},
                                {"ramp_slope", &A::ramp_slope},
                                {"miter", &A::miter},
                                {"flatten", &A::flatten},
                                {"simplify", &A::simplify},
                                {"threads", &A::threads},
                                {"seed_points", &A::seed_points},
                                {"one_surface", &A::one_surface}};
  return places;
}

}  // namespace

pipeline::BakeArguments bake_arguments(const py::dict& options) {
  pipeline::BakeArguments out;
  read(options, bake_places(), out);
  out.scene = "memory.obj";  // nothing is read; the name tells that certificates can be made
  return out;
}

pipeline::AuditArguments audit_arguments(const py::dict& options) {
  using A = pipeline::AuditArguments;
  static const Places<A> places{{"stance", &A::stance},         {"surface", &A::surface}, {"below", &A::below},
                                {"above", &A::above},           {"cell", &A::cell},       {"max_error", &A::max_error},
                                {"min_region", &A::min_region}, {"climb", &A::climb},     {"sliver", &A::sliver},
                                {"limit", &A::limit},           {"fail_if", &A::fail_if}};
  A out;
  read(options, places, out);
  out.level.scene = "memory.obj";
  out.navmesh = "memory.bin";
  return out;
}

pipeline::DiffArguments diff_arguments(const py::dict& options) {
  using A = pipeline::DiffArguments;
  static const Places<A> places{{"below", &A::below},
                                {"above", &A::above},
                                {"threads", &A::threads},
                                {"exact_digits", &A::exact_digits},
                                {"polygons", &A::polygons}};
  A out;
  read(options, places, out);
  out.a = "a.bin";
  out.b = "b.bin";
  return out;
}

pipeline::RouteArguments route_arguments(const py::dict& options) {
  using A = pipeline::RouteArguments;
  static const Places<A> places{{"stance", &A::stance},
                                {"window", &A::window},
                                {"weights", &A::weights},
                                {"radius", &A::radius},
                                {"planner", &A::planner},
                                {"cost", &A::cost},
                                {"samples", &A::samples},
                                {"arc_points", &A::arc_points},
                                {"swept", &A::swept},
                                {"joints", &A::joints},
                                {"spacing", &A::spacing},
                                {"search", &A::search},
                                {"checks", &A::checks},
                                {"reference", &A::reference},
                                {"no_bound", &A::no_bound},
                                {"from", &A::from},
                                {"to", &A::to}};
  A out;
  read(options, places, out);
  out.navmesh = "memory.json";
  return out;
}

// Reading is told what `plumb audit` is told of it.
pipeline::ForeignMeshOptions reading_options(const py::dict& options) {
  using A = pipeline::AuditArguments;
  static const Places<A> places{{"up", &A::navmesh_up}, {"transform", &A::transform},  {"areas", &A::areas},
                                {"join", &A::join},     {"edges", &A::edges},          {"resource", &A::resource},
                                {"stance", &A::stance}, {"more_files", &A::more_files}};
  static const Places<pipeline::BakeArguments> of_level{{"scene_up", &pipeline::BakeArguments::up},
                                                        {"numbers", &pipeline::BakeArguments::numbers}};
  A arguments;
  py::dict mine, of_scene;
  for (const auto& [key, value] : options) (of_level.contains(py::str(key)) ? of_scene : mine)[key] = value;
  read(mine, places, arguments);
  read(of_scene, of_level, arguments.level);
  arguments.level.scene = "memory.obj";
  arguments.navmesh = "memory.bin";
  return value_of(pipeline::make_audit_options(arguments)).reading;
}

}  // namespace plumb::python
