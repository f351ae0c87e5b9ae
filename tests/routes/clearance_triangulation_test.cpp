// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/plan/passability.h"

#include <catch2/catch.hpp>

#include <random>

#include "support/clearance_agreement.h"
#include "support/disturbance_scan.h"
#include "support/plan_maps.h"
#include "support/shared_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;

TEST_CASE("local clearance: random walls: traversals, barriers and all passages agree about where discs get") {
  Agreement sum;
  std::size_t refined = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = random_walls(random);
    const ClearanceTriangulation lct = clearance_triangulation(map);
    REQUIRE(is_valid(lct.triangulation));
    REQUIRE(DisturbanceScan(lct).count() == 0);
    refined += lct.refinements;
    const Agreement a = compare_ways(map, lct, drawn_radii(lct, random), random, 10);
    CHECK(a.by_values == 0);
    CHECK(a.by_barriers == 0);
    sum += a;
  }
  CHECK(refined > 20);
  CHECK(sum.pairs > 2000);
  CHECK(sum.joined > 500);
  CHECK(sum.pairs - sum.joined > 500);
}

TEST_CASE("local clearance: without refinement traversals let discs pass that do not fit") {
  int wrong = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const PlanMap map = random_walls(random);
    const ClearanceTriangulation plain = clearance_triangulation(map, DisturbanceRule::none);
    CHECK(plain.refinements == 0);
    DisturbanceScan scan(plain);
    if (scan.count() == 0) continue;
    const Agreement a = compare_ways(map, plain, {scan.last() / 4 + mpq_class(1, mpz_class(1) << 60)}, random, 100);
    wrong += a.by_values;
    CHECK(a.by_barriers == 0);  // which look at all that a vertex sees
  }
  CHECK(wrong > 0);
}

// A disc of radius a little over 1 in the room 2 wide between x = 0 and the walls from (2, 6) to (2, 8): of the lines
// where traversals are measured none is between (2, 8) and the wall, as the side from there to (2, 6) is as short.
TEST_CASE("local clearance: lines of traversals alone do not close a room off") {
  const PlanMap map = map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 12, 12)}}, 1}}}},
                             {{{{6, 0}, {2, 6}}},
                              {{{6, 0}, {mpq_class(20, 7), mpq_class(44, 7)}}},
                              {{{5, 7}, {2, 6}}},
                              {{{2, 8}, {mpq_class(20, 7), mpq_class(44, 7)}}}});
  const mpq_class square = 1 + mpq_class(1, 1 << 20);
  const ClearanceTriangulation lct = clearance_triangulation(map);
  const Obstacles obstacles(map);
  const PlanPoint in_room{mpq_class(7, 6), mpq_class(105, 16)}, beyond{mpq_class(9, 2), mpq_class(28, 5)};
  REQUIRE_FALSE(obstacles.stops_at(in_room, square));
  REQUIRE_FALSE(obstacles.stops_at(beyond, square));
  CHECK_FALSE(PassageArrangement(obstacles, square).passable(in_room, beyond));
  CHECK_FALSE(are_joined(map, barriers(lct, square), in_room, beyond));
  CHECK(are_joined(map, lines_of_traversals(lct, square), in_room, beyond));
}

void check_shared_map(const std::filesystem::path& file, int pairs, double share) {
  CAPTURE(file);
  const auto map = pipeline::read_map({file, {}, {}});
  REQUIRE(map);
  REQUIRE(is_valid(*map));
  const ClearanceTriangulation lct = clearance_triangulation(*map);
  REQUIRE(is_valid(lct.triangulation));
  CHECK(DisturbanceScan(lct).count() == 0);
  if (map->points.size() >= 1100) return;
  std::mt19937 random(1);
  const Agreement a = compare_ways(*map, lct, drawn_radii(lct, random, share), random, pairs);
  CHECK(a.by_values == 0);
  CHECK(a.by_barriers == 0);
  UNSCOPED_INFO(file.filename() << ": " << a.pairs << " pairs, " << a.joined << " joined");
}

TEST_CASE("local clearance: shared maps: no disturbance, and the three ways agree") {
  for (const auto& file : shared_maps()) check_shared_map(file, 2, 0.1);
}

TEST_CASE("local clearance: shared maps, 200 pairs of discs at each of ten radii", "[.long]") {
  for (const auto& file : shared_maps()) check_shared_map(file, 200, 1);
}

}  // namespace
