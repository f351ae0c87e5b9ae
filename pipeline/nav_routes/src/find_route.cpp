// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/find_route.h"

#include <algorithm>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/stages.h"
#include "route_mesh.h"

namespace plumb::pipeline {
namespace {

// Straight in plan from corner to corner.
RouteDrawing drawn(const Route& route) {
  RouteDrawing out;
  for (std::size_t i = 1; i < route.corners.size(); ++i) {
    const Route::Corner &from = route.corners[i - 1], &to = route.corners[i];
    add_line(out, from.point, from.cell, to.point, to.cell);
  }
  return out;
}

}  // namespace

Result<FoundRoute> find_route(const RouteOptions& o, Progress& progress,
                              const std::function<std::optional<Error>(const FoundRoute&)>& announce) {
  for (const std::string* file : {&o.json, &o.svg})
    if (!file->empty())
      if (auto error = OutputFiles::check({*file})) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundRoute> {
    Stages stage(progress, {{"read", 10}, {"route", 2}, {"write", 3}});
    const auto mesh = stage("read", [&] { return read_nav_mesh_json(o.navmesh); });
    if (!mesh) return mesh.error();
    const auto stance = stance_number(*mesh, "--at-stance", o.stance);
    if (!stance) return stance.error();
    auto route = stage("route", [&] {
      const auto inside = [&](const ExactPoint& p) { return from_input_frame(p, mesh->info.up); };
      return NavQuery(*mesh).route(inside(o.from), inside(o.to), {.stance = *stance});
    });
    if (!route) return route.error();
    FoundRoute found{.options = o,
                     .up = mesh->info.up,
                     .stance = mesh->info.stances[static_cast<std::size_t>(*stance) - 1].name,
                     .kinds = {},
                     .route = std::move(*route)};
    for (const std::uint32_t portal : found.route.portals) found.kinds.push_back(mesh->portals[portal].kind);
    const RouteDrawing way = drawn(found.route);
    for (Route::Corner& corner : found.route.corners) corner.point = to_input_frame(corner.point, found.up);
    for (ExactPoint& point : found.route.line) point = to_input_frame(point, found.up);
    OutputFiles files;
    stage("write", [&] {
      if (!o.json.empty())
        files.add(o.json, [&](Output& file) -> std::optional<Error> {
          file.write(route_json(found));
          return std::nullopt;
        });
      add_svg(files, o.svg, *mesh, way, progress);
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(found, announce)) return *error;
    return found;
  });
}

}  // namespace plumb::pipeline
