// SPDX-License-Identifier: GPL-3.0-or-later
// The options of calls, which are those of commands, from a dict of text.
// Problem. Commands have their options as text in structs, by members; Python has keywords.
// 1. A table for each call says which member a keyword is; that of bakes comes from setting_table.h. option_names()
//    lists them, so that plumb/_options.py can refuse what is unknown and propose what is near.
// 2. read() puts the values of a dict in their places.
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

Places<pipeline::BakeArguments> setting_places(bool of_tiles) {
  Places<pipeline::BakeArguments> out;
  for (const pipeline::Setting& s : pipeline::setting_table())
    if (s.keyword == pipeline::Keyword::bake || (of_tiles && s.keyword == pipeline::Keyword::tiles))
      out.emplace(s.key, s.text);
  return out;
}
const Places<pipeline::BakeArguments>& bake_places() {
  static const auto places = setting_places(false);
  return places;
}
const Places<pipeline::BakeArguments>& tile_places() {
  static const auto places = setting_places(true);
  return places;
}

const Places<pipeline::AuditArguments>& audit_places() {
  using A = pipeline::AuditArguments;
  static const Places<A> places{{"stance", &A::stance},         {"surface", &A::surface}, {"below", &A::below},
                                {"above", &A::above},           {"cell", &A::cell},       {"max_error", &A::max_error},
                                {"min_region", &A::min_region}, {"climb", &A::climb},     {"sliver", &A::sliver},
                                {"limit", &A::limit},           {"fail_if", &A::fail_if}};
  return places;
}

const Places<pipeline::DiffArguments>& diff_places() {
  using A = pipeline::DiffArguments;
  static const Places<A> places{{"below", &A::below},
                                {"above", &A::above},
                                {"threads", &A::threads},
                                {"exact_digits", &A::exact_digits},
                                {"polygons", &A::polygons}};
  return places;
}

// Options of routes on navmeshes and on maps.
template <class A>
Places<A> route_places() {
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
          {"no_bound", &A::no_bound},
          {"from", &A::from},
          {"to", &A::to}};
}
const Places<pipeline::RouteArguments>& navmesh_route_places() {
  using A = pipeline::RouteArguments;
  static const Places<A> places = [] {
    Places<A> out = route_places<A>();
    out.insert({{"stance", &A::stance}, {"window", &A::window}, {"weights", &A::weights}});
    return out;
  }();
  return places;
}
const Places<pipeline::MapRouteArguments>& map_route_places() {
  using A = pipeline::MapRouteArguments;
  static const Places<A> places = [] {
    Places<A> out = route_places<A>();
    out.insert({{"map", &A::map}, {"obstacles", &A::obstacles}, {"regions", &A::regions}});
    return out;
  }();
  return places;
}

const Places<pipeline::AuditArguments>& reading_places() {
  using A = pipeline::AuditArguments;
  static const Places<A> places{{"up", &A::navmesh_up}, {"transform", &A::transform},  {"areas", &A::areas},
                                {"join", &A::join},     {"edges", &A::edges},          {"resource", &A::resource},
                                {"stance", &A::stance}, {"more_files", &A::more_files}};
  return places;
}
const Places<pipeline::BakeArguments>& level_places() {
  using A = pipeline::BakeArguments;
  static const Places<A> places{{"scene_up", &A::up}, {"numbers", &A::numbers}};
  return places;
}
}  // namespace

pipeline::BakeArguments bake_arguments(const py::dict& options) {
  pipeline::BakeArguments out;
  read(options, bake_places(), out);
  out.scene = "memory.obj";  // nothing is read; the name tells that certificates can be made
  return out;
}

pipeline::BakeArguments tile_arguments(const py::dict& options) {
  pipeline::BakeArguments out;
  read(options, tile_places(), out);
  return out;
}

pipeline::AuditArguments audit_arguments(const py::dict& options) {
  pipeline::AuditArguments out;
  read(options, audit_places(), out);
  out.level.scene = "memory.obj";
  out.navmesh = "memory.bin";
  return out;
}

pipeline::DiffArguments diff_arguments(const py::dict& options) {
  pipeline::DiffArguments out;
  read(options, diff_places(), out);
  out.a = "a.bin";
  out.b = "b.bin";
  return out;
}

pipeline::RouteArguments route_arguments(const py::dict& options) {
  pipeline::RouteArguments out;
  read(options, navmesh_route_places(), out);
  out.navmesh = "memory.json";
  return out;
}

pipeline::MapRouteArguments map_route_arguments(const py::dict& options) {
  pipeline::MapRouteArguments out;
  read(options, map_route_places(), out);
  return out;
}

// Reading is told what `plumb audit` is told of it.
pipeline::ForeignMeshOptions reading_options(const py::dict& options) {
  pipeline::AuditArguments arguments;
  py::dict mine, of_scene;
  for (const auto& [key, value] : options) (level_places().contains(py::str(key)) ? of_scene : mine)[key] = value;
  read(mine, reading_places(), arguments);
  read(of_scene, level_places(), arguments.level);
  arguments.level.scene = "memory.obj";
  arguments.navmesh = "memory.bin";
  return value_of(pipeline::make_audit_options(arguments)).reading;
}

py::dict option_names() {
  const auto names = [](const auto&... places) {
    py::set out;
    (
        [&] {
          for (const auto& place : places) out.add(place.first);
        }(),
        ...);
    return out;
  };
  py::dict out;
  out["bake"] = names(bake_places());
  out["tiles"] = names(tile_places());
  out["audit"] = names(audit_places());
  out["diff"] = names(diff_places());
  out["route"] = names(navmesh_route_places());
  out["route_on_map"] = names(map_route_places());
  out["reading"] = names(reading_places(), level_places());
  return out;
}

}  // namespace plumb::python
