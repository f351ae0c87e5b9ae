// SPDX-License-Identifier: LGPL-3.0-or-later
// Routes of a disc over floors that may lie over one another (Koutsoumpas, 4.2, taken from the plane to floors).
// Problem. Given two places on floors, say whether the disc fits at both and gets from one to the other; if it does,
// return a route that costs little, its exact cost, and what every route costs at least.
// 1. operator() tests both ends against the border, and by a union-find of triangles (joined_triangles) whether any way
//    joins them.
// 2. State::of() makes, for the first question about a radius, what depends on it: middles of passages, the graph over
//    points on edges (SteinerGraph) and the search.
// 3. SteinerSearch::pieces() finds the cheapest way over the points. straight_route() tries the straight line beside
//    it, since between points of a graph a straight way bends a little; the cheaper one of both counts.
//    moved_along_edges() then moves the turns of what the search found (floor_descent.h).
// 4. State::complete() completes a route: joined_pieces() inserts pieces without length where several triangles are
//    passed at one place (steps_at), then lengths in plan and in space, the exact cost, and collisions if the search
//    did not test for them.
// 5. If there is no route, closed_passage() (floor_passability.h) looks for the narrow passage that parts the ends.
// 6. State::least() is the lower bound: that of RouteBound, and, where all floors weigh the same, meet in pairs and
//    have no gaps, that of the shortest path of a point (EuclidPlanner); the better one counts.
// Cost. Step 3 costs most: the points, each with the points of the triangles beside it (steiner_search.cpp); the bound
// is of the same size. Memory: the points of the whole plan, kept for further questions.
// Exactness. Fitting, passing, heights and steps are exact, costs of the route found are intervals of width 2^-40 of
// it; the search compares doubles.
#include "plumb/plan/floor_planner.h"

#include <algorithm>
#include <set>

#include "floor_descent.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/union_find.h"
#include "plumb/plan/euclid.h"
#include "plumb/plan/obstacles.h"
#include "plumb/plan/route_bound.h"
#include "plumb/plan/steiner_search.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;
using kernel::PlanPoint;

// Walks straight over floors to the goal, over edges in their interiors.
class StraightRoute {
 public:
  StraightRoute(const FloorPlan& plan, const Obstacles& obstacles, TriangleSurvey& survey,
                const mpq_class& squared_radius, const RouteEnd& from, const RouteEnd& to)
      : plan_(plan),
        t_(plan.triangulation),
        obstacles_(obstacles),
        survey_(survey),
        squared_radius_(squared_radius),
        to_(to),
        p_(from.at),
        q_(to.at) {}

  // Continues from a place of a triangle to the goal. Where several floors are beyond an edge, they are tried in turn,
  // until one leads to the goal.
  bool go_on(Index first, const PlanPoint& at) {
    struct Entry {
      Index triangle;
      PlanPoint at;
      std::size_t before;  // pieces
    };
    std::vector<Entry> left{{first, at, 0}};
    while (!left.empty()) {
      const Entry entry = std::move(left.back());
      left.pop_back();
      pieces_.resize(entry.before);
      if (std::ranges::binary_search(to_.triangles, entry.triangle)) {
        if (add(entry.triangle, entry.at, to_.at)) return true;
        continue;
      }
      const Index out = exit(entry.triangle);
      if (out == PlanTriangulation::none || !t_.is_open(out)) continue;
      const PlanPoint place = kernel::crossing(t_.points[t_.from(out)].at, t_.points[t_.to(out)].at, p_.at, q_.at);
      const std::size_t k = p_.at[0] != q_.at[0] ? 0 : 1;
      if (sgn(mpq_class(q_.at[k] - place[k])) != sgn(mpq_class(q_.at[k] - p_.at[k]))) continue;
      if (!add(entry.triangle, entry.at, place)) continue;
      plan_.each_beyond(out, [&](Index other) { left.push_back({other / 3, place, pieces_.size()}); });
    }
    return false;
  }
  std::vector<SteinerSearch::Piece> take() { return std::move(pieces_); }

 private:
  // The side whose interior the way crosses when it leaves a triangle.
  Index exit(Index triangle) const {
    for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      if (kernel::orientation(p_, q_, t_.points[t_.from(h)]) < 0 &&
          kernel::orientation(p_, q_, t_.points[t_.to(h)]) > 0)
        return h;
    return PlanTriangulation::none;
  }
  bool add(Index triangle, const PlanPoint& from, const PlanPoint& to) {
    if (!survey_.is_clear(triangle) &&
        obstacles_.stops_along(from, to, {t_.height(triangle, from), t_.height(triangle, to)}, squared_radius_))
      return false;
    pieces_.push_back({from, to, {triangle}});
    return true;
  }

  const FloorPlan& plan_;
  const PlanTriangulation& t_;
  const Obstacles& obstacles_;
  TriangleSurvey& survey_;
  const mpq_class& squared_radius_;
  const RouteEnd& to_;
  const kernel::FilteredPoint p_, q_;
  std::vector<SteinerSearch::Piece> pieces_;
};

// The straight way of a disc from one place of floors to another, piece by piece, which crosses edges in their
// interiors only and no gaps; empty if there is none or the disc cannot take it.
std::vector<SteinerSearch::Piece> straight_route(const FloorPlan& plan, const Obstacles& obstacles,
                                                 TriangleSurvey& survey, const mpq_class& squared_radius,
                                                 const RouteEnd& from, const RouteEnd& to) {
  StraightRoute walk(plan, obstacles, survey, squared_radius, from, to);
  for (const Index triangle : from.triangles)
    if (walk.go_on(triangle, from.at)) return walk.take();
  return {};
}

// The half-edges of a piece that is in the triangle of the previous one.
constexpr std::array nowhere{PlanTriangulation::none, PlanTriangulation::none};

// Unites triangles that are joined over edges and gaps.
kernel::UnionFind joined_triangles(const FloorPlan& plan) {
  const PlanTriangulation& t = plan.triangulation;
  kernel::UnionFind sets(static_cast<Index>(t.triangle_count()));
  for (Index h = 0; h < t.half_edges.size(); ++h) t.each_side(h, [&](Index side) { sets.unite(h / 3, side / 3); });
  for (const FloorGap& gap : plan.gaps)
    for (const Index h : gap.sides[0].half_edges)
      for (const Index g : gap.sides[1].half_edges) sets.unite(h / 3, g / 3);
  return sets;
}

// Whether no more than two floors meet at any edge.
bool meet_in_pairs(const PlanTriangulation& t) {
  for (Index h = 0; h < t.half_edges.size(); ++h)
    if (t.is_open(h) && t.twin(t.twin(h)) != h) return false;
  return true;
}

}  // namespace

struct FloorPlanner::State {
  // What the routes of one radius need beside it.
  struct ForRadius {
    ForRadius(const State& s, const mpq_class& r)
        : radius(r),
          squared_radius(r * r),
          window(s.plan.heights.window),
          cost(s.area, r, s.settings.cost),
          survey(cost, s.obstacles),
          middles(passage_middles(s.plan, s.area, s.obstacles, squared_radius)),
          graph(cost, s.obstacles, survey, s.shape, middles, s.settings.points, nullptr, s.plan.gaps),
          search(graph, s.euclid ? &*s.euclid : nullptr) {}
    ForRadius(const ForRadius&) = delete;

    const mpq_class radius, squared_radius, window;
    const RouteCost cost;
    TriangleSurvey survey;
    const std::vector<PassageMiddle> middles;
    SteinerGraph graph;
    SteinerSearch search;
    std::optional<bool> all_full;  // whether every disc lies on floor all over, so that it sweeps its way times the
                                   // weight
    std::optional<RouteBound> bound;
  };

  State(const FloorPlan& p, const RouteSettings& s)
      : plan(p), settings(s), obstacles(p.border, &p.heights), area(p), shape(area), joined(joined_triangles(p)) {
    if (plan.gaps.empty() && meet_in_pairs(plan.triangulation)) euclid.emplace(plan.triangulation);
  }

  // Makes what a radius needs, or moves it to the front.
  ForRadius& of(const mpq_class& radius) {
    const auto known = std::ranges::find_if(
        radii, [&](const auto& r) { return r->radius == radius && r->window == plan.heights.window; });
    if (known != radii.end()) {
      std::rotate(radii.begin(), known, known + 1);
    } else {
      radii.insert(radii.begin(), std::make_unique<ForRadius>(*this, radius));
      if (radii.size() > most_radii) radii.pop_back();
    }
    return *radii.front();
  }

  bool is_all_full(ForRadius& r) const {
    if (!r.all_full) {
      r.all_full = true;
      for (Index i = 0; i < plan.triangulation.triangle_count() && *r.all_full; ++i)
        r.all_full = area.is_full_around(i, r.radius);
    }
    return *r.all_full;
  }

  // What every route costs at least. `most`: what a known route costs.
  std::optional<mpq_class> least(ForRadius& r, const RouteEnd& from, const RouteEnd& to,
                                 const std::optional<mpq_class>& most) {
    if (!settings.bound) return std::nullopt;
    // Where all weighs the same, the path of a point. What is swept counts only if every disc is full of floor.
    const bool one_weight = euclid && plan.triangulation.weights.size() == 1,
               swept = one_weight && r.cost.sweeps() && is_all_full(r);
    std::optional<mpq_class> shortest;
    if (one_weight)
      if (const auto path = euclid->between(from, to)) {
        mpq_class disc;  // the least of all triangles that the start is in
        for (const Index triangle : from.triangles) {
          const RouteCost::Piece start[] = {{from.at, from.at, 0, {triangle}}};
          const mpq_class least = r.cost.exact(start, true).low;
          disc = triangle == from.triangles.front() ? least : std::min(disc, least);
        }
        shortest =
            plan.triangulation.weights[0] * (1 + (swept ? settings.cost.swept : mpq_class(0))) * path->length.low +
            disc;
      }
    if (!r.bound && (!one_weight || (r.cost.sweeps() && !swept)))
      r.bound.emplace(plan, obstacles, r.radius, settings.cost.swept);
    return cost_bound(r.bound, from, to, shortest, most);
  }

  // An end with all triangles that are joined to its own at its place, over steps too, if the disc fits on all these
  // floors.
  RouteEnd with_joined(const RouteEnd& end, const mpq_class& squared_radius) const {
    const PlanTriangulation& t = plan.triangulation;
    RouteEnd out{end.at, t.joined_at(kernel::FilteredPoint(end.at), end.triangles)};
    std::set<mpq_class> heights;
    for (const Index triangle : out.triangles) heights.insert(t.height(triangle, end.at));
    if (std::ranges::any_of(heights, [&](const mpq_class& height) {
          return obstacles.stops_at(end.at, height, squared_radius).has_value();
        }))
      return end;
    std::ranges::sort(out.triangles);
    return out;
  }

  // The pieces of a route, with pieces without length inserted where several triangles are passed at one place, and
  // with the edges by which each is entered.
  struct JoinedPiece {
    SteinerSearch::Piece piece;
    std::array<Index, 2> over;
  };
  std::vector<JoinedPiece> joined_pieces(std::vector<SteinerSearch::Piece> found, const RouteEnd& from,
                                         const RouteEnd& to) const {
    // The route begins and ends on the floors of its ends.
    if (!std::ranges::binary_search(from.triangles, found.front().in.triangle))
      found.insert(found.begin(), {from.at, from.at, {from.triangles.front()}});
    if (const RouteTriangles& last = found.back().in;
        !std::ranges::binary_search(to.triangles, last.beyond == PlanTriangulation::none ? last.triangle : last.beyond))
      found.push_back({to.at, to.at, {to.triangles.front()}});
    std::vector<JoinedPiece> out;
    for (const SteinerSearch::Piece& piece : found) {
      std::array<Index, 2> over = nowhere;
      if (!out.empty()) {
        const RouteTriangles& before = out.back().piece.in;
        const Index last = before.beyond == PlanTriangulation::none ? before.triangle : before.beyond;
        // Triangles that meet at a point of the graph are joined there over edges.
        const FloorSteps steps = steps_at(plan, piece.p, last, piece.in.triangle).value_or(FloorSteps{});
        for (std::size_t i = 0; i + 1 < steps.size(); ++i)
          out.push_back({{piece.p, piece.p, {steps[i][1] / 3}}, steps[i]});
        if (!steps.empty()) over = steps.back();
      }
      out.push_back({piece, over});
    }
    return out;
  }

  // Fills in all that is known of a route that was found.
  void complete(ForRadius& r, const std::vector<SteinerSearch::Piece>& found, const RouteEnd& from, const RouteEnd& to,
                FloorRoute& out) {
    const PlanTriangulation& t = plan.triangulation;
    out.answer = FloorRoute::Answer::found;
    std::vector<RouteCost::Piece> costs;
    kernel::RootSum length(128), plan_length(128);
    for (const auto& [piece, over] : joined_pieces(found, from, to)) {
      // Where whole capsules count, a piece without length would count a disc more.
      const bool passed = over != nowhere && piece.p == piece.q;
      if (!passed || !settings.cost.whole_capsules) costs.push_back({piece.p, piece.q, weight(piece), piece.in});
      const mpq_class square = kernel::squared_distance(piece.p, piece.q);
      plan_length.add_root(square);
      const Index last = piece.in.beyond == PlanTriangulation::none ? piece.in.triangle : piece.in.beyond;
      FloorRoute::Piece made{piece.p,  piece.q, t.height(piece.in.triangle, piece.p), t.height(last, piece.q),
                             piece.in, over};
      if (settings.points.checks == RouteChecks::document && !out.collision)
        if (const auto obstacle =
                obstacles.stops_along(made.p, made.q, {made.from_height, made.to_height}, r.squared_radius))
          out.collision = {out.pieces.size(), *obstacle};
      const mpq_class rise = made.to_height - made.from_height;
      length.add_root(square + rise * rise);
      if (!out.pieces.empty()) {
        const mpq_class step = made.from_height - out.pieces.back().to_height;
        length.add_root(step * step);
      }
      out.pieces.push_back(std::move(made));
    }
    out.length = length.value();
    out.plan_length = plan_length.value();
    out.cost = r.cost.exact(costs, settings.points.checks == RouteChecks::exact);
    out.estimated = settings.cost.sampling.estimator == AreaEstimator::exact
                        ? mpq_class((out.cost.low + out.cost.high) / 2).get_d()
                        : r.cost.estimated(costs);
  }

  FloorRoute completed(ForRadius& r, const std::vector<SteinerSearch::Piece>& found, const RouteEnd& from,
                       const RouteEnd& to) {
    FloorRoute out;
    complete(r, found, from, to, out);
    return out;
  }

  // Whether what a document checks or estimates is asked for: routes then stay as they were found.
  bool is_study() const {
    return settings.points.checks == RouteChecks::document || settings.cost.whole_capsules ||
           settings.cost.sampling.estimator != AreaEstimator::exact;
  }
  std::vector<SteinerSearch::Piece> descended(ForRadius& r, const std::vector<SteinerSearch::Piece>& found) const {
    std::vector<double> weights;
    for (const SteinerSearch::Piece& piece : found) weights.push_back(weight(piece).get_d());
    return moved_along_edges(plan, obstacles, r.cost, r.survey, found, weights);
  }

  // The weight of a piece: along an edge the least weight of the floors that meet there, over a gap the lesser of both
  // sides.
  mpq_class weight(const SteinerSearch::Piece& piece) const {
    const PlanTriangulation& t = plan.triangulation;
    mpq_class out = t.weight(piece.in.triangle);
    if (piece.in.beyond != PlanTriangulation::none) return std::min(out, t.weight(piece.in.beyond));
    const kernel::FilteredPoint p(piece.p), q(piece.q);
    for (Index h = 3 * piece.in.triangle; h < 3 * piece.in.triangle + 3; ++h) {
      const kernel::FilteredPoint &a = t.points[t.from(h)], &b = t.points[t.to(h)];
      if (kernel::orientation(a, b, p) == 0 && kernel::orientation(a, b, q) == 0)
        t.each_side(h, [&](Index side) { out = std::min(out, t.weight(side / 3)); });
    }
    return out;
  }

  static constexpr std::size_t most_radii = 4;

  const FloorPlan& plan;
  const RouteSettings settings;
  Obstacles obstacles;
  WeightedArea area;
  SteinerShape shape;
  kernel::UnionFind joined;
  std::optional<EuclidPlanner> euclid;            // where floors meet in pairs, without gaps
  std::vector<std::unique_ptr<ForRadius>> radii;  // the last one asked for first
};

FloorPlanner::FloorPlanner(const FloorPlan& plan, const RouteSettings& settings)
    : state_(std::make_unique<State>(plan, settings)) {}
FloorPlanner::FloorPlanner(FloorPlanner&&) noexcept = default;
FloorPlanner::~FloorPlanner() = default;

FloorRoute FloorPlanner::operator()(const RouteEnd& from, const RouteEnd& to) {
  return (*this)(from, to, state_->settings.radius);
}

FloorRoute FloorPlanner::operator()(const RouteEnd& from, const RouteEnd& to, const mpq_class& radius) {
  State& s = *state_;
  const PlanTriangulation& t = s.plan.triangulation;
  const mpq_class squared_radius = radius * radius;
  FloorRoute out;
  for (const auto& [end, answer] :
       {std::pair(&from, FloorRoute::Answer::start_touched), std::pair(&to, FloorRoute::Answer::goal_touched)}) {
    out.obstacle = s.obstacles.stops_at(end->at, t.height(end->triangles.front(), end->at), squared_radius);
    if (!out.obstacle) continue;
    out.answer = answer;
    return out;
  }
  const auto leads_to_goal = [&](Index a) {
    return std::ranges::any_of(to.triangles, [&](Index b) { return s.joined.find(a) == s.joined.find(b); });
  };
  if (std::ranges::none_of(from.triangles, leads_to_goal)) {
    out.answer = FloorRoute::Answer::unreachable;
    return out;
  }
  State::ForRadius& r = s.of(radius);
  const RouteEnd all_from = s.with_joined(from, squared_radius), all_to = s.with_joined(to, squared_radius);
  const auto found = r.search.pieces(all_from, all_to, s.settings.search);
  out.counts = r.search.counts();
  const auto take_cheaper = [&](FloorRoute other) {
    if (!out.pieces.empty() && !out.collision && other.cost.high >= out.cost.low) return;
    other.counts = out.counts;
    out = std::move(other);
  };
  if (!found.empty()) {
    s.complete(r, found, from, to, out);
    if (!s.is_study()) take_cheaper(s.completed(r, s.descended(r, found), from, to));
  }
  // Over points of a graph a straight way bends a little, so the straight line is tried beside it.
  const auto straight = straight_route(s.plan, s.obstacles, r.survey, squared_radius, all_from, all_to);
  if (!straight.empty()) {
    take_cheaper(s.completed(r, straight, from, to));
  } else if (found.empty()) {
    if (radius > 0) out.passage = closed_passage(s.plan, s.obstacles, squared_radius, from, to);
    if (out.passage) out.answer = FloorRoute::Answer::too_narrow;
    return out;
  }
  // A way that collides is no route, so its cost bounds nothing.
  out.bound = s.least(r, from, to, out.collision ? std::nullopt : std::optional(out.cost.high));
  return out;
}

const Obstacles& FloorPlanner::obstacles() const { return state_->obstacles; }

std::vector<FloorPlanner::Point> FloorPlanner::steiner_points() {
  std::vector<Point> out;
  if (state_->radii.empty()) return out;
  SteinerGraph& graph = state_->radii.front()->graph;
  for (SteinerGraph::Index i = 0; i < graph.size(); ++i) {
    const bool vertex = graph.is_vertex(i);
    if ((vertex || i >= graph.first_point()) && graph.is_free(i))
      out.push_back({graph.near(i), (vertex ? graph.around(i)[0] : graph.half_edge(i)) / 3});
  }
  return out;
}

}  // namespace plumb::plan
