// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/find_route.h"

namespace plumb::pipeline {

/// A way on a navmesh for a disc, or one that collides; points are in the scene's axes.
struct FoundDiscRoute {
  RouteOptions options;  ///< with a disc, and a window
  UpAxis up = UpAxis::y;
  std::string stance;  ///< its name
  RouteFacts facts;
  struct Stop {
    ExactPoint point;
    NavMesh::CellIndex cell = 0;                    ///< in which it is reached
    std::optional<PortalKind> over = std::nullopt;  ///< how, from the stop before: none on foot
  };
  std::vector<Stop> line;  ///< bends, and both ends of steps and welds
  LengthInterval length, plan_length;
  /// Of facts.collision: the way, and the border that is too near to it.
  std::array<ExactPoint, 2> colliding{}, border{};
};

/// The whole of `plumb route` with a disc. Errors: those of reading; bad_option; no_floor and unreachable, whose answer
/// is no: an end is over no floor or too near to a border, which is named, there is no way, or the planner found none.
/// `announce` as for bake().
Result<FoundDiscRoute> find_disc_route(const RouteOptions& options, Progress& progress,
                                       const std::function<std::optional<Error>(const FoundDiscRoute&)>& announce = {});

/// For people, many lines; JSON, every number whole. Of a route that collides: where; empty if it does not.
std::string disc_route_text(const FoundDiscRoute& found);
std::string disc_route_json(const FoundDiscRoute& found);
std::string collision_text(const FoundDiscRoute& found);

}  // namespace plumb::pipeline
