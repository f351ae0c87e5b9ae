// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include <unistd.h>
#include <algorithm>
#include <memory>

#include "plumb/pipeline/find_map_route.h"
#include "plumb/pipeline/find_route.h"
#include "terminal.h"

namespace plumb::app {
namespace {

// What is read is a navmesh or a map: each has its options, and some are for both.
struct RouteCommandArguments {
  pipeline::RouteArguments common;              ///< and of navmeshes
  std::vector<std::string> obstacles, regions;  ///< of maps
};

constexpr const char *of_navmeshes = "Navmeshes", *of_maps = "Maps";

// Runs a command to its end: find(progress, announce) says what was found, text(found) what is told of it.
template <class Found, class Find, class Text>
int answer(bool quiet, Find&& find, Text&& text) {
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = !quiet && ::isatty(STDERR_FILENO) == 1;
  const auto announce = [&](const Found& found) -> std::optional<pipeline::Error> {
    terminal.clear();
    if (print(text(found))) return std::nullopt;
    return pipeline::Error{pipeline::ErrorCode::cannot_write,
                           "the way cannot be written to standard output; see where it is sent", "", 0};
  };
  const pipeline::Result<Found> found = find(shown ? terminal : silent, announce);
  terminal.clear();
  if (found) return exit_done;
  fail(found.error());
  const auto code = found.error().code;
  return code == pipeline::ErrorCode::no_floor || code == pipeline::ErrorCode::unreachable ? exit_no : exit_refused;
}

// A route of a disc that collides is told, and is no answer.
int unless_collided(int status, const std::string& collision) {
  if (status != exit_done || collision.empty()) return status;
  fail(collision);
  return exit_no;
}

int run_on_map(const pipeline::MapRouteArguments& a) {
  const auto options = pipeline::make_map_route_options(a);
  if (!options) return fail(options.error());
  std::string collision;
  const int status = answer<pipeline::FoundMapRoute>(
      a.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::find_map_route(*options, progress, announce);
      },
      [&](const pipeline::FoundMapRoute& found) {
        collision = collision_text(found);
        return pipeline::map_route_text(found);
      });
  return unless_collided(status, collision);
}

int run_on_navmesh(const pipeline::RouteArguments& a) {
  const auto options = pipeline::make_route_options(a);
  if (!options) return fail(options.error());
  std::string collision;
  const int status = answer<pipeline::FoundNavmeshRoute>(
      a.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::find_navmesh_route(*options, progress, announce);
      },
      [&](const pipeline::FoundNavmeshRoute& found) {
        const auto* disc = std::get_if<pipeline::FoundDiscRoute>(&found);
        if (!disc) return pipeline::route_text(std::get<pipeline::FoundCorridorRoute>(found));
        collision = collision_text(*disc);
        return pipeline::disc_route_text(*disc);
      });
  return unless_collided(status, collision);
}

// What a document estimates and tests, in place of what is exact.
void add_study_options(Command& route, pipeline::RouteSettingsArguments& a) {
  route.title("Studies");
  route.one("--cost", a.cost, "what is swept, by points, lines, strips or exact (default)", "NAME");
  route.one("--samples", a.samples, "random points, or lines (default 256)", "N");
  route.one("--arc-points", a.arc_points, "of each half circle, with --cost points (default 64)", "N");
  route.one("--joints", a.joints, "what is swept around a turn counts once (default) or as in the document", "NAME");
  route.one("--checks", a.checks, "exact (default), or those of the document alone", "NAME");
  route.one("--reference", a.reference, "what stands for an edge in a channel: midpoint (default) or centroid", "NAME");
}

int run_route(const Command& command, const RouteCommandArguments& a) {
  // Of a file that is no JSON the points say what it was taken for.
  const bool on_plan = std::ranges::count(a.common.from, ',') == 1;
  const bool is_map = pipeline::is_map_file(a.common.navmesh).value_or(on_plan);
  if (const auto other = command.given_under(is_map ? of_navmeshes : of_maps))
    return fail(a.common.navmesh + " is " + (is_map ? "a map" : "no map") + "; " + *other + " is for " +
                (is_map ? "navmeshes" : "maps"));
  if (!is_map) return run_on_navmesh(a.common);
  pipeline::MapRouteArguments map;
  static_cast<pipeline::RouteSettingsArguments&>(map) = a.common;
  map.map = a.common.navmesh;
  map.obstacles = a.obstacles, map.regions = a.regions;
  map.from = a.common.from, map.to = a.common.to;
  map.json = a.common.json, map.svg = a.common.svg;
  map.quiet = a.common.quiet;
  return run_on_map(map);
}

}  // namespace

RunnableCommand add_route_command(Commands& commands) {
  const auto arguments = std::make_shared<RouteCommandArguments>();
  RouteCommandArguments& a = *arguments;
  Command route = commands.add(
      "route", "Find a way between two points of a navmesh, or a disc's through the weighted regions of a flat map",
      "A NAVMESH is what plumb bake -o FILE.json wrote; points have the axes of its scene, and stand for the first "
      "floor\n"
      "at or below them. Without an option for a disc the way is that of an agent without width, the shortest in "
      "plan.\n"
      "A MAP is a .json of polygons (docs/guide/routes.md). A disc's route has a certain cost, and so has every other "
      "at "
      "least.\n"
      "Exit status 1: an end is over no floor or does not fit, there is no way, or the planner found none.\n"
      "Examples: plumb route level.json --from 0,0,0 --to 12.5,0,-7/3 --svg way.svg\n"
      "          plumb route level.json --from 0,0,0 --to 12.5,0,-7/3 --radius 0.3 --weight crouch=2\n"
      "          plumb route city.json --from 0,0 --to 90,41.5 --radius 0.3 --svg way.svg");
  route.required("FILE", a.common.navmesh, "a navmesh or a map (.json)", "");
  route.required("--from", a.common.from, "where it begins: of a map, x,y", "x,y,z");
  route.required("--to", a.common.to, "where it ends", "x,y,z");
  route.file("--json", a.common.json, "write the way and what it costs, exactly", "FILE.json");
  route.file("--svg", a.common.svg, "write a plan with the way", "FILE.svg");
  route.flag("--quiet", a.common.quiet, "no progress");
  route.title("Disc");
  route.one("--radius", a.common.radius, "of the disc (default 0)", "R");
  route.one(
      "--planner", a.common.planner,
      "vicinity (default), blockage: a channel first, taut: shortest, euclid: the same of a point, corridor: that on "
      "navmeshes",
      "NAME");
  route.flag("--no-bound", a.common.no_bound, "do not work out what every route costs at least");
  route.title(of_navmeshes);
  route.one("--at-stance", a.common.stance, "who goes there (default: the lowest)", "NAME");
  route.list("--weight", a.common.weights, "what a unit of way costs where this is the greatest stance; repeatable",
             "NAME=W");
  route.one("--window", a.common.window,
            "the height within which a border counts (default: step and what the radius rises)", "V");
  route.title(of_maps);
  route.list("--obstacles", a.obstacles, "polygons that block what they cover; repeatable", "FILE.json");
  route.list("--regions", a.regions, "polygons with weights, laid over the map; repeatable", "FILE.json");
  route.detail_title("Disc, in detail");
  route.one("--swept", a.common.swept, "how much what is swept counts beside the way of the centre (default 1)", "K");
  route.one("--epsilon", a.common.spacing, "how close points are, 1/64 to 1 (default 1/4)", "E");
  route.one("--search", a.common.search, "dijkstra (default) or bushwhack", "NAME");
  if (route.studies()) add_study_options(route, a.common);
  return {route, [=] { return run_route(route, *arguments); }};
}

}  // namespace plumb::app
