// SPDX-License-Identifier: GPL-3.0-or-later
// Routes of a disc on a navmesh: from the planner's pieces in plan to stops, cells and portals in the scene's axes.
//
// 1. DiscRoutes::find() resolves what the options name, finds the cells at both ends (NavQuery::locate), and asks the
//    planner: on_floors() that of floors (floor_planner.h), on_layer() one of maps (layer_routes.cpp).
// 2. Each piece goes to a CellRoute. Where it changes its cell, first_portal() finds the portal: the first in the order
//    of the mesh on which the place lies, for a gap the one where both places have the same share.
// 3. reason() says why there is no route: which end does not fit and next to what, which passage closes the widest way,
//    or that the planner found none over its points.
// The window within which border counts is the bake's step plus what a disc rises on the steepest ground of the bake
// (default_window), unless an option gives it.
// Cost. That of the planner; each change of a cell looks at the portals of the cell.
// Exactness. Heights, places and shares are fractions; the drawing has doubles.
#include "navmesh_routes.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/bake_settings.h"
#include "plumb/pipeline/json.h"
#include "plumb/plan/floor_planner.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using Ends = std::array<PlanPoint, 2>;

// The share of a segment at which a place is, from 0 to 1; none if it is not on the segment, or the segment is a point.
std::optional<mpq_class> share_on(const Ends& s, const PlanPoint& place) {
  if (s[0] == s[1] || kernel::orient2d(s[0], s[1], place) != 0) return std::nullopt;
  mpq_class share = kernel::share_along(s[0], s[1], place);
  if (share < 0 || share > 1) return std::nullopt;
  return share;
}

// The first portal from one cell to another for which is_passed(kind, ends on the first, ends on the second) holds.
template <class IsPassed>
std::optional<std::uint32_t> first_portal(const NavMesh& mesh, const std::vector<NavQuery::Neighbour>& neighbours,
                                          NavMesh::CellIndex from, NavMesh::CellIndex to, IsPassed&& is_passed) {
  for (const NavQuery::Neighbour& n : neighbours) {
    if (n.cell != to) continue;
    const NavMesh::Portal& p = mesh.portals[n.portal];
    const auto ends = [&](const std::array<NavMesh::PointIndex, 2>& on) {
      return Ends{plan_of(mesh.points[on[0]]), plan_of(mesh.points[on[1]])};
    };
    const bool forward = p.a == from;
    if (is_passed(p.kind, ends(forward ? p.on_a : p.on_b), ends(forward ? p.on_b : p.on_a))) return n.portal;
  }
  return std::nullopt;
}

bool straight(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  ExactPoint a, b;
  for (std::size_t k = 0; k < 3; ++k) a[k] = q[k] - p[k], b[k] = r[k] - q[k];
  return kernel::formulas::parallel(a, b) &&
         std::ranges::all_of(std::array{0u, 1u, 2u}, [&](std::size_t k) { return sgn(a[k]) * sgn(b[k]) >= 0; });
}

}  // namespace

void CellRoute::begin(const ExactPoint& at, NavMesh::CellIndex cell) {
  stops_.push_back({at, cell});
  cells_.push_back(cell);
}

void CellRoute::enter(const ExactPoint& at, NavMesh::CellIndex cell) {
  if (cell == last().cell) return;
  const PlanPoint place = plan_of(at);
  const auto portal = first_portal(mesh_, query_.neighbours(last().cell, stance_), last().cell, cell,
                                   [&](PortalKind kind, const Ends& near, const Ends&) {
                                     return kind != PortalKind::weld && share_on(near, place);
                                   });
  pass(cell, portal);
  if (at == last().point) stops_.push_back({at, cell});
  else stops_.push_back({at, cell, PortalKind::step, portal.value_or(Route::no_portal)});
}

void CellRoute::go(const ExactPoint& to) {
  if (to != last().point) stops_.push_back({to, last().cell});
}

void CellRoute::cross(const ExactPoint& to, NavMesh::CellIndex cell) {
  const PlanPoint here = plan_of(last().point), there = plan_of(to);
  const auto portal = first_portal(mesh_, query_.neighbours(last().cell, stance_), last().cell, cell,
                                   [&](PortalKind kind, const Ends& near, const Ends& far) {
                                     const auto share = share_on(near, here);
                                     return kind == PortalKind::weld && share && share == share_on(far, there);
                                   });
  pass(cell, portal);
  stops_.push_back({to, cell, PortalKind::weld, portal.value_or(Route::no_portal)});
}

void CellRoute::pass(NavMesh::CellIndex cell, const std::optional<std::uint32_t>& portal) {
  cells_.push_back(cell);
  portals_.push_back(portal.value_or(Route::no_portal));
}

void CellRoute::tell(FoundDiscRoute& found) const {
  found.cells = cells_;
  found.portals = portals_;
  for (const std::uint32_t portal : portals_)
    found.kinds.push_back(portal == Route::no_portal ? PortalKind::step : mesh_.portals[portal].kind);
  auto& line = found.line;
  for (const Stop& stop : stops_) {
    // A point on a flush portal is a stop for the drawing only.
    if (!line.empty() && !stop.over && stop.point == line.back().point) continue;
    if (line.size() > 1 && !stop.over && !line.back().over &&
        straight(line[line.size() - 2].point, line.back().point, stop.point))
      line.pop_back();
    line.push_back(stop);
  }
  if (line.size() == 1) line.push_back(stops_.back());
}

namespace {

// The step plus what a disc rises on the steepest ground of the bake; none if the navmesh does not say how steep that
// is.
std::optional<mpq_class> default_window(const NavMeshInfo& info, const mpq_class& radius) {
  BakeSettings settings;
  settings.stances = info.stances;
  settings.step = info.step;
  settings.radius = radius;
  settings.slope.reset();
  try {
    const JsonDocument options = JsonDocument::parse(info.options);
    for (const auto& [name, value] :
         {std::pair("slope", &settings.slope), std::pair("slope_ratio", &settings.slope_ratio),
          std::pair("slope_cos", &settings.slope_cos)})
      if (const auto given = options.root().find(name); given && given->is_text())
        *value = kernel::parse_rational(given->text());
  } catch (const std::exception&) {
    return std::nullopt;
  }
  if (radius == 0) return std::max(info.step, mpq_class(1));
  const auto made = checked(settings);
  return made ? std::optional(made->window) : std::nullopt;
}

}  // namespace

class NavmeshRoutes::DiscRoutes {
 public:
  DiscRoutes(const NavMesh& mesh, const NavQuery& query) : mesh_(mesh), derived_(mesh), query_(query) {}

  // What is reported, in the axes of the mesh.
  Result<FoundDiscRoute> find(const RouteOptions& options) {
    o_ = options;
    const auto stance = stance_number(mesh_, "--at-stance", o_.stance);
    if (!stance) return stance.error();
    floor_options_.stance = *stance;
    for (const auto& [name, weight] : o_.weights) {
      const auto number = stance_number(mesh_, "--weight", name);
      if (!number) return number.error();
      floor_options_.weights[*number] = weight;
    }
    const auto window = o_.window ? o_.window : default_window(mesh_.info, o_.disc->radius);
    if (!window) return bad_option("the navmesh does not say how steep its ground may be; give --window");
    floor_options_.window = *window;
    found_ = {};
    points_.clear();
    found_.options = o_;
    found_.options.window = window;
    found_.up = mesh_.info.up;
    found_.stance = mesh_.info.stances[static_cast<std::size_t>(*stance) - 1].name;
    way_.emplace(mesh_, query_, *stance);
    const ExactPoint from = from_input_frame(o_.from, mesh_.info.up), to = from_input_frame(o_.to, mesh_.info.up);
    const auto start = query_.locate(from, *stance), goal = query_.locate(to, *stance);
    if (!start) return no_floor("--from", o_.from);
    if (!goal) return no_floor("--to", o_.to);
    const LayerEnd ends[] = {{{from[0], from[1]}, *start}, {{to[0], to[1]}, *goal}};
    const bool on_all = o_.disc->planner == plan::PlannerKind::vicinity;
    if (auto error = on_all ? on_floors(ends[0], ends[1]) : on_layer(ends[0], ends[1])) return *error;
    way_->tell(found_);
    for (FoundDiscRoute::Stop& stop : found_.line) stop.point = to_input_frame(stop.point, mesh_.info.up);
    return std::move(found_);
  }

  RouteDrawing drawing() const {
    RouteDrawing out{.line = {}, .radius = o_.disc->radius.get_d(), .points = points_};
    const auto& stops = way_->stops();
    for (std::size_t i = 1; i < stops.size(); ++i)
      add_line(out, stops[i - 1].point, stops[i - 1].cell, stops[i].point, stops[i].cell);
    return out;
  }

 private:
  Error no_floor(const char* option, const ExactPoint& point) const {
    return {ErrorCode::no_floor,
            "no floor where '" + found_.stance + "' fits is at or below " + option + " " + kernel::point_text(point) +
                "; " +
                advice_over(query_, from_input_frame(point, mesh_.info.up), mesh_.info.up, floor_options_.stance,
                            "give a point over such a floor"),
            "", 0};
  }
  ExactPoint outside(const kernel::PlanPoint& at, const mpq_class& height) const {
    return to_input_frame({at[0], at[1], height}, mesh_.info.up);
  }
  std::array<ExactPoint, 2> border(const plan::FloorPlan& plan, plan::PlanMap::Index i) const {
    const auto& points = plan.border.points;
    const plan::PlanMap::Segment& s = plan.border.segments[i];
    return {outside(points[s.from].at, plan.heights.ends[i][0]), outside(points[s.to].at, plan.heights.ends[i][1])};
  }
  std::string disc_text() const { return "a disc of radius " + kernel::exact_text(o_.disc->radius); }

  std::optional<Error> on_floors(const LayerEnd& start, const LayerEnd& goal) {
    if (!floors_) floors_.emplace(make_nav_floors(derived_, floor_options_));
    if (!*floors_) return floors_->error();
    NavFloors& floors = **floors_;
    floors.plan.heights.window = floor_options_.window;
    if (!planner_) planner_.emplace(floors.plan, *o_.disc);
    plan::FloorPlanner& planner = *planner_;
    const auto end = [&](const LayerEnd& e) {
      return plan::RouteEnd{e.at, floors.triangles_at(e.at, e.place.height, e.place.cells)};
    };
    const plan::FloorRoute route = planner(end(start), end(goal), o_.disc->radius);
    if (route.answer != plan::FloorRoute::Answer::found) return reason(floors.plan, route, start, goal);
    static_cast<plan::RouteFacts&>(found_.facts) = route;
    found_.length = route.length, found_.plan_length = route.plan_length;
    const auto cell = [&](plan::PlanTriangulation::Index triangle) { return floors.facet_of(triangle).cell; };
    for (const plan::FloorRoute::Piece& piece : route.pieces) {
      const ExactPoint p{piece.p[0], piece.p[1], piece.from_height}, q{piece.q[0], piece.q[1], piece.to_height};
      if (!way_->has_begun()) way_->begin(p, cell(piece.in.triangle));
      else way_->enter(p, cell(piece.in.triangle));
      if (piece.in.beyond == plan::PlanTriangulation::none) way_->go(q);
      else way_->cross(q, cell(piece.in.beyond));
    }
    if (route.collision) {
      const plan::FloorRoute::Piece& piece = route.pieces[route.collision->piece];
      found_.colliding = {outside(piece.p, piece.from_height), outside(piece.q, piece.to_height)};
      found_.border = border(floors.plan, route.collision->obstacle);
    }
    // More points would run into one another.
    if (!o_.svg.empty() && route.counts.reached <= 20'000)
      for (const plan::FloorPlanner::Point& p : planner.steiner_points())
        points_.push_back({{p.at[0], p.at[1], 0}, {p.at[0], p.at[1], 0}, cell(p.triangle)});
    return std::nullopt;
  }

  Error reason(const plan::FloorPlan& plan, const plan::FloorRoute& route, const LayerEnd& start,
               const LayerEnd& goal) const {
    const auto no = [](std::string message) { return Error{ErrorCode::unreachable, std::move(message), "", 0}; };
    const bool at_start = route.answer == plan::FloorRoute::Answer::start_touched;
    if (route.obstacle) {
      const LayerEnd& end = at_start ? start : goal;
      const auto [a, b] = border(plan, *route.obstacle);
      const plan::PlanMap::Segment& s = plan.border.segments[*route.obstacle];
      return no(
          (at_start ? "--from " : "--to ") + kernel::point_text(outside(end.at, end.place.height)) + ": " +
          disc_text() + " does not fit there; the border from " + kernel::point_text(a) + " to " +
          kernel::point_text(b) + " is at a distance of " +
          root_text(kernel::squared_distance(end.at, plan.border.points[s.from].at, plan.border.points[s.to].at)));
    }
    const std::string ends = kernel::point_text(outside(start.at, start.place.height)) + " to " +
                             kernel::point_text(outside(goal.at, goal.place.height));
    if (route.answer == plan::FloorRoute::Answer::unreachable)
      return no(
          "'" + found_.stance + "' cannot get from " + ends +
          ", however small the disc; plumb explain --from --to, with the options of the bake, says what would join "
          "them");
    if (route.passage) {
      const auto& [at, height] = *route.passage;
      return no(disc_text() + " does not pass from " + ends + ": the widest way is narrowest between " +
                kernel::point_text(outside(at[0], height[0])) + " and " +
                kernel::point_text(outside(at[1], height[1])) + ", where it is as wide as " +
                root_text(squared_width(*route.passage)));
    }
    return no("'" + found_.stance + "' gets from " + ends + ", but no way over the points of the planner " +
              text_of(o_.disc->planner) + " was found for " + disc_text() + "; try a smaller --epsilon or --radius");
  }

  std::optional<Error> on_layer(const LayerEnd& start, const LayerEnd& goal) {
    if (!layer_) layer_ = std::make_unique<LayerPlanner>(derived_, floor_options_, *o_.disc);
    auto found = layer_->find(start, goal, o_.disc->radius, *way_);
    if (!found) return found.error();
    static_cast<plan::RouteFacts&>(found_.facts) = found->route;
    found_.length = found->length, found_.plan_length = found->plan_length;
    if (found->route.collision) {
      for (const std::size_t k : {0u, 1u}) {
        found_.colliding[k] = to_input_frame(found->colliding[k], mesh_.info.up);
        found_.border[k] = to_input_frame(found->border[k], mesh_.info.up);
      }
    }
    return std::nullopt;
  }

  const NavMesh& mesh_;
  DerivedMesh derived_;
  const NavQuery& query_;
  // Made for the first question that needs it. The floors are those of any window.
  std::optional<Result<NavFloors>> floors_;
  std::optional<plan::FloorPlanner> planner_;
  std::unique_ptr<LayerPlanner> layer_;
  // Of the question:
  RouteOptions o_;
  NavFloorOptions floor_options_;
  FoundDiscRoute found_;
  std::optional<CellRoute> way_;
  std::vector<DrawnLine> points_;
};

NavmeshRoutes::NavmeshRoutes(const NavMesh& mesh) : mesh_(mesh), query_(mesh) {}
NavmeshRoutes::~NavmeshRoutes() = default;

Result<FoundDiscRoute> NavmeshRoutes::disc(const RouteOptions& options, RouteDrawing& drawing) {
  if (!discs_) discs_ = std::make_unique<DiscRoutes>(mesh_, query_);
  auto found = discs_->find(options);
  if (found) drawing = discs_->drawing();
  return found;
}

}  // namespace plumb::pipeline
