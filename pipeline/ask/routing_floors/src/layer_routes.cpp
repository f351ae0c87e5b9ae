// SPDX-License-Identifier: GPL-3.0-or-later
#include "navmesh_routes.h"

#include <algorithm>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/route_settings_text.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;

// Routes on the map that a navmesh is if no floor lies over another one.
class LayerRoutes {
 public:
  LayerRoutes(DerivedMesh& derived, const NavFloorOptions& options)
      : derived_(derived), mesh_(derived.mesh()), options_(options) {
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c)
      if (mesh_.cells[c].open_to() >= options.stance) cells_.push_back(c);
  }

  std::variant<plan::PlanMap, plan::MapError> map() {
    plan::MapLayer layer;
    for (const NavMesh::CellIndex c : cells_) {
      kernel::PlanRing ring;
      for (const NavMesh::PointIndex p : derived_.outline(c)) ring.push_back(plan_of(mesh_.points[p]));
      layer.polygons.push_back({{{std::move(ring)}}, weight_of(mesh_.cells[c], options_)});
    }
    std::vector<std::array<PlanPoint, 2>> walls;
    for (const BorderInterval& b : derived_.border(options_.stance))
      walls.push_back({plan_of(mesh_.points[b.from]), plan_of(mesh_.points[b.to])});
    return make_plan_map(std::span(&layer, 1), walls);
  }

  // Turns a way in plan into one in space, facet by facet. Returns false if it begins or ends on a floor that is not
  // joined with its end there.
  bool lift(const std::vector<PlanPoint>& plan, const NavFloors& floors, const LayerEnd& from, const LayerEnd& to,
            CellRoute& way, LayerRoute& out) const {
    kernel::RootSum length(128), plan_length(128);
    const auto enter = [&](const PlanPoint& at, NavMesh::CellIndex cell, const mpq_class& height) {
      return (cell == way.last().cell && height == way.last().point[2]) ||
             enter_cell(floors, at, cell, height, way, length);
    };
    const ExactPoint start{from.at[0], from.at[1], from.place.height};
    for (std::size_t i = 1; i < plan.size(); ++i) {
      plan_length.add_root(kernel::squared_distance(plan[i - 1], plan[i]));
      for (const FacetPart& part : facets_along(plan[i - 1], plan[i])) {
        const ExactPoint p = on_facet(part, place(plan[i - 1], plan[i], part.share.from)),
                         q = on_facet(part, place(plan[i - 1], plan[i], part.share.to));
        if (!way.has_begun()) way.begin(start, one_of(from.place.cells, part.cell));
        if (!enter(plan_of(p), part.cell, p[2])) return false;
        length.add_root(kernel::squared_distance(plan_of(p), plan_of(q)) + square(q[2] - p[2]));
        way.go(q);
      }
    }
    if (!way.has_begun()) way.begin(start, from.place.cells.front());
    const NavMesh::CellIndex last = one_of(to.place.cells, way.last().cell);
    if (!enter(to.at, last, to.place.height)) return false;
    out.length = length.value(), out.plan_length = plan_length.value();
    return true;
  }

  ExactPoint lifted(const PlanPoint& p) const { return {p[0], p[1], height_at(p)}; }

 private:
  // A facet along a straight piece, and the share of the piece on it.
  struct FacetPart {
    kernel::ExactInterval share;
    NavMesh::CellIndex cell;
    std::uint32_t facet;
  };

  static mpq_class square(const mpq_class& v) { return v * v; }
  // A cell, if it is one of those at an end; else the first of these.
  static NavMesh::CellIndex one_of(const std::vector<NavMesh::CellIndex>& cells, NavMesh::CellIndex cell) {
    return std::ranges::binary_search(cells, cell) ? cell : cells.front();
  }

  // Goes to a cell at the same place through all cells between, over portals on which the place lies. Returns false if
  // the cell is not joined there.
  bool enter_cell(const NavFloors& floors, const PlanPoint& at, NavMesh::CellIndex cell, const mpq_class& height,
                  CellRoute& way, kernel::RootSum& length) const {
    const auto triangle_at = [&](NavMesh::CellIndex c, const mpq_class& z) {
      const auto found = floors.triangles_at(at, z, std::span(&c, 1));
      return found.empty() ? plan::PlanTriangulation::none : found.front();
    };
    const auto here = triangle_at(way.last().cell, way.last().point[2]), there = triangle_at(cell, height);
    if (here == plan::PlanTriangulation::none || there == plan::PlanTriangulation::none) return false;
    const auto steps = steps_at(floors.plan, at, here, there);
    if (!steps) return false;
    for (const auto& [left, entered] : *steps) {
      const mpq_class z = floors.plan.triangulation.height(entered / 3, at);
      length.add_root(square(z - way.last().point[2]));
      way.enter({at[0], at[1], z}, floors.facet_of(entered / 3).cell);
    }
    return true;
  }

  static PlanPoint place(const PlanPoint& p, const PlanPoint& q, const mpq_class& share) {
    if (share == 1) return q;
    return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
  }
  ExactPoint on_facet(const FacetPart& part, const PlanPoint& at) const {
    return {at[0], at[1], plane_height(mesh_, mesh_.cells[part.cell].facets[part.facet], at[0], at[1])};
  }

  // The facets along the way, one after the other; where it runs between two, the first of them.
  std::vector<FacetPart> facets_along(const PlanPoint& p, const PlanPoint& q) const {
    std::vector<FacetPart> all, out;
    const PlanPoint run{q[0] - p[0], q[1] - p[1]};
    for (const NavMesh::CellIndex c : cells_)
      for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
        const auto ring = mesh_.cells[c].facets[f].ring();
        const auto share = kernel::part_over(kernel::ExactInterval{0, 1}, p, run, ring.size(),
                                             [&](std::size_t k) { return plan_of(mesh_.points[ring[k]]); });
        if (share && share->from < share->to) all.push_back({*share, c, f});
      }
    std::ranges::stable_sort(all, {}, [](const FacetPart& part) { return part.share.from; });
    mpq_class reached = 0;
    for (FacetPart& part : all) {
      if (part.share.to <= reached) continue;
      part.share.from = std::max(part.share.from, reached);
      reached = part.share.to;
      out.push_back(part);
    }
    return out;
  }

  NavMesh::CellIndex cell_at(const PlanPoint& p) const {
    const auto found = std::ranges::find_if(
        cells_, [&](NavMesh::CellIndex c) { return cell_height(mesh_, c, p[0], p[1]).has_value(); });
    return found == cells_.end() ? 0 : *found;
  }
  mpq_class height_at(const PlanPoint& p) const { return cell_height(mesh_, cell_at(p), p[0], p[1]).value_or(0); }

  DerivedMesh& derived_;
  const NavMesh& mesh_;
  const NavFloorOptions& options_;
  std::vector<NavMesh::CellIndex> cells_;  // those taken: polygons of the map
};

}  // namespace

struct LayerPlanner::State {
  State(DerivedMesh& mesh, const NavFloorOptions& options, const plan::RouteSettings& s)
      : layer(mesh, options), settings(s), map(layer.map()), floors(make_nav_floors(mesh, options)) {}

  LayerRoutes layer;
  plan::RouteSettings settings;
  const std::variant<plan::PlanMap, plan::MapError> map;
  const Result<NavFloors> floors;
  std::optional<plan::RoutePlanner> planner;
};

LayerPlanner::LayerPlanner(DerivedMesh& mesh, const NavFloorOptions& options, const plan::RouteSettings& settings)
    : state_(std::make_unique<State>(mesh, options, settings)) {}
LayerPlanner::~LayerPlanner() = default;

Result<LayerRoute> LayerPlanner::find(const LayerEnd& from, const LayerEnd& to, const mpq_class& radius,
                                      CellRoute& way) {
  State& s = *state_;
  const std::string name = std::string("--planner ") + text_of(s.settings.planner);
  if (std::holds_alternative<plan::MapError>(s.map))
    return bad_option(name +
                      " needs a navmesh of one layer, and this one has floors over one another; choose vicinity");
  const plan::PlanMap& plan = std::get<plan::PlanMap>(s.map);
  s.settings.radius = radius;
  if (const auto refused = plan::RoutePlanner::refusal(plan, s.settings)) return bad_option("--planner: " + *refused);
  if (!s.floors) return s.floors.error();
  if (!s.planner) s.planner.emplace(plan, s.settings);
  const plan::RouteAnswer answer = (*s.planner)(from.at, to.at, radius);
  if (answer.route.points.empty())
    return Error{ErrorCode::unreachable, why_no_route(plan, s.settings, from.at, to.at, answer.passability), "", 0};
  LayerRoute out;
  out.route = answer.route;
  if (!s.layer.lift(answer.route.points, *s.floors, from, to, way, out))
    return bad_option(name +
                      " sees floors from above, and an end is where two of them meet that are not joined there; choose "
                      "vicinity");
  if (const auto& collision = answer.route.collision) {
    const plan::PlanMap::Segment& segment = plan.segments[collision->obstacle];
    out.colliding = {s.layer.lifted(answer.route.points[collision->piece]),
                     s.layer.lifted(answer.route.points[collision->piece + 1])};
    out.border = {s.layer.lifted(plan.points[segment.from].at), s.layer.lifted(plan.points[segment.to].at)};
  }
  return out;
}

}  // namespace plumb::pipeline
