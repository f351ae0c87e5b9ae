// SPDX-License-Identifier: GPL-3.0-or-later
// Routes on a navmesh: the options of `plumb route NAVMESH`, and which of two planners answers.
//
// 1. make_route_options() checks the options.
// 2. NavmeshRoutes::find() chooses: a disc, or a cell that an update has priced, asks for disc() (find_disc_route.cpp);
//    anything else for corridor(), the shortest path over cells (NavQuery).
// 3. find_navmesh_route() does that for a navmesh in memory, or reads one, and then also writes the JSON and the
//    drawing. find_navmesh_routes() answers many questions with one NavmeshRoutes.
//
// Problem: one call for an agent without width, for a disc, and for costs. Cost: that of the planner. Exact: points,
// lengths and costs, as the planners find them. Source: ours; docs/guide/routes.md.
#include "plumb/pipeline/find_route.h"

#include <algorithm>

#include "navmesh_routes.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/split_storeys.h"
#include "plumb/pipeline/surface_query.h"

namespace plumb::pipeline {
namespace {

bool asks_for_disc(const RouteArguments& a) {
  for (const auto* option : {&a.radius, &a.planner, &a.cost, &a.samples, &a.arc_points, &a.swept, &a.joints, &a.spacing,
                             &a.search, &a.checks, &a.reference, &a.window})
    if (*option) return true;
  return a.bound || a.no_bound || !a.weights.empty();
}

}  // namespace

Result<RouteOptions> make_route_options(const RouteArguments& a) {
  if (auto error = no_nav_mesh(a.navmesh, a.reader)) return *error;
  RouteOptions o{.navmesh = a.navmesh,
                 .reader = a.reader,
                 .from = {},
                 .to = {},
                 .more_goals = {},
                 .queries = a.queries,
                 .stance = a.stance,
                 .disc = {},
                 .window = {},
                 .weights = {},
                 .json = a.json,
                 .svg = a.svg};
  if (auto error = wrong_ends(a.from, a.to, a.queries, a.svg)) return *error;
  for (const auto& [option, text, point] : {std::tuple("--from", &a.from, &o.from), std::tuple("--to", &a.to, &o.to)}) {
    if (!a.queries.empty()) break;
    auto read = read_point(option, *text);
    if (!read) return read.error();
    *point = std::move(*read);
  }
  for (const std::string& text : a.more_goals) {
    auto read = read_point("--to", text);
    if (!read) return read.error();
    o.more_goals.push_back(std::move(*read));
  }
  if (!a.more_goals.empty() && asks_for_disc(a) && a.planner != "corridor")
    return bad_option(
        "several --to are for an agent without width or weights; give one, or leave the disc's options out");
  if (!a.svg.empty() && extension_of(a.svg) != ".svg")
    return bad_option("--svg '" + a.svg + "' does not end in .svg; give it that extension");
  if (!a.json.empty() && extension_of(a.json) != ".json")
    return bad_option("--json '" + a.json + "' does not end in .json; give it that extension");
  if (a.planner == "corridor" || a.planner == "euclid") {
    RouteArguments others = a;
    others.planner.reset();
    if (!asks_for_disc(others)) {
      o.corridor = true;
      return o;
    }
    if (a.planner == "corridor")
      return bad_option("--planner corridor is for an agent without width or weights; choose vicinity");
  }
  if (!asks_for_disc(a)) return o;
  auto settings = make_route_settings(a);
  if (!settings) return settings.error();
  o.disc = std::move(*settings);
  if (a.window) {
    auto window = read_length("--window", *a.window, a.unit);
    if (!window) return window.error();
    if (*window == 0)
      return bad_option("--window '" + *a.window + "' is not above 0; give the height within which a border counts");
    o.window = std::move(*window);
  }
  for (const std::string& text : a.weights) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return bad_option("--weight '" + text + "' is not NAME=W; give a stance and its weight");
    auto weight = read_not_negative("--weight " + text.substr(0, equals), text.substr(equals + 1));
    if (!weight) return weight.error();
    o.weights.push_back({text.substr(0, equals), std::move(*weight)});
  }
  return o;
}

std::string advice_over(const NavQuery& query, const ExactPoint& point, UpAxis up, kernel::Label stance,
                        std::string otherwise) {
  return axes_advice(
      point, up, [&](const ExactPoint& p) { return static_cast<bool>(query.locate(p, stance)); }, std::move(otherwise));
}

Result<kernel::Label> stance_number(const NavMesh& mesh, const char* option, const std::optional<std::string>& name) {
  const auto& stances = mesh.info.stances;
  const auto at = name ? std::ranges::find(stances, *name, &Stance::name) : stances.begin();
  if (at == stances.end())
    return Error{ErrorCode::bad_option,
                 std::string(option) + " '" + name.value_or("") + "' is none of the navmesh; the lowest is '" +
                     stances.front().name + "'",
                 "", 0};
  return static_cast<kernel::Label>(at - stances.begin() + 1);
}

void add_line(RouteDrawing& drawing, const ExactPoint& from, NavMesh::CellIndex from_cell, const ExactPoint& to,
              NavMesh::CellIndex to_cell) {
  const auto rounded = [](const ExactPoint& p) {
    return std::array{kernel::nearest_double(p[0]), kernel::nearest_double(p[1]), kernel::nearest_double(p[2])};
  };
  drawing.line.push_back({rounded(from), rounded(to), from_cell});
  if (to_cell != from_cell) drawing.line.push_back({rounded(from), rounded(to), to_cell});
}

void add_svg(OutputFiles& files, const std::string& file, const NavMesh& mesh, const RouteDrawing& drawing,
             Progress& progress) {
  if (file.empty()) return;
  DerivedMesh derived(mesh);
  files.add(file, [&](Output& out) -> std::optional<Error> {
    export_svg(out, derived, split_storeys(derived), progress, drawing);
    return std::nullopt;
  });
}

namespace {

// What is drawn of a route: a line, straight in plan, from corner to corner.
RouteDrawing drawn(const Route& route) {
  RouteDrawing out;
  for (std::size_t i = 1; i < route.corners.size(); ++i) {
    const Route::Corner &from = route.corners[i - 1], &to = route.corners[i];
    add_line(out, from.point, from.cell, to.point, to.cell);
  }
  return out;
}

}  // namespace

Result<FoundCorridorRoute> NavmeshRoutes::corridor(const RouteOptions& o, RouteDrawing& drawing) {
  const NavMesh& mesh = mesh_;
  const auto stance = stance_number(mesh, "--at-stance", o.stance);
  if (!stance) return stance.error();
  const auto inside = [&](const ExactPoint& p) { return from_input_frame(p, mesh.info.up); };
  std::vector<ExactPoint> goals{inside(o.to)};
  for (const ExactPoint& goal : o.more_goals) goals.push_back(inside(goal));
  std::size_t reached = 0;
  const auto route = [&]() -> Result<Route> {
    if (goals.size() == 1) return query_.route(inside(o.from), goals[0], {.stance = *stance});
    auto nearest = SurfaceQuery(query_, *stance).route_to_nearest(inside(o.from), goals);
    if (!nearest) return nearest.error();
    reached = nearest->first;
    return std::move(nearest->second);
  }();
  if (!route) return route.error();
  FoundCorridorRoute found{.options = o,
                           .up = mesh.info.up,
                           .stance = mesh.info.stances[static_cast<std::size_t>(*stance) - 1].name,
                           .kinds = {},
                           .route = *route};
  if (reached > 0) found.options.to = o.more_goals[reached - 1];
  for (const std::uint32_t portal : found.route.portals) found.kinds.push_back(mesh.portals[portal].kind);
  drawing = drawn(found.route);
  for (Route::Corner& corner : found.route.corners) corner.point = to_input_frame(corner.point, found.up);
  for (ExactPoint& point : found.route.line) point = to_input_frame(point, found.up);
  return found;
}

namespace {

// Whether an update says what a unit of way costs in a cell that admits the stance.
bool is_priced(const NavMesh& mesh, kernel::Label stance) {
  return std::ranges::any_of(mesh.cells,
                             [&](const NavMesh::Cell& c) { return c.open_to() >= stance && c.updated().cost != 1; });
}

// The answer to a question.
RouteRow row_of(const RouteQuery& query, const Result<FoundNavmeshRoute>& found, bool with_json) {
  RouteRow row{.query = query, .why = {}, .cost = {}, .bound = {}};
  const auto take = [&](const LengthInterval& length, const LengthInterval& plan_length, const auto& points,
                        const auto& route) {
    row.length = {length.low, length.high}, row.plan_length = {plan_length.low, plan_length.high};
    for (const auto& p : points) row.points.push_back({p.point[0], p.point[1], p.point[2]});
    if (with_json) row.route = route_value(route);
  };
  if (!found) {
    row.why = found.error().message;
  } else if (const auto* disc = std::get_if<FoundDiscRoute>(&*found)) {
    take(disc->length, disc->plan_length, disc->line, *disc);
    row.cost = disc->facts.cost, row.bound = disc->facts.bound;
    row.why = collision_text(*disc);
  } else {
    const auto& corridor = std::get<FoundCorridorRoute>(*found);
    take(corridor.route.length, corridor.route.plan_length, corridor.route.corners, corridor);
  }
  return row;
}

}  // namespace

bool NavmeshRoutes::is_for_disc(const RouteOptions& o) const {
  if (o.disc || o.corridor || !o.more_goals.empty()) return o.disc.has_value();
  const auto stance = stance_number(mesh_, "--at-stance", o.stance);
  return stance && is_priced(mesh_, *stance);
}

Result<FoundNavmeshRoute> NavmeshRoutes::find(const RouteOptions& options, RouteDrawing& drawing) {
  RouteOptions o = options;
  LowestTerms lowest;
  lowest("--from", o.from)("--to", o.to)("--to", o.more_goals)("--window", o.window);
  for (auto& [stance, weight] : o.weights) lowest("--weight '" + stance + "'", weight);
  if (auto error = o.disc ? lowest_terms(*o.disc) : std::nullopt) return *error;
  if (lowest.refused()) return *lowest.refused();
  if (is_for_disc(o)) {
    if (!o.disc) o.disc.emplace();
    auto found = disc(o, drawing);
    if (!found) return found.error();
    return FoundNavmeshRoute(std::move(*found));
  }
  auto found = corridor(o, drawing);
  if (!found) return found.error();
  return FoundNavmeshRoute(std::move(*found));
}

Result<FoundNavmeshRoute> find_navmesh_route(const NavMesh& mesh, const RouteOptions& o, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<FoundNavmeshRoute> {
    RouteDrawing drawing;
    return NavmeshRoutes(mesh).find(o, drawing);
  });
}

Result<FoundNavmeshRoute> find_navmesh_route(
    const RouteOptions& o, Progress& progress,
    const std::function<std::optional<Error>(const FoundNavmeshRoute&)>& announce) {
  for (const std::string* file : {&o.json, &o.svg})
    if (!file->empty())
      if (auto error = OutputFiles::check({*file})) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundNavmeshRoute> {
    Stages stage(progress, {{"read", 5}, {"route", o.disc ? 20.0 : 2.0}, {"write", 3}});
    const auto mesh = stage("read", [&] { return read_nav_mesh(o.navmesh, o.reader); });
    if (!mesh) return mesh.error();
    RouteDrawing drawing;
    auto found = stage("route", [&] { return NavmeshRoutes(*mesh).find(o, drawing); });
    if (!found) return found.error();
    OutputFiles files;
    stage("write", [&] {
      if (!o.json.empty())
        files.add(o.json, [&](Output& file) -> std::optional<Error> {
          if (const auto* disc = std::get_if<FoundDiscRoute>(&*found)) file.write(disc_route_json(*disc));
          else file.write(route_json(std::get<FoundCorridorRoute>(*found)));
          return std::nullopt;
        });
      add_svg(files, o.svg, *mesh, drawing, progress);
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(*found, announce)) return *error;
    return std::move(*found);
  });
}

Result<std::vector<RouteRow>> find_navmesh_routes(
    const RouteOptions& o, Progress& progress,
    const std::function<std::optional<Error>(const std::vector<RouteRow>&)>& announce) {
  if (!o.json.empty())
    if (auto error = OutputFiles::check({o.json})) return *error;
  return unless_cancelled(progress, [&]() -> Result<std::vector<RouteRow>> {
    Stages stage(progress, {{"read", 5}, {"routes", 50}, {"write", 3}});
    const auto queries = read_route_queries(o.queries, 3);
    if (!queries) return queries.error();
    const auto mesh = stage("read", [&] { return read_nav_mesh(o.navmesh, o.reader); });
    if (!mesh) return mesh.error();
    NavmeshRoutes routes(*mesh);
    std::vector<RouteRow> rows;
    const auto wrong = stage("routes", [&]() -> std::optional<Error> {
      for (const RouteQuery& query : *queries) {
        cancellation_point();
        RouteOptions one = o;
        for (std::size_t k = 0; k < 3; ++k) one.from[k] = query.from[k], one.to[k] = query.to[k];
        if (query.radius && (o.disc || *query.radius > 0)) {
          if (o.corridor)
            return at_line(bad_option("--planner corridor is for an agent without width; choose vicinity"), o.queries,
                           query);
          if (!one.disc) one.disc.emplace();
          one.disc->radius = *query.radius;
        }
        RouteDrawing drawing;
        const auto found = routes.find(one, drawing);
        if (!found && !is_answer(found.error())) return at_line(found.error(), o.queries, query);
        rows.push_back(row_of(query, found, !o.json.empty()));
        WorkRange::tell(static_cast<double>(rows.size()) / static_cast<double>(queries->size()));
      }
      return std::nullopt;
    });
    if (wrong) return *wrong;
    if (auto error = write_routes(o.json, o.navmesh, rows, announce)) return *error;
    return rows;
  });
}

}  // namespace plumb::pipeline
