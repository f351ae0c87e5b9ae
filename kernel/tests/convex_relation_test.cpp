// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/convex_relation.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

PlanRing square(int low, int high) { return {{low, low}, {high, low}, {high, high}, {low, high}}; }
ConvexRelation relation(const PlanRing& a, const PlanRing& b) { return convex_relation(plan_refs(a), plan_refs(b)); }

}  // namespace

TEST_CASE("convex_relation: every relation, with boundaries that touch") {
  using enum ConvexRelation;
  const PlanRing unit = square(0, 4);
  CHECK(relation(unit, unit) == within);
  CHECK(relation(square(1, 2), unit) == within);
  CHECK(relation(square(0, 2), unit) == within);
  CHECK(relation(unit, square(1, 2)) == around);
  CHECK(relation(unit, square(0, 2)) == around);
  CHECK(relation(unit, square(2, 6)) == crossing);
  CHECK(relation(unit, square(4, 6)) == apart);                           // a corner
  CHECK(relation(unit, {{4, 0}, {6, 0}, {6, 4}, {4, 4}}) == apart);       // a side
  CHECK(relation(unit, {{-1, 1}, {5, 1}, {5, 2}, {-1, 2}}) == crossing);  // no corner in the other
  CHECK(relation(unit, {{0, 0}, {4, 0}, {4, 4}}) == around);              // half of it
  CHECK(relation(unit, {{5, 0}, {9, 4}, {9, 9}}) == apart);
  CHECK(relation({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}, unit) == within);  // a straight corner
}

TEST_CASE("convex_relation: rings that share corners which no double holds") {
  using enum ConvexRelation;
  const mpq_class third(1, 3), two_thirds(2, 3);
  const PlanRing left{{0, 0}, {third, 0}, {two_thirds, 1}, {0, 1}};
  CHECK(relation(left, {{third, 0}, {1, 0}, {1, 1}, {two_thirds, 1}}) == apart);  // a slanting side
  CHECK(relation(left, {{third, 0}, {1, third}, {two_thirds, 1}}) == apart);      // the same, of a triangle
  CHECK(relation(left, {{two_thirds, 1}, {1, 1}, {1, 2}}) == apart);              // a corner
  CHECK(relation(left, {{0, 0}, {third, 0}, {two_thirds, 1}}) == around);         // a half
  CHECK(relation({{0, 0}, {two_thirds, 1}, {0, 1}}, left) == within);             // the other
  CHECK(relation(left, {{0, 0}, {1, 0}, {two_thirds, 1}}) == crossing);           // beyond a side
}

TEST_CASE("normal_convex_ring: one form for each convex polygon, none for others") {
  const PlanRing expected = square(0, 4);
  CHECK(normal_convex_ring(square(0, 4)) == expected);
  CHECK(normal_convex_ring({{4, 4}, {4, 0}, {0, 0}, {0, 4}}) == expected);  // clockwise
  CHECK(normal_convex_ring({{4, 4}, {2, 4}, {0, 4}, {0, 0}, {0, 0}, {1, 0}, {4, 0}, {4, 4}}) == expected);
  CHECK(normal_convex_ring({}).empty());
  CHECK(normal_convex_ring({{0, 0}, {1, 1}}).empty());
  CHECK(normal_convex_ring({{0, 0}, {1, 1}, {3, 3}}).empty());
  CHECK(normal_convex_ring({{0, 0}, {4, 0}, {1, 1}, {0, 4}}).empty());               // a reflex corner
  CHECK(normal_convex_ring({{0, 0}, {4, 4}, {4, 0}, {0, 4}}).empty());               // it crosses itself
  CHECK(normal_convex_ring({{0, 0}, {4, 0}, {2, 0}, {4, 4}}).empty());               // it turns back
  CHECK(normal_convex_ring({{0, -5}, {3, 4}, {-5, -1}, {5, -1}, {-3, 4}}).empty());  // a star goes around twice
  CHECK(normal_convex_ring({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}}).empty());
}
