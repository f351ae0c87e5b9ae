// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/plan/route_planner.h"

#include <algorithm>

#include "blockage_planner.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/euclid.h"
#include "plumb/plan/route_bound.h"

namespace plumb::plan {
using kernel::PlanPoint;

struct RoutePlanner::State {
  State(const PlanMap& m, const RouteSettings& s)
      : map(m),
        settings(s),
        squared_radius(s.radius * s.radius),
        passability(m),
        barriers(plan::barriers(passability.clearance(), squared_radius)),
        triangulation(triangulate(m, KeptSegments::obstacles_and_borders,
                                  segments_of(s.planner == PlannerKind::blockage ? std::span<const Passage>(barriers)
                                                                                 : std::span<const Passage>()))),
        area(triangulation),
        cost(area, s.radius, s.cost),
        survey(cost, passability.obstacles()) {
    if (s.planner == PlannerKind::vicinity) {
      middles = passage_middles(triangulation, passability.obstacles(), squared_radius);
      graph.emplace(cost, passability.obstacles(), survey, middles, s.points);
      search.emplace(*graph);
    }
    if (s.planner == PlannerKind::blockage)
      blockage.emplace(cost, passability.obstacles(), survey, BlockageOptions{s.points, s.search, s.reference, true});
    if (m.weights.size() == 1) taut.emplace(passability.clearance(), passability.obstacles());
    else if (s.bound) bound.emplace(m, passability.obstacles(), barriers, s.radius, s.cost.swept);
    if (s.planner == PlannerKind::euclid) {
      open = triangulate(m, KeptSegments::obstacles, segments_of(barriers));
      euclid.emplace(open);
    }
  }

  std::vector<PlanPoint> find(const PlanPoint& from, const PlanPoint& to, PlannedRoute& out) {
    if (settings.planner == PlannerKind::euclid) {
      const auto path = euclid->path(from, to);
      out.counts.settled = euclid->expanded();
      return path ? path->points : std::vector<PlanPoint>{};
    }
    if (settings.planner == PlannerKind::taut) {
      const auto path = taut->find(from, to, settings.radius);
      out.counts.settled = taut->counts().turns, out.counts.evaluated = taut->counts().tested;
      if (!path) return {};
      out.shortest = path->length, out.turns = path->turns;
      return clear_points(*path, from, to, settings.radius, passability.obstacles());
    }
    const bool channel = blockage.has_value();
    const auto route = channel ? blockage->route(from, to) : search->route(from, to, settings.search);
    out.counts = channel ? blockage->counts() : search->counts();
    out.steiner_points = channel ? blockage->steiner_points() : graph->size() - triangulation.points.size();
    return route ? without_straight(*route) : std::vector<PlanPoint>{};
  }

  // What every route costs at least. `most`: what a known route costs.
  std::optional<mpq_class> least(const PlanPoint& from, const PlanPoint& to, const std::optional<mpq_class>& most) {
    if (!settings.bound) return std::nullopt;
    std::optional<mpq_class> shortest;
    if (taut)
      if (const auto path = taut->find(from, to, settings.radius)) shortest = cost_of(path->length, from).low;
    return cost_bound(bound, from, to, shortest, most);
  }
  // What a way of that length costs where there is a single weight: the disc sweeps K times the way, and the disc at
  // the start is added.
  kernel::RationalInterval cost_of(const kernel::RationalInterval& length, const PlanPoint& from) const {
    const mpq_class unit = map.weights[0] * (1 + (cost.sweeps() ? settings.cost.swept : mpq_class(0)));
    const PlanPoint start[] = {from};
    const kernel::RationalInterval disc = cost.exact(start);
    return {unit * length.low + disc.low, unit * length.high + disc.high};
  }

  const PlanMap& map;
  const RouteSettings settings;
  const mpq_class squared_radius;
  PassabilityQuery passability;
  std::vector<Passage> barriers;
  PlanTriangulation triangulation;
  WeightedArea area;
  RouteCost cost;
  TriangleSurvey survey;
  std::vector<PassageMiddle> middles;
  std::optional<SteinerGraph> graph;
  std::optional<SteinerSearch> search;
  std::optional<BlockagePlanner> blockage;
  std::optional<RouteBound> bound;
  std::optional<TautSearch> taut;  // where there is one weight
  PlanTriangulation open;          // of obstacles and barriers, for euclid
  std::optional<EuclidPlanner> euclid;
};

std::optional<std::string> RoutePlanner::refusal(const PlanMap& map, const RouteSettings& settings) {
  const bool euclid = settings.planner == PlannerKind::euclid;
  if (euclid && settings.radius > 0) return "the planner euclid is for a point: radius 0; taut is for a disc";
  if (map.weights.size() == 1 || (!euclid && settings.planner != PlannerKind::taut)) return std::nullopt;
  return "the planner " + std::string(euclid ? "euclid" : "taut") + " is for one weight, and the map has several";
}

RoutePlanner::RoutePlanner(const PlanMap& map, const RouteSettings& settings)
    : state_(std::make_unique<State>(map, settings)) {}
RoutePlanner::RoutePlanner(RoutePlanner&&) noexcept = default;
RoutePlanner::~RoutePlanner() = default;

RouteAnswer RoutePlanner::operator()(const PlanPoint& from, const PlanPoint& to) {
  State& s = *state_;
  RouteAnswer out{s.passability(from, to, s.squared_radius), {}};
  if (out.passability.answer != Passability::Answer::passable) return out;
  PlannedRoute& route = out.route;
  route.points = s.find(from, to, route);
  std::optional<mpq_class> most;
  if (!route.points.empty()) {
    // A capsule that counts whole is one of the points' pieces.
    route.cost = route.shortest && !s.settings.cost.whole_capsules ? s.cost_of(*route.shortest, from)
                                                                   : s.cost.exact(route.points);
    route.estimated = s.cost.estimated(route.points);
    if (s.settings.points.checks == RouteChecks::document)
      for (std::size_t i = 1; i < route.points.size() && !route.collision; ++i)
        if (const auto obstacle =
                s.passability.obstacles().stops_along(route.points[i - 1], route.points[i], s.squared_radius))
          route.collision = {i - 1, *obstacle};
    // A way that collides is no route, so its cost bounds nothing.
    if (!route.collision) most = route.cost.high;
  }
  route.bound = s.least(from, to, most);
  return out;
}

const RouteSettings& RoutePlanner::settings() const { return state_->settings; }
PassabilityQuery& RoutePlanner::passability() { return state_->passability; }
const PlanTriangulation& RoutePlanner::triangulation() const { return state_->triangulation; }
const std::vector<Passage>& RoutePlanner::barriers() const { return state_->barriers; }
std::vector<PlanTriangulation::Index> RoutePlanner::channel() const {
  return state_->blockage ? state_->blockage->channel() : std::vector<PlanTriangulation::Index>{};
}

std::vector<DoublePoint> RoutePlanner::steiner_points() {
  std::vector<DoublePoint> out;
  if (state_->graph)
    for (SteinerGraph::Index i = 0; i < state_->graph->size(); ++i)
      if (state_->graph->is_free(i)) out.push_back(state_->graph->near(i));
  return out;
}

}  // namespace plumb::plan
