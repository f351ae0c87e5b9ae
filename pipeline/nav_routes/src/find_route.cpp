// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/find_route.h"

#include "route_mesh.h"

namespace plumb::pipeline {
namespace {

// The length of a way that is straight in plan from corner to corner.
RouteDrawing drawn(const Route& route) {
  RouteDrawing out;
  for (std::size_t i = 1; i < route.corners.size(); ++i) {
    const Route::Corner &from = route.corners[i - 1], &to = route.corners[i];
    add_line(out, from.point, from.cell, to.point, to.cell);
  }
  return out;
}

}  // namespace

Result<FoundRoute> find_route(const NavMesh& mesh, const RouteOptions& o, RouteDrawing& drawing) {
  const auto stance = stance_number(mesh, "--at-stance", o.stance);
  if (!stance) return stance.error();
  const auto inside = [&](const ExactPoint& p) { return from_input_frame(p, mesh.info.up); };
  auto route = NavQuery(mesh).route(inside(o.from), inside(o.to), {.stance = *stance});
  if (!route) return route.error();
  FoundRoute found{.options = o,
                   .up = mesh.info.up,
                   .stance = mesh.info.stances[static_cast<std::size_t>(*stance) - 1].name,
                   .kinds = {},
                   .route = std::move(*route)};
  for (const std::uint32_t portal : found.route.portals) found.kinds.push_back(mesh.portals[portal].kind);
  drawing = drawn(found.route);
  for (Route::Corner& corner : found.route.corners) corner.point = to_input_frame(corner.point, found.up);
  for (ExactPoint& point : found.route.line) point = to_input_frame(point, found.up);
  return found;
}

}  // namespace plumb::pipeline
