// SPDX-License-Identifier: GPL-3.0-or-later
// plumb route: ways on navmeshes and on maps, and questions about places.
//
// Problem. One command reads two kinds of files, and answers with ways or with places; each has options of its own.
// 1. add_route_command() has all options, in groups.
// 2. run_route() sends a question to run_on_places(), and a way to run_on_map() or run_on_navmesh(), by what the file
//    is; it refuses options of the others.
// 3. answer() runs the call, with progress on a terminal, and makes an exit status of it.
// Cost and exactness: those of the calls.
// Source: ours; docs/guide/routes.md.
#include "commands.h"

#include <algorithm>
#include <memory>

#include "plumb/pipeline/find_map_route.h"
#include "plumb/pipeline/find_places.h"
#include "plumb/pipeline/find_route.h"
#include "terminal.h"

namespace plumb::app {
namespace {

// What is read is a navmesh or a map: each has its options, and some are for both.
struct RouteCommandArguments {
  pipeline::RouteArguments common;              ///< and of navmeshes
  std::vector<std::string> obstacles, regions;  ///< of maps
  std::vector<std::string> to;
  std::optional<std::string> navmesh_up;
  std::optional<std::string> ask, within, count, seed;  ///< of places on navmeshes
};

constexpr const char *of_navmeshes = "Navmeshes", *of_maps = "Maps", *of_discs = "Disc", *of_places = "Places",
                     *in_detail = "Disc, in detail";

// Runs a command to its end: find(progress, announce) says what was found, text(found) what is told of it.
template <class Found, class Find, class Text>
int answer(bool quiet, Find&& find, Text&& text) {
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = progress_is_seen(quiet);
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

// Many questions: the answers are CSV.
template <class Options>
int run_queries(bool quiet, const Options& options, auto&& find) {
  return answer<std::vector<pipeline::RouteRow>>(
      quiet, [&](pipeline::Progress& progress, const auto& announce) { return find(options, progress, announce); },
      [](const std::vector<pipeline::RouteRow>& rows) { return pipeline::routes_csv(rows); });
}

int run_on_map(const pipeline::MapRouteArguments& a) {
  const auto options = pipeline::make_map_route_options(a);
  if (!options) return fail(options.error());
  if (!options->queries.empty())
    return run_queries(a.quiet, *options, [](auto&&... all) { return pipeline::find_map_routes(all...); });
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

int run_on_navmesh(const RouteCommandArguments& all) {
  pipeline::RouteArguments a = all.common;
  a.reader = navmesh_reader(all.navmesh_up);
  const auto options = pipeline::make_route_options(a);
  if (!options) return fail(options.error());
  if (!options->queries.empty())
    return run_queries(a.quiet, *options, [](auto&&... all) { return pipeline::find_navmesh_routes(all...); });
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

int run_on_places(const RouteCommandArguments& a) {
  const auto options = pipeline::make_place_options({.navmesh = a.common.navmesh,
                                                     .reader = navmesh_reader(a.navmesh_up),
                                                     .ask = *a.ask,
                                                     .from = a.common.from,
                                                     .to = a.to,
                                                     .stance = a.common.stance,
                                                     .within = a.within,
                                                     .unit = a.common.unit,
                                                     .count = a.count,
                                                     .seed = a.seed,
                                                     .json = a.common.json});
  if (!options) return fail(options.error());
  bool yes = true;
  const int status = answer<pipeline::FoundPlaces>(
      a.common.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::find_places(*options, progress, announce);
      },
      [&](const pipeline::FoundPlaces& found) {
        yes = found.yes;
        return found.text;
      });
  return status == exit_done && !yes ? exit_no : status;
}

// What a document estimates and tests, in place of what is exact.
void add_study_options(Command& route, pipeline::RouteSettingsArguments& a) {
  route.title("Studies");
  route.one("--cost", a.cost, "how what is swept is measured: points, lines, strips or exact (default exact)", "WORD");
  route.one("--samples", a.samples, "random points, or lines (default 256)", "N");
  route.one("--arc-points", a.arc_points, "of each half circle, with --cost points (default 64)", "N");
  route.one("--joints", a.joints, "how what is swept around a turn counts: once or document (default once)", "WORD");
  route.one("--checks", a.checks, "which checks are made: exact or document (default exact)", "WORD");
  route.one("--reference", a.reference, "what stands for an edge in a channel: midpoint or centroid (default midpoint)",
            "WORD");
}

int run_route(const Command& command, RouteCommandArguments& a) {
  if (a.ask) {
    for (const char* title : {of_discs, of_maps, in_detail})
      if (const auto other = command.given_under(title))
        return fail(*other + " is for ways; leave it out, or leave out --ask");
    if (!a.common.weights.empty() || a.common.window || !a.common.svg.empty())
      return fail("--weight, --window and --svg are for ways; leave them out, or leave out --ask");
    return run_on_places(a);
  }
  if (a.common.queries.empty() && (a.common.from.empty() || a.to.empty()))
    return fail("a way has two ends; give --from and --to, or --ask or --queries for other questions");
  if (a.within || a.count || a.seed) return fail("--within, --count and --seed belong to --ask; give that, too");
  if (!a.to.empty()) {
    a.common.to = a.to[0];
    a.common.more_goals.assign(a.to.begin() + 1, a.to.end());
  }
  // Of a file that is no JSON the points say what it was taken for.
  const bool on_plan = std::ranges::count(a.common.from, ',') == 1;
  const bool is_map = pipeline::is_map_file(a.common.navmesh).value_or(on_plan);
  if (const auto other = command.given_under(is_map ? of_navmeshes : of_maps))
    return fail(a.common.navmesh + " is " + (is_map ? "a map" : "no map") + "; " + *other + " is for " +
                (is_map ? "navmeshes" : "maps"));
  if (!is_map) return run_on_navmesh(a);
  if (a.to.size() > 1) return fail(a.common.navmesh + " is a map; several --to are for navmeshes, so give one");
  pipeline::MapRouteArguments map;
  static_cast<pipeline::RouteSettingsArguments&>(map) = a.common;
  map.map = a.common.navmesh;
  map.obstacles = a.obstacles, map.regions = a.regions;
  map.from = a.common.from, map.to = a.common.to, map.queries = a.common.queries;
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
      "A NAVMESH is what plumb bake -o FILE.json wrote, or of any format that plumb audit reads; points have the axes "
      "of "
      "its\n"
      "scene, and stand for the first floor at or below them. Without an option for a disc the way is that of an agent "
      "without width, the shortest in "
      "plan.\n"
      "A MAP is a .json of polygons (docs/guide/routes.md). The cost of a disc's route is certain; --bound says what "
      "every\n"
      "other one costs at least.\n"
      "Exit status 1: an end is over no floor or does not fit, there is no way, or the planner found none.\n"
      "Examples: plumb route level.json --from 0,0,0 --to 12.5,0,-7/3 --svg way.svg\n"
      "          plumb route level.json --from 0,0,0 --to 12.5,0,-7/3 --radius 0.3 --weight crouch=2\n"
      "          plumb route city.json --from 0,0 --to 90,41.5 --radius 0.3 --svg way.svg\n"
      "          plumb route city.json --queries ways.csv --json ways.json");
  route.required("FILE", a.common.navmesh, "a navmesh, or a map (.json)", "");
  route.one("--from", a.common.from, "where it begins: of a map, x,y", "x,y,z");
  route.list("--to", a.to, "where it ends; on a navmesh repeatable: the nearest of several", "x,y,z");
  route.file("--queries", a.common.queries, "many questions: a line each, start, goal and perhaps radius; prints CSV",
             "FILE.csv");
  route.file("--json", a.common.json, "write the way and what it costs, exactly", "FILE.json");
  route.file("--svg", a.common.svg, "write a plan with the way", "FILE.svg");
  route.flag("--quiet", a.common.quiet, "no progress");
  route.title(of_discs);
  route.one("--radius", a.common.radius, "of the disc (default 0)", "R");
  route.one(
      "--planner", a.common.planner,
      "blockage goes by a channel first, taut is shortest, euclid is that of a point, corridor that on navmeshes: "
      "vicinity, blockage, taut, euclid or corridor (default vicinity)",
      "WORD");
  route.flag("--bound", a.common.bound, "work out what every route costs at least, which may take longer than the way");
  route.title(of_navmeshes);
  add_navmesh_up(route, a.navmesh_up);
  route.one("--at-stance", a.common.stance, "who goes there (default: the lowest)", "NAME");
  route.list("--weight", a.common.weights, "what a unit of way costs where this is the greatest stance; repeatable",
             "NAME=W");
  route.one("--window", a.common.window,
            "the height within which a border counts (default: step and what the radius rises)", "V");
  route.title(of_places);
  route.one("--ask", a.ask,
            "on a navmesh, in place of a way: nearest, raycast, move, border, random, within, reachable or components",
            "WORD");
  route.one("--within", a.within, "a distance: of nearest, border, random and within", "D");
  route.title(of_maps);
  route.list("--obstacles", a.obstacles, "polygons that block what they cover; repeatable", "FILE.json");
  route.list("--regions", a.regions, "polygons with weights, laid over the map; repeatable", "FILE.json");
  route.detail_title(in_detail);
  route.one("--swept", a.common.swept, "how much what is swept counts beside the way of the centre (default 1)", "K");
  route.one("--epsilon", a.common.spacing, "how close points are, 1/64 to 1 (default 1/4)", "E");
  route.one("--search", a.common.search, "how points are searched: dijkstra or bushwhack (default dijkstra)", "WORD");
  route.flag("--no-bound", a.common.no_bound, "the default, as older scripts say it");
  route.detail_title("Places, in detail");
  route.one("--count", a.count, "how many random places (default 1)", "N");
  route.one("--seed", a.seed, "of random places (default 0)", "N");
  route.detail_title("Lengths");
  route.one("--unit", a.common.unit, "of the level, to give lengths such as 40cm: m, cm, mm, in, ft or such as 0.03m",
            "UNIT");
  if (route.studies()) add_study_options(route, a.common);
  return {route, [=] { return run_route(route, *arguments); }};
}

}  // namespace plumb::app
