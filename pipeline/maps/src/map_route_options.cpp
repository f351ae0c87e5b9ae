// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/map_route_options.h"

#include <algorithm>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/file_name.h"

namespace plumb::pipeline {
namespace {

// What is wrong with an option; make_map_route_options() returns it.
struct Refused {
  std::string what;
};

mpq_class number(const std::string& option, const std::string& text) {
  const auto value = kernel::parse_rational(text);
  if (!value)
    throw Refused{option + " '" + text + "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3"};
  return *value;
}
mpq_class not_negative(const std::string& option, const std::string& text) {
  mpq_class value = number(option, text);
  if (value < 0) throw Refused{option + " '" + text + "' is below 0; give 0 or more"};
  return value;
}
std::size_t count(const std::string& option, const std::string& text, long most) {
  const mpq_class value = number(option, text);
  if (value.get_den() != 1 || value < 3 || value > most)
    throw Refused{option + " '" + text + "' is no whole number from 3 to " + std::to_string(most)};
  return value.get_num().get_ui();
}
kernel::PlanPoint point(const std::string& option, const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
    throw Refused{option + " '" + text + "' has not two coordinates; give x,y, such as 1.5,-7/3"};
  return {number(option, text.substr(0, comma)), number(option, text.substr(comma + 1))};
}

template <class Enum>
Enum named(const std::string& option, const std::string& text, std::initializer_list<Enum> all) {
  std::string known;
  for (const Enum e : all) {
    if (text == text_of(e)) return e;
    known += (known.empty() ? "" : ", ") + std::string(text_of(e));
  }
  throw Refused{option + " '" + text + "' is none of " + known};
}

}  // namespace

const char* text_of(PlannerKind planner) {
  constexpr const char* names[] = {"blockage", "vicinity", "euclid"};
  return names[static_cast<std::size_t>(planner)];
}
const char* text_of(AreaEstimator estimator) {
  constexpr const char* names[] = {"points", "lines", "strips", "exact"};
  return names[static_cast<std::size_t>(estimator)];
}
const char* text_of(PointSearch search) { return search == PointSearch::dijkstra ? "dijkstra" : "bushwhack"; }
const char* text_of(RouteChecks checks) { return checks == RouteChecks::exact ? "exact" : "document"; }

Result<MapRouteOptions> make_map_route_options(const MapRouteArguments& a) {
  MapRouteOptions o{
      .files = {a.map, a.obstacles, a.regions}, .from = {}, .to = {}, .settings = {}, .json = a.json, .svg = a.svg};
  try {
    o.from = point("--from", a.from);
    o.to = point("--to", a.to);
    RouteSettings& s = o.settings;
    if (a.radius) s.radius = not_negative("--radius", *a.radius);
    if (a.planner)
      s.planner = named("--planner", *a.planner, {PlannerKind::blockage, PlannerKind::vicinity, PlannerKind::euclid});
    if (a.cost)
      s.cost.sampling.estimator =
          named("--cost", *a.cost,
                {AreaEstimator::points, AreaEstimator::lines, AreaEstimator::strips, AreaEstimator::exact});
    if (a.samples) s.cost.sampling.samples = count("--samples", *a.samples, 10'000'000);
    if (a.arc_points) s.cost.sampling.arc_points = count("--arc-points", *a.arc_points, 100'000);
    if (a.swept) s.cost.swept = not_negative("--swept", *a.swept);
    if (a.joints) {
      if (*a.joints != "once" && *a.joints != "document")
        throw Refused{"--joints '" + *a.joints + "' is none of once, document"};
      s.cost.whole_capsules = *a.joints == "document";
    }
    if (a.spacing) {
      const mpq_class spacing = number("--epsilon", *a.spacing);
      if (spacing < mpq_class(1, 64) || spacing > 1)
        throw Refused{"--epsilon '" + *a.spacing + "' is not from 1/64 to 1"};
      s.points.spacing = spacing.get_d();
    }
    if (a.search) s.search = named("--search", *a.search, {PointSearch::dijkstra, PointSearch::bushwhack});
    if (a.checks) s.points.checks = named("--checks", *a.checks, {RouteChecks::exact, RouteChecks::document});
    if (a.reference) {
      if (*a.reference != "midpoint" && *a.reference != "centroid")
        throw Refused{"--reference '" + *a.reference + "' is none of midpoint, centroid"};
      s.reference = *a.reference == "centroid" ? ChannelReference::centroid : ChannelReference::midpoint;
    }
    s.bound = !a.no_bound;
    if (!a.svg.empty() && extension_of(a.svg) != ".svg")
      throw Refused{"--svg '" + a.svg + "' does not end in .svg; give it that extension"};
    if (!a.json.empty() && extension_of(a.json) != ".json")
      throw Refused{"--json '" + a.json + "' does not end in .json; give it that extension"};
  } catch (const Refused& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
  return o;
}

}  // namespace plumb::pipeline
