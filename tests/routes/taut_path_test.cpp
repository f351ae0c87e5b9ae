// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/plan/taut_path.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <random>

#include "plumb/plan/euclid.h"
#include "support/disc_bitangents.h"
#include "support/plan_maps.h"
#include "support/random_places.h"
#include "support/shared_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;

struct Case {
  explicit Case(PlanMap m)
      : map(std::move(m)), obstacles(map), clearance(clearance_triangulation(map)), search(clearance, obstacles) {}
  PlanMap map;
  Obstacles obstacles;
  ClearanceTriangulation clearance;
  TautSearch search;
};

double middle(const kernel::RationalInterval& i) { return mpq_class((i.low + i.high) / 2).get_d(); }

// The pieces are clear, not shorter than the path, and not much longer.
void check_points(const Case& c, const TautPath& path, const PlanPoint& p, const PlanPoint& q, const mpq_class& radius) {
  const auto points = clear_points(path, p, q, radius, c.obstacles);
  REQUIRE(points.size() >= 2);
  CHECK(points.front() == p);
  CHECK(points.back() == q);
  for (std::size_t i = 1; i < points.size(); ++i)
    CHECK_FALSE(c.obstacles.stops_along(points[i - 1], points[i], radius * radius));
  const auto length = length_of(points);
  CHECK(length.high >= path.length.low);
  CHECK(length.low <= path.length.high * mpq_class(101) / 100);
}

TEST_CASE("taut: random walls: as by brute force") {
  const char* told = std::getenv("PLUMB_TAUT_MAPS");
  const unsigned maps = told ? static_cast<unsigned>(std::stoul(told)) : 60;
  const char* first = std::getenv("PLUMB_TAUT_FIRST");
  int found = 0, none = 0;
  for (unsigned seed = first ? std::stoul(first) : 0; maps > 0 && seed < (first ? std::stoul(first) : 0) + maps; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Case c(seed % 2 == 0 ? random_walls(random) : random_regions(random));
    MapComponents free(triangulate(c.map, KeptSegments::obstacles));
    for (const int quarters : {1, 2, 4, 5}) {
      const mpq_class radius = mpq_class(quarters) / 4;
      const DiscBitangents oracle(c.map, radius.get_d());
      for (int k = 0; k < 8; ++k) {
        const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
        CAPTURE(p[0], p[1], q[0], q[1], radius);
        if (free.triangles_at(p).empty() || free.triangles_at(q).empty()) continue;
        if (c.obstacles.stops_at(p, radius * radius) || c.obstacles.stops_at(q, radius * radius)) {
          CHECK_FALSE(c.search.find(p, q, radius));
          continue;
        }
        const auto path = c.search.find(p, q, radius);
        const auto expected = oracle.length(p, q);
        CHECK(path.has_value() == expected.has_value());
        if (path && expected) CHECK(middle(path->length) == Approx(*expected).epsilon(1e-9));
        if (path) check_points(c, *path, p, q, radius);
        (path ? found : none) += 1;
      }
    }
  }
  WARN(found << " found, " << none << " none");
}

TEST_CASE("taut: of a point: as the planner for points has it") {
  int found = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Case c(random_walls(random));
    const auto t = triangulate(c.map, KeptSegments::obstacles);
    EuclidPlanner euclid(t);
    for (int k = 0; k < 12; ++k) {
      const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
      CAPTURE(p[0], p[1], q[0], q[1]);
      const auto path = c.search.find(p, q, 0);
      const auto expected = euclid.path(p, q);
      REQUIRE(path.has_value() == expected.has_value());
      if (path) CHECK(middle(path->length) == Approx(middle(expected->length)).epsilon(1e-12));
      found += path.has_value();
    }
  }
  CHECK(found > 1000);
}

}  // namespace
