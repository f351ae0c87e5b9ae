// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/plan/euclid.h"

#include <catch2/catch.hpp>

#include <random>

#include "plumb/plan/passability.h"
#include "support/plan_maps.h"
#include "support/random_places.h"
#include "support/shared_maps.h"
#include "support/visibility_graph.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;

struct Case {
  explicit Case(PlanMap m)
      : map(std::move(m)),
        components(triangulate(map, KeptSegments::obstacles)),
        planner(components.triangulation()),
        reference(map) {}
  PlanMap map;
  MapComponents components;
  EuclidPlanner planner;
  VisibilityGraph reference;
};

void check_query(Case& c, const PlanPoint& from, const PlanPoint& to) {
  CAPTURE(from[0], from[1], to[0], to[1]);
  const auto found = c.planner.path(from, to);
  // Nothing longer is looked at: a shorter path would be found.
  const auto expected = c.reference.length(from, to, found ? found->length.high.get_d() : HUGE_VAL);
  REQUIRE(found.has_value() == expected.has_value());
  if (!found) return;
  CHECK(found->points.front() == from);
  CHECK(found->points.back() == to);
  CHECK(found->length.low <= expected->high);
  CHECK(expected->low <= found->length.high);
  CHECK(found->length.width() * (mpz_class(1) << 60) <= found->length.low);
}

TEST_CASE("euclid: straight, around a corner, along walls, from vertices and edges") {
  Case c(map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 10, 10), box(4, 0, 6, 7)}}, 1}}}}));
  const auto path = [&](const PlanPoint& p, const PlanPoint& q) { return c.planner.path(p, q)->points; };
  CHECK(path({1, 8}, {9, 8}) == std::vector<PlanPoint>{{1, 8}, {9, 8}});
  CHECK(path({4, 2}, {6, 2}) == std::vector<PlanPoint>{{4, 2}, {4, 7}, {6, 7}, {6, 2}});
  CHECK(path({1, 7}, {9, 7}) == std::vector<PlanPoint>{{1, 7}, {9, 7}});
  CHECK(path({1, 4}, {9, 4}) == std::vector<PlanPoint>{{1, 4}, {4, 7}, {6, 7}, {9, 4}});
  CHECK(path({4, 7}, {6, 7}) == std::vector<PlanPoint>{{4, 7}, {6, 7}});
  CHECK(path({3, 3}, {3, 3}) == std::vector<PlanPoint>{{3, 3}, {3, 3}});
  CHECK(c.planner.path({4, 2}, {6, 2})->length.low == 12);
  CHECK(c.planner.path({4, 2}, {6, 2})->length.width() == 0);
  CHECK_FALSE(c.planner.path({5, 2}, {9, 9}));   // in the obstacle
  CHECK_FALSE(c.planner.path({9, 9}, {11, 2}));  // beyond the map
}

TEST_CASE("euclid: no way through where free space meets in a vertex alone") {
  // Two rooms that touch at (4, 4), and a way around that is longer.
  const MapLayer floor{
      MapLayer::Role::floors, "", {{{{box(0, 0, 12, 12), box(4, 0, 12, 4), {{0, 4}, {4, 4}, {4, 8}, {0, 8}}}}, 1}}};
  Case c(map_of({floor}));
  CHECK_FALSE(c.planner.path({3, 3}, {5, 5}));
  check_query(c, {3, 3}, {5, 5});
  // From the vertex itself both can be reached.
  CHECK(c.planner.path({4, 4}, {3, 3}));
  CHECK(c.planner.path({4, 4}, {5, 5}));
}

TEST_CASE("euclid: of two equal ways one, the same each time") {
  Case c(map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 10, 10), box(4, 4, 6, 6)}}, 1}}}}));
  const auto path = c.planner.path({2, 5}, {8, 5});
  REQUIRE(path);
  CHECK(path->points.size() == 4);
  CHECK(path->points == c.planner.path({2, 5}, {8, 5})->points);
  check_query(c, {2, 5}, {8, 5});
}

TEST_CASE("euclid: random walls: as the visibility graph has it, from and to places on walls and vertices too") {
  int joined = 0, apart = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Case c(random_walls(random));
    for (int k = 0; k < 12; ++k) {
      const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
      if (c.components.triangles_at(p).empty() || c.components.triangles_at(q).empty()) continue;
      check_query(c, p, q);
      (c.components.joined(p, q) ? joined : apart) += 1;
    }
  }
  CHECK(joined > 1000);
  CHECK(apart > 100);
}

// Random places of a map's box that are in one part of it.
void check_shared_map(const std::string& name, int queries) {
  const auto map = pipeline::read_map({std::string(PLUMB_SHARED_DIR) + "/scenes/maps2d/" + name + ".json", {}, {}});
  REQUIRE(map);
  CAPTURE(name);
  Case c(*map);
  RandomPlaces drawn(c.map);
  for (int k = 0; k < queries;) {
    const PlanPoint p = drawn(), q = drawn();
    if (!c.components.joined(p, q)) continue;
    check_query(c, p, q);
    ++k;
  }
}

TEST_CASE("euclid: shared maps: as the visibility graph has it") {
  if (shared_maps().empty()) return;
  for (const char* name : {"poly_arena", "poly_test_hard", "jps_BUW"}) check_shared_map(name, 20);
}

TEST_CASE("euclid: shared maps: 1,000 queries each as the visibility graph has them", "[.long]") {
  if (shared_maps().empty()) return;
  for (const char* name : {"poly_arena", "poly_test_hard", "jps_BUW", "fd_map01"}) check_shared_map(name, 1000);
  check_shared_map("poly_aurora_merged", 50);
}

}  // namespace
