// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/half_plane.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

int side(const HalfPlane& h, const PlanPoint& p, const mpz_class& unit) {
  return sgn(mpq_class(h.a * unit * p[0] + h.b * unit * p[1] + h.c));
}

}  // namespace

TEST_CASE("half_plane: in lowest terms, in the unit of a grid") {
  // x / 2 - 2 y / 3 + 1 / 4 >= 0
  const std::array<mpq_class, 3> x{mpq_class(1, 2), mpq_class(-2, 3), mpq_class(1, 4)};
  const HalfPlane in_input = half_plane(x, 1), in_eighths = half_plane(x, 8);
  CHECK(in_input.a == 6);
  CHECK(in_input.b == -8);
  CHECK(in_input.c == 3);
  CHECK(in_eighths.a == 3);
  CHECK(in_eighths.b == -4);
  CHECK(in_eighths.c == 12);
  for (const mpz_class unit : {1, 8}) {
    const HalfPlane h = half_plane(x, unit);
    CHECK(side(h, {0, 0}, unit) > 0);
    CHECK(side(h, {mpq_class(-1, 2), 0}, unit) == 0);
    CHECK(side(h, {0, 1}, unit) < 0);
  }
}

TEST_CASE("sides_of: the inside is to the left of each side") {
  const PlanRing ring{{0, 0}, {mpq_class(10, 3), 0}, {3, mpq_class(7, 5)}, {mpq_class(1, 7), 2}};
  const PlanPoint inside{1, 1};
  for (const mpz_class unit : {1, 4, 105}) {
    const std::vector<HalfPlane> sides = sides_of(ring, unit);
    REQUIRE(sides.size() == ring.size());
    for (std::size_t i = 0; i < ring.size(); ++i) {
      CHECK(gcd(gcd(sides[i].a, sides[i].b), sides[i].c) == 1);
      CHECK(side(sides[i], inside, unit) > 0);
      CHECK(side(sides[i], ring[i], unit) == 0);
      CHECK(side(sides[i], ring[(i + 1) % ring.size()], unit) == 0);
    }
  }
}

TEST_CASE("is_on_grid: all corners have to be") {
  const PlanRing ring{{0, 0}, {mpq_class(1, 2), 0}, {0, mpq_class(3, 4)}};
  CHECK(is_on_grid(ring, 4));
  CHECK(is_on_grid(ring, 12));
  CHECK_FALSE(is_on_grid(ring, 2));
  CHECK_FALSE(is_on_grid(ring, 3));
}
