// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/number.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/read_point.h"

namespace plumb::pipeline {
namespace {

bool asks_for_disc(const RouteArguments& a) {
  for (const auto* option : {&a.radius, &a.planner, &a.cost, &a.samples, &a.arc_points, &a.swept, &a.joints, &a.spacing,
                             &a.search, &a.checks, &a.reference, &a.window})
    if (*option) return true;
  return a.no_bound || !a.weights.empty();
}

}  // namespace

Result<RouteOptions> make_route_options(const RouteArguments& a) {
  if (extension_of(a.navmesh) != ".json")
    return Error{ErrorCode::unsupported_format, "this is no navmesh; name a .json that `plumb bake -o FILE.json` wrote",
                 a.navmesh, 0};
  RouteOptions o{.navmesh = a.navmesh,
                 .from = {},
                 .to = {},
                 .stance = a.stance,
                 .disc = {},
                 .window = {},
                 .weights = {},
                 .json = a.json,
                 .svg = a.svg};
  for (const auto& [option, text, point] : {std::tuple("--from", &a.from, &o.from), std::tuple("--to", &a.to, &o.to)}) {
    auto read = read_point(option, *text);
    if (!read) return read.error();
    *point = std::move(*read);
  }
  if (!a.svg.empty() && extension_of(a.svg) != ".svg")
    return bad_option("--svg '" + a.svg + "' does not end in .svg; give it that extension");
  if (!a.json.empty() && extension_of(a.json) != ".json")
    return bad_option("--json '" + a.json + "' does not end in .json; give it that extension");
  if (a.planner == "corridor") {
    RouteArguments others = a;
    others.planner.reset();
    if (asks_for_disc(others))
      return bad_option("--planner corridor is for an agent without width or weights; choose vicinity");
    o.corridor = true;
    return o;
  }
  if (!asks_for_disc(a)) return o;
  auto settings = make_route_settings(a);
  if (!settings) return settings.error();
  o.disc = std::move(*settings);
  if (a.window) {
    auto window = read_not_negative("--window", *a.window);
    if (!window) return window.error();
    if (*window == 0)
      return bad_option("--window '" + *a.window + "' is not above 0; give the height within which a border counts");
    o.window = std::move(*window);
  }
  for (const std::string& text : a.weights) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return bad_option("--weight '" + text + "' is not NAME=W; give a stance and its weight");
    auto weight = read_not_negative("--weight " + text.substr(0, equals), text.substr(equals + 1));
    if (!weight) return weight.error();
    o.weights.push_back({text.substr(0, equals), std::move(*weight)});
  }
  return o;
}

}  // namespace plumb::pipeline
