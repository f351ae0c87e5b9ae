// SPDX-License-Identifier: GPL-3.0-or-later
// The options of calls, which are those of commands.
// Problem. Commands have their options as text in structs, by members; Python and JavaScript have keywords.
// 1. A table for each call says which member a keyword is; that of bakes comes from setting_table.h. option_names()
//    lists them, so that a module can refuse what is unknown and propose what is near.
// 2. read() puts values in their members.
// 3. bake_call_arguments() and so on read one, with names of files where the commands want some; nothing is read there.
// Cost. A search in a table for each option.
// Source. Ours; docs/guide/python.md.
#include "plumb/pipeline/call_options.h"

#include <utility>

#include "plumb/pipeline/setting_table.h"

namespace plumb::pipeline {
namespace {

using Text = std::string;
using MaybeText = std::optional<std::string>;
using Texts = std::vector<std::string>;

// Where an option of some arguments is kept.
template <class Arguments>
using Member = std::variant<Text Arguments::*, MaybeText Arguments::*, Texts Arguments::*, bool Arguments::*>;
template <class Arguments>
using Members = std::map<std::string, Member<Arguments>>;

// Whether a value was of the kind that a member has.
template <class Value>
bool take(const OptionValue& value, Value& out) {
  using Kind = std::conditional_t<std::is_same_v<Value, MaybeText>, Text, Value>;
  const Kind* given = std::get_if<Kind>(&value);
  if (given) out = *given;
  return given != nullptr;
}

template <class Arguments>
Result<Arguments> read(const OptionValues& options, const Members<Arguments>& members, Arguments out = {}) {
  for (const auto& [name, value] : options) {
    const auto at = members.find(name);
    if (at == members.end()) return bad_option("'" + name + "' is no option of this call");
    if (!std::visit([&](auto member) { return take(value, out.*member); }, at->second))
      return bad_option("'" + name + "' is given a value of the wrong type");
  }
  return out;
}

Members<BakeArguments> setting_members(bool of_tiles) {
  Members<BakeArguments> out;
  for (const Setting& s : setting_table())
    if (s.keyword == Keyword::bake || (of_tiles && s.keyword == Keyword::tiles)) out.emplace(s.key, s.text);
  return out;
}
const Members<BakeArguments>& bake_members() {
  static const auto members = [] {
    auto out = setting_members(false);
    out.emplace("fail_if", &BakeArguments::fail_if);
    return out;
  }();
  return members;
}
const Members<BakeArguments>& tile_members() {
  static const auto members = setting_members(true);
  return members;
}

const Members<BakeArguments>& level_members() {
  static const auto members = [] {
    Members<BakeArguments> out{{"fail_if", &BakeArguments::fail_if}};
    for (const Setting& s : setting_table()) out.emplace(s.key, s.text);
    return out;
  }();
  return members;
}

const Members<BakeArguments>& agent_members() {
  static const auto members = [] {
    Members<BakeArguments> out;
    for (const char* key : {"agent", "preset", "unit", "up", "stances", "slope", "slope_ratio", "slope_cos", "sides",
                            "step", "weld", "solids", "radius", "window", "disc", "clearance"})
      out.emplace(key, setting_of(key).text);
    return out;
  }();
  return members;
}

const Members<AuditArguments>& audit_members() {
  using A = AuditArguments;
  static const Members<A> members{
      {"stance", &A::stance}, {"surface", &A::surface},     {"below", &A::below},           {"above", &A::above},
      {"cell", &A::cell},     {"max_error", &A::max_error}, {"min_region", &A::min_region}, {"climb", &A::climb},
      {"sliver", &A::sliver}, {"limit", &A::limit},         {"fail_if", &A::fail_if},       {"baseline", &A::baseline}};
  return members;
}

const Members<DiffArguments>& diff_members() {
  using A = DiffArguments;
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
const Members<RouteArguments>& navmesh_route_members() {
  using A = RouteArguments;
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
const Members<PlaceArguments>& place_members() {
  using A = PlaceArguments;
  static const Members<A> members{{"ask", &A::ask},       {"from", &A::from},     {"goals", &A::to},
                                  {"stance", &A::stance}, {"within", &A::within}, {"count", &A::count},
                                  {"seed", &A::seed},     {"unit", &A::unit}};
  return members;
}
const Members<MapRouteArguments>& map_route_members() {
  using A = MapRouteArguments;
  static const Members<A> members = [] {
    Members<A> out = route_members<A>();
    out.insert({{"unit", &A::unit}, {"map", &A::map}, {"obstacles", &A::obstacles}, {"regions", &A::regions}});
    return out;
  }();
  return members;
}

const Members<AuditArguments>& reading_members() {
  using A = AuditArguments;
  static const Members<A> members{{"up", &A::navmesh_up}, {"transform", &A::transform},  {"areas", &A::areas},
                                  {"join", &A::join},     {"edges", &A::edges},          {"resource", &A::resource},
                                  {"stance", &A::stance}, {"more_files", &A::more_files}};
  return members;
}
const Members<BakeArguments>& scene_members() {
  using A = BakeArguments;
  static const Members<A> members{{"scene_up", &A::up}, {"numbers", &A::numbers}};
  return members;
}
}  // namespace

Result<BakeArguments> bake_call_arguments(const OptionValues& options) {
  BakeArguments out;
  out.scene = "memory.obj";  // nothing is read; the name tells that certificates can be made
  return read(options, bake_members(), std::move(out));
}

Result<BakeArguments> tile_call_arguments(const OptionValues& options) { return read(options, tile_members()); }

Result<BakeArguments> level_call_arguments(const OptionValues& options) { return read(options, level_members()); }

Result<BakeArguments> agent_call_arguments(const OptionValues& options) { return read(options, agent_members()); }

Result<AuditArguments> audit_call_arguments(const OptionValues& options) {
  AuditArguments out;
  out.level.scene = "memory.obj";
  out.navmesh = "memory.bin";
  return read(options, audit_members(), std::move(out));
}

Result<DiffArguments> diff_call_arguments(const OptionValues& options) {
  DiffArguments out;
  out.a = "a.bin";
  out.b = "b.bin";
  return read(options, diff_members(), std::move(out));
}

Result<RouteArguments> route_call_arguments(const OptionValues& options) {
  RouteArguments out;
  out.navmesh = "memory.json";
  return read(options, navmesh_route_members(), std::move(out));
}

Result<PlaceArguments> place_call_arguments(const OptionValues& options) {
  PlaceArguments out;
  out.navmesh = "memory.json";
  return read(options, place_members(), std::move(out));
}

Result<MapRouteArguments> map_route_call_arguments(const OptionValues& options) {
  return read(options, map_route_members());
}

// Reading is told what `plumb audit` is told of it.
Result<ForeignMeshOptions> reading_call_options(const OptionValues& options) {
  OptionValues mine, of_scene;
  for (const auto& [name, value] : options) (scene_members().contains(name) ? of_scene : mine).emplace(name, value);
  AuditArguments arguments;
  arguments.navmesh = "memory.bin";
  auto read_mine = read(mine, reading_members(), std::move(arguments));
  if (!read_mine) return read_mine.error();
  BakeArguments level;
  level.scene = "memory.obj";
  auto read_level = read(of_scene, scene_members(), std::move(level));
  if (!read_level) return read_level.error();
  read_mine->level = std::move(*read_level);
  auto checked = make_audit_options(*read_mine);
  if (!checked) return checked.error();
  return std::move(checked->reading);
}

std::map<std::string, std::vector<std::string>> option_names() {
  const auto names = [](const auto&... members) {
    std::vector<std::string> out;
    (
        [&] {
          for (const auto& place : members) out.push_back(place.first);
        }(),
        ...);
    return out;
  };
  return {{"bake", names(bake_members())},
          {"tiles", names(tile_members())},
          {"level", names(level_members())},
          {"agent", names(agent_members())},
          {"audit", names(audit_members())},
          {"diff", names(diff_members())},
          {"route", names(navmesh_route_members())},
          {"places", names(place_members())},
          {"route_on_map", names(map_route_members())},
          {"reading", names(reading_members(), scene_members())}};
}

}  // namespace plumb::pipeline
