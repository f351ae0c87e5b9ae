// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/plan/passability.h"

#include <catch2/catch.hpp>

#include <random>

#include "support/passage_arrangement.h"
#include "support/plan_maps.h"
#include "support/random_places.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using Answer = Passability::Answer;
using kernel::PlanPoint;

// Two rooms, and a corridor of a length from one to the other along a direction of length 1.
PlanMap two_rooms(const mpq_class& width, const mpq_class& dx, const mpq_class& dy) {
  const auto turned = [&](const kernel::PlanRing& ring) {
    kernel::PlanRing out;
    for (const PlanPoint& p : ring) out.push_back({p[0] * dx - p[1] * dy, p[0] * dy + p[1] * dx});
    return out;
  };
  return map_of({{MapLayer::Role::floors,
                  "",
                  {{{{turned(box(0, 0, 10, 10))}}, 1},
                   {{{turned(box(10, 3, 20, 3 + width))}}, 1},
                   {{{turned(box(20, 0, 30, 10))}}, 1}}}});
}

TEST_CASE("passability: a corridor as wide as the disc lets it pass, one narrower by 2^-60 does not") {
  const mpq_class step(1, mpz_class(1) << 60);
  for (const auto& along : {std::pair<mpq_class, mpq_class>(1, 0), {mpq_class(3, 5), mpq_class(4, 5)}}) {
    const mpq_class &dx = along.first, &dy = along.second;
    const auto at = [&](const mpq_class& x, const mpq_class& y) { return PlanPoint{x * dx - y * dy, x * dy + y * dx}; };
    const PlanPoint from = at(5, 5), to = at(25, 5);
    const PlanMap wide = two_rooms(2, dx, dy), narrow = two_rooms(2 - step, dx, dy);
    CHECK(PassabilityQuery(wide)(from, to, 1).answer == Answer::passable);
    const Passability no = PassabilityQuery(narrow)(from, to, 1);
    CHECK(no.answer == Answer::too_narrow);
    REQUIRE(no.passage);
    CHECK(squared_width(*no.passage) == (2 - step) * (2 - step));
    CHECK(PassageArrangement(Obstacles(wide), 1).passable(from, to));
    CHECK_FALSE(PassageArrangement(Obstacles(narrow), 1).passable(from, to));
  }
}

TEST_CASE("passability: why not") {
  const PlanMap map = map_of({{MapLayer::Role::floors, "", {{{{box(0, 0, 4, 4)}}, 1}, {{{box(5, 0, 9, 4)}}, 1}}}});
  PassabilityQuery query(map);
  const PlanPoint middle{2, 2}, other{7, 2};
  CHECK(query(middle, {1, 1}, 1).answer == Answer::passable);
  CHECK(query(middle, middle, 4).answer == Answer::passable);
  CHECK(query(middle, other, 0).answer == Answer::unreachable);
  CHECK(query({mpq_class(9, 2), 2}, other, 0).answer == Answer::start_blocked);
  CHECK(query(middle, {20, 20}, 0).answer == Answer::goal_blocked);
  CHECK(query(middle, {4, 4}, 0).answer == Answer::passable);
  const Passability touched = query({1, 2}, middle, 2);
  CHECK(touched.answer == Answer::start_touched);
  REQUIRE(touched.obstacle);
  const PlanMap::Segment& wall = map.segments[*touched.obstacle];
  CHECK(map.points[wall.from].at[0] == 0);
  CHECK(map.points[wall.to].at[0] == 0);
  CHECK(query(middle, {3, 2}, 2).answer == Answer::goal_touched);
}

TEST_CASE("passability: what a disc passes, a smaller one does") {
  std::size_t falls = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const PlanMap map = random_walls(random);
    PassabilityQuery query(map);
    const PlanPoint p = drawn_place(random, 12, 2), q = drawn_place(random, 12, 2);
    bool before = true;
    for (int eighths = 0; eighths <= 12; ++eighths) {
      const mpq_class radius(eighths, 8);
      const bool passes = query(p, q, radius * radius).answer == Answer::passable;
      CHECK((before || !passes));
      falls += before && !passes;
      before = passes;
    }
  }
  CHECK(falls > 20);
}

}  // namespace
