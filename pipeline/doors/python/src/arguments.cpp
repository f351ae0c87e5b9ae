// SPDX-License-Identifier: GPL-3.0-or-later
// The options of calls, which are those of commands, from a dict of text.
// Problem. Commands have their options as text in structs, by members; Python has keywords.
// 1. A table for each call says which member a keyword is; that of bakes comes from setting_table.h. option_names()
//    lists them, so that plumb/_options.py can refuse what is unknown and propose what is near.
// 2. read() puts the values of a dict in their members.
// 3. bake_arguments() and so on read one, with names of files where the commands want some; nothing is read there.
// Cost. A search in a table for each option.
// Source. Ours; docs/guide/python.md.
#include "arguments.h"

#include <pybind11/stl.h>

#include <map>
#include <string>
#include <variant>

#include "call.h"
#include "plumb/pipeline/setting_table.h"

namespace plumb::python {
namespace {

using Text = std::string;
using MaybeText = std::optional<std::string>;
using Texts = std::vector<std::string>;

// Where an option of some arguments is kept.
template <class Arguments>
using Member = std::variant<Text Arguments::*, MaybeText Arguments::*, Texts Arguments::*, bool Arguments::*>;
template <class Arguments>
using Members = std::map<std::string, Member<Arguments>>;

template <class Arguments>
void read(const py::dict& options, const Members<Arguments>& members, Arguments& out) {
  for (const auto& [key, value] : options) {
    const std::string name = py::str(key);
    const auto at = members.find(name);
    if (at == members.end()) throw py::type_error("'" + name + "' is no option of this call");
    try {
      std::visit([&](auto member) { out.*member = value.template cast<std::remove_cvref_t<decltype(out.*member)>>(); },
                 at->second);
    } catch (const py::cast_error&) {
      throw py::type_error("'" + name + "' is given a value of the wrong type");
    }
  }
}

Members<pipeline::BakeArguments> setting_members(bool of_tiles) {
  Members<pipeline::BakeArguments> out;
  for (const pipeline::Setting& s : pipeline::setting_table())
    if (s.keyword == pipeline::Keyword::bake || (of_tiles && s.keyword == pipeline::Keyword::tiles))
      out.emplace(s.key, s.text);
  return out;
}
const Members<pipeline::BakeArguments>& bake_members() {
  static const auto members = [] {
    auto out = setting_members(false);
    out.emplace("fail_if", &pipeline::BakeArguments::fail_if);
    return out;
  }();
  return members;
}
const Members<pipeline::BakeArguments>& tile_members() {
  static const auto members = setting_members(true);
  return members;
}

const Members<pipeline::BakeArguments>& agent_members() {
  static const auto members = [] {
    Members<pipeline::BakeArguments> out;
    for (const char* key : {"agent", "preset", "unit", "up", "stances", "slope", "slope_ratio", "slope_cos", "sides",
                            "step", "weld", "solids", "radius", "window", "disc", "clearance"})
      out.emplace(key, pipeline::setting_of(key).text);
    return out;
  }();
  return members;
}

const Members<pipeline::AuditArguments>& audit_members() {
  using A = pipeline::AuditArguments;
  static const Members<A> members{
      {"stance", &A::stance}, {"surface", &A::surface},     {"below", &A::below},           {"above", &A::above},
      {"cell", &A::cell},     {"max_error", &A::max_error}, {"min_region", &A::min_region}, {"climb", &A::climb},
      {"sliver", &A::sliver}, {"limit", &A::limit},         {"fail_if", &A::fail_if},       {"baseline", &A::baseline}};
  return members;
}

const Members<pipeline::DiffArguments>& diff_members() {
  using A = pipeline::DiffArguments;
  static const Members<A> members{{"below", &A::below},
                                  {"above", &A::above},
                                  {"threads", &A::threads},
                                  {"exact_digits", &A::exact_digits},
                                  {"polygons", &A::polygons}};
  return members;
}

// Options of routes on navmeshes and on maps.
template <class A>
Members<A> route_members() {
  return {{"radius", &A::radius},
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
          {"bound", &A::bound},
          {"no_bound", &A::no_bound},
          {"from", &A::from},
          {"to", &A::to}};
}
const Members<pipeline::RouteArguments>& navmesh_route_members() {
  using A = pipeline::RouteArguments;
  static const Members<A> members = [] {
    Members<A> out = route_members<A>();
    out.insert({{"unit", &A::unit},
                {"stance", &A::stance},
                {"window", &A::window},
                {"weights", &A::weights},
                {"more_goals", &A::more_goals}});
    return out;
  }();
  return members;
}
const Members<pipeline::PlaceArguments>& place_members() {
  using A = pipeline::PlaceArguments;
  static const Members<A> members{{"ask", &A::ask},       {"from", &A::from},     {"goals", &A::to},
                                  {"stance", &A::stance}, {"within", &A::within}, {"count", &A::count},
                                  {"seed", &A::seed},     {"unit", &A::unit}};
  return members;
}
const Members<pipeline::MapRouteArguments>& map_route_members() {
  using A = pipeline::MapRouteArguments;
  static const Members<A> members = [] {
    Members<A> out = route_members<A>();
    out.insert({{"unit", &A::unit}, {"map", &A::map}, {"obstacles", &A::obstacles}, {"regions", &A::regions}});
    return out;
  }();
  return members;
}

const Members<pipeline::AuditArguments>& reading_members() {
  using A = pipeline::AuditArguments;
  static const Members<A> members{{"up", &A::navmesh_up}, {"transform", &A::transform},  {"areas", &A::areas},
                                  {"join", &A::join},     {"edges", &A::edges},          {"resource", &A::resource},
                                  {"stance", &A::stance}, {"more_files", &A::more_files}};
  return members;
}
const Members<pipeline::BakeArguments>& level_members() {
  using A = pipeline::BakeArguments;
  static const Members<A> members{{"scene_up", &A::up}, {"numbers", &A::numbers}};
  return members;
}
}  // namespace

pipeline::BakeArguments bake_arguments(const py::dict& options) {
  pipeline::BakeArguments out;
  read(options, bake_members(), out);
  out.scene = "memory.obj";  // nothing is read; the name tells that certificates can be made
  return out;
}

pipeline::BakeArguments tile_arguments(const py::dict& options) {
  pipeline::BakeArguments out;
  read(options, tile_members(), out);
  return out;
}

pipeline::BakeArguments agent_arguments(const py::dict& options) {
  pipeline::BakeArguments out;
  read(options, agent_members(), out);
  return out;
}

pipeline::AuditArguments audit_arguments(const py::dict& options) {
  pipeline::AuditArguments out;
  read(options, audit_members(), out);
  out.level.scene = "memory.obj";
  out.navmesh = "memory.bin";
  return out;
}

pipeline::DiffArguments diff_arguments(const py::dict& options) {
  pipeline::DiffArguments out;
  read(options, diff_members(), out);
  out.a = "a.bin";
  out.b = "b.bin";
  return out;
}

pipeline::RouteArguments route_arguments(const py::dict& options) {
  pipeline::RouteArguments out;
  read(options, navmesh_route_members(), out);
  out.navmesh = "memory.json";
  return out;
}

pipeline::PlaceArguments place_arguments(const py::dict& options) {
  pipeline::PlaceArguments out;
  read(options, place_members(), out);
  out.navmesh = "memory.json";
  return out;
}

pipeline::MapRouteArguments map_route_arguments(const py::dict& options) {
  pipeline::MapRouteArguments out;
  read(options, map_route_members(), out);
  return out;
}

// Reading is told what `plumb audit` is told of it.
pipeline::ForeignMeshOptions reading_options(const py::dict& options) {
  pipeline::AuditArguments arguments;
  py::dict mine, of_scene;
  for (const auto& [key, value] : options) (level_members().contains(py::str(key)) ? of_scene : mine)[key] = value;
  read(mine, reading_members(), arguments);
  read(of_scene, level_members(), arguments.level);
  arguments.level.scene = "memory.obj";
  arguments.navmesh = "memory.bin";
  return value_of(pipeline::make_audit_options(arguments)).reading;
}

py::dict option_names() {
  const auto names = [](const auto&... members) {
    py::set out;
    (
        [&] {
          for (const auto& place : members) out.add(place.first);
        }(),
        ...);
    return out;
  };
  py::dict out;
  out["bake"] = names(bake_members());
  out["tiles"] = names(tile_members());
  out["agent"] = names(agent_members());
  out["audit"] = names(audit_members());
  out["diff"] = names(diff_members());
  out["route"] = names(navmesh_route_members());
  out["places"] = names(place_members());
  out["route_on_map"] = names(map_route_members());
  out["reading"] = names(reading_members(), level_members());
  return out;
}

}  // namespace plumb::python
