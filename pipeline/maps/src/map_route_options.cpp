// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/map_route_options.h"

#include "plumb/kernel/number.h"
#include "plumb/pipeline/file_name.h"

namespace plumb::pipeline {
namespace {

Result<kernel::PlanPoint> read_plan_point(const std::string& option, const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
    return bad_option(option + " '" + text + "' has not two coordinates; give x,y, such as 1.5,-7/3");
  kernel::PlanPoint out;
  for (const std::size_t k : {0u, 1u}) {
    const std::string token = k == 0 ? text.substr(0, comma) : text.substr(comma + 1);
    const auto value = kernel::parse_rational(token);
    if (!value)
      return bad_option(option + " '" + token + "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3");
    out[k] = *value;
  }
  return out;
}

}  // namespace

Result<MapRouteOptions> make_map_route_options(const MapRouteArguments& a) {
  const auto from = read_plan_point("--from", a.from), to = read_plan_point("--to", a.to);
  if (!from) return from.error();
  if (!to) return to.error();
  const auto settings = make_route_settings(a);
  if (!settings) return settings.error();
  if (!a.svg.empty() && extension_of(a.svg) != ".svg")
    return bad_option("--svg '" + a.svg + "' does not end in .svg; give it that extension");
  if (!a.json.empty() && extension_of(a.json) != ".json")
    return bad_option("--json '" + a.json + "' does not end in .json; give it that extension");
  return MapRouteOptions{.files = {a.map, a.obstacles, a.regions},
                         .from = *from,
                         .to = *to,
                         .settings = *settings,
                         .json = a.json,
                         .svg = a.svg};
}

}  // namespace plumb::pipeline
