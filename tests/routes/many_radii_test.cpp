// SPDX-License-Identifier: GPL-3.0-or-later
// One planner for discs of every radius, and routes that leave the edges: against a planner for each radius, against
// closed forms, and against the routes that descent began with.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "plumb/pipeline/read_map.h"
#include "plumb/plan/route_planner.h"
#include "route_descent.h"
#include "support/plan_maps.h"
#include "support/random_places.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;
using Answer = Passability::Answer;

RouteSettings settings(PlannerKind planner, const mpq_class& radius = 0) {
  RouteSettings out;
  out.planner = planner;
  out.radius = radius;
  return out;
}
double cost_of(const RouteAnswer& answer) {
  return mpq_class((answer.route.cost.low + answer.route.cost.high) / 2).get_d();
}
PlanMap corpus_map(const std::string& name) {
  const auto map = pipeline::read_map({PLUMB_SOURCE_DIR "/tests/corpus/routes/" + name, {}, {}});
  REQUIRE(map);
  return *map;
}

TEST_CASE("many radii: the answers of one planner are those of a planner for each radius, in any order") {
  std::size_t found = 0, refused = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 random(seed);
    const PlanMap map = seed % 2 == 0 ? random_regions(random) : random_walls(random);
    for (const PlannerKind kind : {PlannerKind::vicinity, PlannerKind::blockage}) {
      CAPTURE(seed, static_cast<int>(kind));
      RoutePlanner one(map, settings(kind));
      // More radii than are kept, and each of them twice.
      for (int k = 0; k < 14; ++k) {
        const mpq_class radius = mpq_class(k % 7) / 8;
        const PlanPoint from = drawn_place(random, 12, 8), to = drawn_place(random, 12, 8);
        const RouteAnswer a = one(from, to, radius), b = RoutePlanner(map, settings(kind, radius))(from, to);
        CHECK(a.passability.answer == b.passability.answer);
        CHECK(a.passability.passage == b.passability.passage);
        CHECK(a.passability.obstacle == b.passability.obstacle);
        CHECK(a.route.points == b.route.points);
        CHECK(a.route.cost.high == b.route.cost.high);
        CHECK(a.route.counts.settled == b.route.counts.settled);
        CHECK(a.route.counts.reached == b.route.counts.reached);
        ++(a.route.points.empty() ? refused : found);
      }
    }
  }
  CHECK(found > 60);
  CHECK(refused > 60);
}

// recastnavigation #325, vleue/polyanya #39: agents of several sizes on one map. Gates of widths 1/2, 1 and 2 lead from
// one hall to the other; the way to each is longer than to the one before.
TEST_CASE("many radii: each disc takes the first gate that is wide enough") {
  const PlanMap map = corpus_map("three_gates.json");
  RoutePlanner planner(map, settings(PlannerKind::vicinity));
  const PlanPoint from{4, mpq_class(3, 2)}, to{8, mpq_class(3, 2)};
  const auto gate = [&](const mpq_class& radius) {
    const RouteAnswer answer = planner(from, to, radius);
    double y = 0;
    for (const PlanPoint& p : answer.route.points) y = std::max(y, p[1].get_d());
    return y < 3 ? 1 : y < 7 ? 2 : 3;
  };
  CHECK(gate(mpq_class(1, 4)) == 1);
  CHECK(gate(mpq_class(1, 4) + mpq_class(1, mpz_class(1) << 60)) == 2);
  CHECK(gate(mpq_class(1, 2)) == 2);
  CHECK(gate(1) == 3);
  CHECK(gate(0) == 1);
  const RouteAnswer none = planner(from, to, mpq_class(9, 8));
  REQUIRE(none.passability.answer == Answer::too_narrow);
  CHECK(squared_width(*none.passability.passage) == 4);
}

// godot #66128: where a strip costs more, a cheapest way is refracted at both of its borders.
TEST_CASE("descent: a strip refracts as Snell's law has it") {
  const PlanMap map = corpus_map("strip.json");
  const PlanPoint from{1, 1}, to{9, 8};
  // The sines are as 5 to 1: by bisection for the height that is won outside.
  double low = 0, high = 7;
  for (int k = 0; k < 200; ++k) {
    const double out = (low + high) / 2, in = 7 - out;
    (out / std::hypot(6, out) < 5 * in / std::hypot(2, in) ? low : high) = out;
  }
  const double best = std::hypot(6, low) + 5 * std::hypot(2, 7 - low);
  for (const PlannerKind kind : {PlannerKind::vicinity, PlannerKind::blockage}) {
    const RouteAnswer answer = RoutePlanner(map, settings(kind))(from, to);
    REQUIRE(answer.route.points.size() == 4);
    CHECK(cost_of(answer) >= best - 1e-9);
    CHECK(cost_of(answer) <= best * (1 + 1e-6));
  }
}

TEST_CASE("descent: a disc turns around a corner on an arc") {
  // From (1, 1) around (5, 4) to (9, 1), where the wall below the corner is: two tangents and an arc of radius r.
  const PlanMap map = map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 10, 8)}}, 1}}}}, {{{{5, 0}, {5, 4}}}});
  for (const mpq_class& radius : {mpq_class(1, 4), mpq_class(1)}) {
    const double r = radius.get_d(), d = 5, tangent = std::sqrt(d * d - r * r);
    // From the tangent's point, as the corner sees it, up to straight above the wall.
    const double up = std::acos(-1.0) / 2, start = std::atan2(-3, -4) + 4 * up, touch = start - std::acos(r / d);
    const double half_arc = touch - up;
    const double best = 2 * (tangent + r * half_arc);
    const RouteAnswer answer = RoutePlanner(map, settings(PlannerKind::vicinity, radius))({1, 1}, {9, 1});
    const double length = (cost_of(answer) - std::acos(-1.0) * r / 2) / 2;
    CHECK(length >= best - 1e-9);
    CHECK(length <= best * 1.0001);
  }
}

TEST_CASE("descent: mud is avoided on a smooth way") {
  const PlanMap room = map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 10, 6)}}, 1}}},
                               {MapLayer::Role::regions, "", {{{{box(3, 1, 7, 5)}}, 4}}}});
  const PlanPoint from{1, mpq_class(16, 5)}, to{9, mpq_class(16, 5)};
  const RouteAnswer answer = RoutePlanner(room, settings(PlannerKind::vicinity, mpq_class(1, 2)))(from, to);
  CHECK(cost_of(answer) <= 21.02);
  // As a mirror has it.
  const RouteAnswer back = RoutePlanner(room, settings(PlannerKind::vicinity, mpq_class(1, 2)))(to, from);
  CHECK(cost_of(back) == Approx(cost_of(answer)).epsilon(0.002));
}

TEST_CASE("descent: random maps: routes stay clear, keep their ends and are never dearer") {
  std::size_t better = 0, tried = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = random_regions(random);
    const mpq_class radius = mpq_class(static_cast<int>(seed % 3)) / 4;
    PassabilityQuery passability(map);
    const Obstacles& obstacles = passability.obstacles();
    const PlanTriangulation t = triangulate(map, KeptSegments::obstacles_and_borders);
    const WeightedArea area(t);
    const RouteCost cost(area, radius, {});
    TriangleSurvey survey(cost, obstacles);
    const SteinerShape shape(area);
    const auto middles = passage_middles(t, passability.hardly_wider(radius * radius));
    SteinerGraph graph(cost, obstacles, survey, shape, middles, {});
    SteinerSearch search(graph);
    const RouteDescent descent(cost, obstacles, shape);
    for (int k = 0; k < 3; ++k) {
      const PlanPoint from = drawn_place(random, 12, 8), to = drawn_place(random, 12, 8);
      if (passability(from, to, radius * radius).answer != Answer::passable) continue;
      const auto route = search.route(from, to, PointSearch::dijkstra);
      if (!route) continue;
      ++tried;
      const std::vector<PlanPoint> out = descent.improved(*route);
      CHECK(out.front() == from);
      CHECK(out.back() == to);
      for (std::size_t i = 1; i < out.size(); ++i)
        CHECK_FALSE(obstacles.stops_along(out[i - 1], out[i], radius * radius));
      CHECK(cost.exact(out).low <= cost.exact(*route).high);
      // What is integrated where one weight lies around is what the closed form says.
      const auto whole = cost.exact(out), quick = cost.exact(out, true);
      CHECK(whole.low <= quick.high);
      CHECK(quick.low <= whole.high);
      CHECK(descent.improved(*route) == out);
      better += cost.exact(out).high < cost.exact(*route).low;
    }
  }
  CHECK(tried > 30);
  CHECK(better > 20);
}

}  // namespace
