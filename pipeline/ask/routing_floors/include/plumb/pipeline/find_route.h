// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/route_queries.h"
#include "plumb/pipeline/route_settings_text.h"

namespace plumb::pipeline {

/// The options of `plumb route NAVMESH` as text, one member for each. The planner is one of those of maps, or
/// "corridor".
struct RouteArguments : RouteSettingsArguments {
  std::string navmesh;  ///< a .json of plumb bake, or what the reader reads
  NavMeshReader reader = {};
  std::string from, to;                 ///< x,y,z in the scene's axes; or instead of both
  std::string queries;                  ///< a .csv (route_queries.h)
  std::vector<std::string> more_goals;  ///< the way leads to the nearest of these and `to`
  std::optional<std::string> stance;    ///< a name; default: the lowest
  std::optional<std::string> window;
  std::vector<std::string> weights;  ///< NAME=W
  std::string json, svg;             ///< empty: none
  bool quiet = false;
};

/// The same options, checked. Names of stances are checked when the navmesh has been read.
struct RouteOptions {
  std::string navmesh;
  NavMeshReader reader = {};
  ExactPoint from, to;
  std::vector<ExactPoint> more_goals;  ///< for an agent without width
  std::string queries;                 ///< empty: none; else the ends do not count
  std::optional<std::string> stance;
  std::optional<plan::RouteSettings> disc;  ///< none: an agent without width
  bool corridor = false;                    ///< asked for; else, without a disc, where no cell has a cost
  std::optional<mpq_class> window;          ///< above 0; none: the step and what the disc rises on the steepest ground
  std::vector<std::pair<std::string, mpq_class>> weights;  ///< of stances, 0 or more
  std::string json, svg;
};

/// ErrorCode::bad_option or unsupported_format, in one line.
Result<RouteOptions> make_route_options(const RouteArguments& arguments);

/// The shortest path on a navmesh of an agent without width; points are in the scene's axes. options.to is the goal
/// that it leads to.
struct FoundCorridorRoute {
  RouteOptions options;
  UpAxis up = UpAxis::y;
  std::string stance;             ///< its name
  std::vector<PortalKind> kinds;  ///< of the portals passed, in their order
  Route route;
};

/// Text for people, in many lines; JSON with every number complete.
std::string route_text(const FoundCorridorRoute& found);
std::string route_json(const FoundCorridorRoute& found);

/// A way on a navmesh for a disc, perhaps one that collides. Points are in the scene's axes.
struct FoundDiscRoute {
  RouteOptions options;  ///< with a disc, and a window
  UpAxis up = UpAxis::y;
  std::string stance;  ///< its name
  plan::RouteFacts facts;
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
Json route_value(const FoundCorridorRoute& found);  ///< the same JSON as a value
Json route_value(const FoundDiscRoute& found);
std::string collision_text(const FoundDiscRoute& found);

/// What `plumb route` finds on a navmesh: a way for a disc, or of least cost where an update has priced cells; else a
/// shortest path.
using FoundNavmeshRoute = std::variant<FoundCorridorRoute, FoundDiscRoute>;

/// Finds the way on a navmesh that is in memory. `options.navmesh`, `json` and `svg` do not count. Errors: bad_option
/// (no such stance), no_floor, unreachable, cancelled.
Result<FoundNavmeshRoute> find_navmesh_route(const NavMesh& mesh, const RouteOptions& options, Progress& progress);

/// The whole of `plumb route NAVMESH`: reads the navmesh, finds the way and draws it. Errors: those of reading;
/// bad_option; and, as answers that there is none, no_floor and unreachable: an end is over no floor or too near to a
/// border, which is named, there is no way, or the planner found none. `announce` as for bake().
Result<FoundNavmeshRoute> find_navmesh_route(
    const RouteOptions& options, Progress& progress,
    const std::function<std::optional<Error>(const FoundNavmeshRoute&)>& announce = {});

/// The whole of `plumb route NAVMESH --queries`: reads the navmesh and the questions, and answers them one after the
/// other; what they have in common is made once. A question without a radius, or with radius 0, is one for an agent
/// without width, unless the options are those of a disc. Errors: those of reading; bad_option.
Result<std::vector<RouteRow>> find_navmesh_routes(
    const RouteOptions& options, Progress& progress,
    const std::function<std::optional<Error>(const std::vector<RouteRow>&)>& announce = {});

}  // namespace plumb::pipeline
