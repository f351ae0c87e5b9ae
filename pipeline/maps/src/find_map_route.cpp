// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/find_map_route.h"

#include "map_route_svg.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/euclid.h"
#include "plumb/pipeline/output_files.h"
#include "plumb/pipeline/stages.h"
#include "plumb/pipeline/why_no_route.h"

namespace plumb::pipeline {
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
      return Error{ErrorCode::unreachable, why_no_route(*map, o.settings, o.from, o.to, answer.passability),
                   o.files.map, 0};
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
