// SPDX-License-Identifier: LGPL-3.0-or-later
// Routes of discs on a map, for every radius and by any of the planners.
// Problem. What a planner needs is of the map, or of the map and a radius. The first is made once, the second when a
// radius is first asked for; of it the last few are kept.
// 1. Ground is a triangulation with what all radii use of it. There is one of obstacles and borders, and with the
//    planner blockage one for each set of barriers.
// 2. ForRadius has the cost, the middles of passages, and the search of a radius; later what its bound needs.
// 3. operator() asks whether the disc passes (PassabilityQuery), and find() plans. Where all weighs the same nothing is
//    searched over points: the cheapest route is the shortest path of the disc (TautSearch), and the route is a polygon
//    around that (clear_points). Else what a search over points finds is improved by descent (route_descent.h).
// 4. least() is the bound: by intervals, and where all weighs the same by the shortest path.
// Cost. That of the searches; a new radius costs what is proportional to the passages that are hardly wider than it.
// Exactness. Whether the disc passes and what a route costs is exact; searches compare doubles.
// Source: the planners are those of Koutsoumpas, 4.1 and 4.2.
#include "plumb/plan/route_planner.h"

#include <algorithm>

#include "blockage_planner.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/euclid.h"
#include "plumb/plan/route_bound.h"
#include "route_descent.h"

namespace plumb::plan {
using kernel::PlanPoint;

namespace {

// A triangulation, and what all radii use of it.
struct Ground {
  explicit Ground(PlanTriangulation made)
      : triangulation(std::move(made)), area(triangulation), shape(area), euclid(triangulation) {}
  Ground(const Ground&) = delete;

  const PlanTriangulation triangulation;
  const WeightedArea area;
  const SteinerShape shape;
  EuclidPlanner euclid;
};

// What the routes of one radius need beside it.
struct ForRadius {
  // @param searches whether routes are searched over points
  ForRadius(const mpq_class& r, const RouteSettings& settings, PassabilityQuery& passability,
            std::shared_ptr<Ground> ground_of_radius, bool searches)
      : radius(r),
        squared_radius(r * r),
        barriers(passability.barriers(squared_radius)),
        ground(std::move(ground_of_radius)),
        cost(ground->area, r, settings.cost),
        survey(cost, passability.obstacles()) {
    if (!searches) return;
    auto on_edges = passage_middles(ground->triangulation, passability.hardly_wider(squared_radius));
    const Obstacles& obstacles = passability.obstacles();
    if (settings.planner == PlannerKind::blockage) {
      blockage.emplace(cost, obstacles, survey, ground->shape, std::move(on_edges),
                       BlockageOptions{settings.points, settings.search, settings.reference, true});
      return;
    }
    middles = std::move(on_edges);
    graph.emplace(cost, obstacles, survey, ground->shape, middles, settings.points);
    search.emplace(*graph, &ground->euclid);
  }
  ForRadius(const ForRadius&) = delete;

  const mpq_class radius, squared_radius;
  const std::span<const Passage> barriers;
  const std::shared_ptr<Ground> ground;
  const RouteCost cost;
  TriangleSurvey survey;
  std::vector<PassageMiddle> middles;
  std::optional<SteinerGraph> graph;
  std::optional<SteinerSearch> search;
  std::optional<BlockagePlanner> blockage;
  std::optional<RouteBound> intervals;  // for bounds
};

}  // namespace

struct RoutePlanner::State {
  State(const PlanMap& m, const RouteSettings& s)
      : map(m),
        settings(s),
        passability(m),
        ground(std::make_shared<Ground>(triangulate(m, KeptSegments::obstacles_and_borders))) {}

  // The triangulation for a radius: with barriers, if the planner has them. Radii between the same two widths of
  // passages have the same ones.
  std::shared_ptr<Ground> ground_of(const mpq_class& radius) {
    const auto barriers = passability.barriers(radius * radius);
    if (!searches() || settings.planner != PlannerKind::blockage || barriers.empty()) return ground;
    for (const auto& known : radii)
      if (known->barriers.size() == barriers.size()) return known->ground;
    return std::make_shared<Ground>(triangulate(map, KeptSegments::obstacles_and_borders, segments_of(barriers)));
  }

  // Makes what a radius needs, or moves it to the front.
  ForRadius& of(const mpq_class& radius) {
    const auto known = std::ranges::find_if(radii, [&](const auto& r) { return r->radius == radius; });
    if (known != radii.end()) {
      std::rotate(radii.begin(), known, known + 1);
      return *radii.front();
    }
    radii.insert(radii.begin(),
                 std::make_unique<ForRadius>(radius, settings, passability, ground_of(radius), searches()));
    if (radii.size() > most_radii) radii.pop_back();
    return *radii.front();
  }

  TautSearch& shortest() {
    if (!taut) taut.emplace(passability.clearance(), passability.obstacles());
    return *taut;
  }

  // Whether what a document checks or estimates is asked for: it is left as it is.
  bool is_study() const {
    return settings.points.checks == RouteChecks::document || settings.cost.whole_capsules ||
           settings.cost.sampling.estimator != AreaEstimator::exact;
  }
  // Whether routes are searched over points: not where the shortest path is the cheapest route.
  bool searches() const {
    const bool over_points = settings.planner == PlannerKind::vicinity || settings.planner == PlannerKind::blockage;
    return over_points && (map.weights.size() > 1 || is_study());
  }
  // Whether the shortest path of a point is the route.
  bool is_shortest(const ForRadius& r) const {
    return settings.planner == PlannerKind::euclid ||
           (settings.planner != PlannerKind::taut && r.radius == 0 && map.weights.size() == 1);
  }

  std::vector<PlanPoint> find(ForRadius& r, const PlanPoint& from, const PlanPoint& to, PlannedRoute& out) {
    if (is_shortest(r)) {
      const auto path = ground->euclid.path(from, to);
      out.counts.settled = ground->euclid.expanded();
      return path ? path->points : std::vector<PlanPoint>{};
    }
    if (!searches()) {
      const auto path = shortest().find(from, to, r.radius);
      out.counts.settled = taut->counts().turns, out.counts.evaluated = taut->counts().tested;
      if (!path) return {};
      if (settings.planner != PlannerKind::taut)
        return clear_points(*path, from, to, r.radius, passability.obstacles(), least_gain_of_turn);
      out.shortest = path->length, out.turns = path->turns;
      return clear_points(*path, from, to, r.radius, passability.obstacles());
    }
    const auto route = r.blockage ? r.blockage->route(from, to) : r.search->route(from, to, settings.search);
    out.counts = r.blockage ? r.blockage->counts() : r.search->counts();
    if (!route) return {};
    std::vector<PlanPoint> points = without_straight(*route);
    if (is_study()) return points;
    return RouteDescent(r.cost, passability.obstacles(), r.ground->shape).improved(points);
  }

  // What a way of that length costs where there is a single weight: the disc sweeps K times the way, and the disc at
  // the start is added.
  kernel::RationalInterval cost_of(const ForRadius& r, const kernel::RationalInterval& length,
                                   const PlanPoint& from) const {
    const mpq_class unit = map.weights[0] * (1 + (r.cost.sweeps() ? settings.cost.swept : mpq_class(0)));
    const PlanPoint start[] = {from};
    const kernel::RationalInterval disc = r.cost.exact(start, true);
    return {unit * length.low + disc.low, unit * length.high + disc.high};
  }

  // What every route costs at least. `most`: what a known route costs.
  std::optional<mpq_class> least(ForRadius& r, const PlanPoint& from, const PlanPoint& to,
                                 const std::optional<mpq_class>& most) {
    if (!settings.bound) return std::nullopt;
    std::optional<mpq_class> least;
    if (map.weights.size() == 1) {
      if (const auto path = shortest().find(from, to, r.radius)) least = cost_of(r, path->length, from).low;
    } else if (!r.intervals) {
      r.intervals.emplace(map, passability.obstacles(), r.barriers, r.radius, settings.cost.swept);
    }
    return cost_bound(r.intervals, from, to, least, most);
  }

  static constexpr std::size_t most_radii = 4;
  // Around an arc there are so many pieces that one more would shorten the route by no more than this share of it.
  static constexpr kernel::Hint least_gain_of_turn{0x1p-23};

  const PlanMap& map;
  const RouteSettings settings;
  PassabilityQuery passability;
  const std::shared_ptr<Ground> ground;           // without barriers
  std::vector<std::unique_ptr<ForRadius>> radii;  // the last one asked for first
  std::optional<TautSearch> taut;                 // made when it is first asked
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
  return (*this)(from, to, state_->settings.radius);
}

RouteAnswer RoutePlanner::operator()(const PlanPoint& from, const PlanPoint& to, const mpq_class& radius) {
  State& s = *state_;
  const mpq_class squared_radius = radius * radius;
  RouteAnswer out{s.passability(from, to, squared_radius), {}};
  if (out.passability.answer != Passability::Answer::passable) return out;
  ForRadius& r = s.of(radius);
  PlannedRoute& route = out.route;
  route.points = s.find(r, from, to, route);
  std::optional<mpq_class> most;
  bool is_bound = s.is_shortest(r);  // the shortest path is its own bound
  if (!route.points.empty()) {
    const bool clear = s.settings.points.checks == RouteChecks::exact;
    // A capsule that counts whole is one of the points' pieces.
    const bool by_length = route.shortest && !s.settings.cost.whole_capsules;
    route.cost = by_length ? s.cost_of(r, *route.shortest, from) : r.cost.exact(route.points, clear);
    is_bound = is_bound || by_length;
    route.estimated = s.settings.cost.sampling.estimator == AreaEstimator::exact
                          ? mpq_class((route.cost.low + route.cost.high) / 2).get_d()
                          : r.cost.estimated(route.points);
    if (!clear)
      for (std::size_t i = 1; i < route.points.size() && !route.collision; ++i)
        if (const auto obstacle =
                s.passability.obstacles().stops_along(route.points[i - 1], route.points[i], squared_radius))
          route.collision = {i - 1, *obstacle};
    // A way that collides is no route, so its cost bounds nothing.
    if (!route.collision) most = route.cost.high;
  }
  route.bound = is_bound && most ? std::optional(route.cost.low) : s.least(r, from, to, most);
  return out;
}

const RouteSettings& RoutePlanner::settings() const { return state_->settings; }
PassabilityQuery& RoutePlanner::passability() { return state_->passability; }
const PlanTriangulation& RoutePlanner::triangulation() const {
  return state_->radii.empty() ? state_->ground->triangulation : state_->radii.front()->ground->triangulation;
}
std::span<const Passage> RoutePlanner::barriers() const {
  const State& s = *state_;
  return s.radii.empty() ? s.passability.barriers(s.settings.radius * s.settings.radius) : s.radii.front()->barriers;
}
std::vector<PlanTriangulation::Index> RoutePlanner::channel() const {
  const State& s = *state_;
  return s.radii.empty() || !s.radii.front()->blockage ? std::vector<PlanTriangulation::Index>{}
                                                       : s.radii.front()->blockage->channel();
}

std::vector<DoublePoint> RoutePlanner::steiner_points() {
  std::vector<DoublePoint> out;
  if (state_->radii.empty() || !state_->radii.front()->graph) return out;
  SteinerGraph& graph = *state_->radii.front()->graph;
  for (SteinerGraph::Index i = 0; i < graph.size(); ++i)
    if ((graph.is_vertex(i) || i >= graph.first_point()) && graph.is_free(i)) out.push_back(graph.near(i));
  return out;
}

}  // namespace plumb::plan
