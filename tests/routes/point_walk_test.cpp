// SPDX-License-Identifier: GPL-3.0-or-later
// Routes of a point where obstacles touch: straight ways (PointWalk) against shortest paths, and all planners against
// lengths that are known.
#include "point_walk.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "plumb/plan/euclid.h"
#include "plumb/plan/route_planner.h"
#include "support/plan_maps.h"
#include "support/random_places.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;
using Triangles = std::vector<PlanTriangulation::Index>;

TEST_CASE("point walk: straight ways lead on exactly where the shortest path is straight, on maps full of walls") {
  int straight = 0, bent = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = seed % 3 == 0 ? random_regions(random) : random_walls(random);
    const PlanTriangulation t = triangulate(map, KeptSegments::obstacles_and_borders);
    EuclidPlanner euclid(t);
    OrientedWalk places(t);
    const PointWalk walk(t);
    const auto at = [&](const PlanPoint& p) { return places.triangles_at(kernel::FilteredPoint(p)); };
    for (int k = 0; k < 30; ++k) {
      // Many of these are on walls, and many ways run along walls and through their corners.
      const PlanPoint p = drawn_place(random, 12, 1), q = drawn_place(random, 12, 1);
      CAPTURE(p[0], p[1], q[0], q[1]);
      const auto path = euclid.path(p, q);
      const Triangles there = at(p).empty() || at(q).empty() ? Triangles{} : walk.along(p, q, at(p));
      const bool is_straight = path && path->points.size() <= 2;
      CHECK(there.empty() != is_straight);
      if (!path) continue;
      // Piece by piece it leads along the path.
      Triangles reached = at(p);
      for (std::size_t i = 1; i < path->points.size(); ++i)
        reached = walk.along(path->points[i - 1], path->points[i], reached);
      CHECK_FALSE(reached.empty());
      ++(is_straight ? straight : bent);
    }
  }
  CHECK(straight > 200);
  CHECK(bent > 200);
}

double length(const std::vector<PlanPoint>& points) {
  return points.empty() ? 0 : mpq_class(length_of(points).low).get_d();
}

TEST_CASE("routes: a point slips neither through a corner of a wall nor between obstacles that touch, by any planner") {
  struct Row {
    const char* name;
    std::vector<kernel::PlanRing> obstacles;
    std::vector<std::array<PlanPoint, 2>> walls;
    PlanPoint from, to;
    double length;
  };
  const mpq_class half = mpq_class(1) / 2;
  const std::vector<Row> rows{
      {"squares that touch", {box(4, 1, 6, 4), box(6, 4, 8, 8)}, {}, {5, 6}, {7, 2}, 5 + std::sqrt(5) + std::sqrt(2)},
      {"a wall of two pieces", {}, {{{{6, 1}, {6, 4}}}, {{{6, 4}, {6, 7}}}}, {5, 4}, {7, 4}, 2 * std::sqrt(10)},
      {"walls that cross",
       {},
       {{{{6, 1}, {6, 7}}}, {{{5, 4}, {7, 4}}}},
       {5 + half, 4 + half},
       {6 + half, 4 + half},
       2 * std::sqrt(6.5)},
      {"from a wall's one side to the other",
       {},
       {{{{3, 4}, {6, 4}}}, {{{6, 4}, {9, 4}}}},
       {5, 5},
       {7, 3},
       std::sqrt(17) + std::sqrt(5)}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    std::vector<MapLayer> layers{{MapLayer::Role::floors, "", {{{{box(0, 0, 12, 8)}}, 1}}},
                                 {MapLayer::Role::obstacles, "", {}}};
    for (const kernel::PlanRing& ring : row.obstacles) layers[1].polygons.push_back({{{ring}}, 1});
    const PlanMap plain = map_of(layers, row.walls);
    layers.push_back({MapLayer::Role::regions, "", {{{{box(11, 7, 12, 8)}}, 2}}});
    const PlanMap weighted = map_of(layers, row.walls);
    for (const PlannerKind kind :
         {PlannerKind::euclid, PlannerKind::taut, PlannerKind::vicinity, PlannerKind::blockage})
      for (const PlanMap* map : {&plain, &weighted}) {
        RouteSettings settings;
        settings.planner = kind;
        if (RoutePlanner::refusal(*map, settings)) continue;
        CAPTURE(static_cast<int>(kind), map->weights.size());
        const double found = length(RoutePlanner(*map, settings)(row.from, row.to).route.points);
        CHECK(found >= row.length * (1 - 1e-12));
        CHECK(found <= row.length * (kind == PlannerKind::blockage && map == &weighted ? 1.5 : 1 + 1e-9));
      }
  }
}

TEST_CASE("routes: of a point over several weights: each is a walk that does not slip, and as short as the least one") {
  int found = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    PlanMap map = random_walls(random);
    // Another weight that nothing has: routes are searched over points, and the cheapest is the shortest path.
    map.weights.push_back(3);
    const PlanTriangulation t = triangulate(map, KeptSegments::obstacles_and_borders);
    EuclidPlanner euclid(t);
    OrientedWalk places(t);
    const PointWalk walk(t);
    RoutePlanner planner(map, {});
    for (int k = 0; k < 6; ++k) {
      const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
      CAPTURE(p[0], p[1], q[0], q[1]);
      const auto path = euclid.path(p, q);
      const std::vector<PlanPoint> points = planner(p, q).route.points;
      REQUIRE(path.has_value() == !points.empty());
      if (!path || p == q) continue;
      Triangles reached = places.triangles_at(kernel::FilteredPoint(p));
      for (std::size_t i = 1; i < points.size(); ++i) reached = walk.along(points[i - 1], points[i], reached);
      CHECK_FALSE(reached.empty());
      CHECK(length(points) >= length(path->points) * (1 - 1e-12));
      CHECK(length(points) <= length(path->points) * 1.01);
      ++found;
    }
  }
  CHECK(found > 60);
}

}  // namespace
