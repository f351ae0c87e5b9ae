// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/find_map_route.h"

#include "map_route_svg.h"
#include "plumb/kernel/number_text.h"
#include "plumb/kernel/segment_distance.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/euclid.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/stages.h"
#include "route_words.h"

namespace plumb::pipeline {
namespace {

std::string root_text(const mpq_class& square) {
  const kernel::RationalInterval root = length_of_square(square);
  return (root.width() == 0 ? kernel::decimal_text(root.low) : kernel::interval_text(root)) + " (its square is " +
         kernel::short_fraction(square) + ")";
}

// Why there is no route.
std::string reason(const PlanMap& map, const MapRouteOptions& o, const Passability& p) {
  const bool start = p.answer == Passability::Answer::start_blocked || p.answer == Passability::Answer::start_touched;
  const kernel::PlanPoint& end = start ? o.from : o.to;
  const std::string place = (start ? "--from " : "--to ") + plan_point_text(end);
  const std::string disc = "a disc of radius " + kernel::exact_text(o.settings.radius);
  switch (p.answer) {
    case Passability::Answer::start_blocked:
    case Passability::Answer::goal_blocked: return place + " is in an obstacle or off the map";
    case Passability::Answer::start_touched:
    case Passability::Answer::goal_touched: {
      const auto& s = map.segments[*p.obstacle];
      const kernel::PlanPoint &a = map.points[s.from].at, &b = map.points[s.to].at;
      return place + ": " + disc + " does not fit there; the obstacle from " + plan_point_text(a) + " to " +
             plan_point_text(b) + " is at a distance of " + root_text(kernel::squared_distance(end, a, b));
    }
    case Passability::Answer::too_narrow:
      return disc + " does not get there: the widest way is narrowest between " + plan_point_text(p.passage->from) +
             " and " + plan_point_text(p.passage->to) + ", where it is as wide as " +
             root_text(squared_width(*p.passage));
    case Passability::Answer::unreachable:
      return "there is no way from " + plan_point_text(o.from) + " to " + plan_point_text(o.to) +
             ", however small the disc";
    case Passability::Answer::passable: break;
  }
  return disc + " gets there, but the planner " + text_of(o.settings.planner) +
         " has found no way over its points; try a smaller --epsilon, --search dijkstra or another --planner";
}

}  // namespace

Result<FoundMapRoute> find_map_route(const MapRouteOptions& o, Progress& progress,
                                     const std::function<std::optional<Error>(const FoundMapRoute&)>& announce) {
  std::vector<std::string> files;
  for (const std::string* file : {&o.json, &o.svg})
    if (!file->empty()) files.push_back(*file);
  if (auto error = OutputFiles::check(files)) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundMapRoute> {
    Stages stage(progress, {{"read", 5}, {"prepare", 5}, {"route", 10}, {"write", 3}});
    const auto map = stage("read", [&] { return read_map(o.files); });
    if (!map) return map.error();
    if (auto refused = RoutePlanner::refusal(*map, o.settings))
      return Error{ErrorCode::bad_option, "--planner: " + *refused, "", 0};
    RoutePlanner planner = stage("prepare", [&] { return RoutePlanner(*map, o.settings); });
    RouteAnswer answer = stage("route", [&] { return planner(o.from, o.to); });
    if (answer.route.points.empty())
      return Error{ErrorCode::unreachable, reason(*map, o, answer.passability), o.files.map, 0};
    FoundMapRoute found{.options = o,
                        .route = std::move(answer.route),
                        .length = {},
                        .barriers = planner.barriers().size(),
                        .obstacle = {}};
    found.length = length_of(found.route.points);
    if (found.route.collision) {
      const auto& s = map->segments[found.route.collision->obstacle];
      found.obstacle = {map->points[s.from].at, map->points[s.to].at};
    }
    OutputFiles out;
    stage("write", [&] {
      if (!o.json.empty())
        out.add(o.json, [&](Output& file) -> std::optional<Error> {
          file.write(map_route_json(found));
          return std::nullopt;
        });
      if (!o.svg.empty())
        out.add(o.svg, [&](Output& file) -> std::optional<Error> {
          write_map_route_svg(file, *map, planner, found);
          return std::nullopt;
        });
    });
    if (!out.errors().empty()) return out.errors().front();
    if (auto error = out.commit(found, announce)) return *error;
    return found;
  });
}

}  // namespace plumb::pipeline
