// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <variant>

#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// A way on a navmesh for a disc, perhaps one that collides. Points are in the scene's axes.
struct FoundDiscRoute {
  RouteOptions options;  ///< with a disc, and a window
  UpAxis up = UpAxis::y;
  std::string stance;  ///< its name
  RouteFacts facts;
  struct Stop {
    ExactPoint point;
    NavMesh::CellIndex cell = 0;                    ///< the cell in which the stop is reached
    std::optional<PortalKind> over = std::nullopt;  ///< the kind of portal from the previous stop; none: on foot
    std::uint32_t portal = Route::no_portal;        ///< the portal from the previous stop; none: on foot
  };
  std::vector<Stop> line;                 ///< bends, and both ends of steps and welds
  std::vector<NavMesh::CellIndex> cells;  ///< passed, in their order; at least one, and perhaps some more than once
  std::vector<std::uint32_t> portals;     ///< [i]: from cells[i] to cells[i + 1]
  std::vector<PortalKind> kinds;          ///< of these
  LengthInterval length, plan_length;
  /// Of facts.collision: the piece of the way, and the border that is too near to it.
  std::array<ExactPoint, 2> colliding{}, border{};
};

/// Text for people, in many lines; JSON with every number complete; and where a route collides, empty if it does not.
std::string disc_route_text(const FoundDiscRoute& found);
std::string disc_route_json(const FoundDiscRoute& found);
std::string collision_text(const FoundDiscRoute& found);

/// What `plumb route` finds on a navmesh: a way for a disc, or of least cost where an update has priced cells; else a
/// way through a corridor.
using FoundWay = std::variant<FoundRoute, FoundDiscRoute>;

/// The whole of `plumb route NAVMESH`: reads the navmesh, finds the way and draws it. Errors: those of reading;
/// bad_option; and, as answers that there is none, no_floor and unreachable: an end is over no floor or too near to a
/// border, which is named, there is no way, or the planner found none. `announce` as for bake().
Result<FoundWay> find_way(const RouteOptions& options, Progress& progress,
                          const std::function<std::optional<Error>(const FoundWay&)>& announce = {});

}  // namespace plumb::pipeline
