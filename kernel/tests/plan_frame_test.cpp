// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/plan_frame.h"

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/exact_plan.h"

using namespace plumb::kernel;

namespace {

PlanIntegers integers(const ExactPoint& p) { return plan_integers(p); }

class Draw {
 public:
  ExactPoint point() {
    ExactPoint p;
    for (mpq_class& c : p) {
      c = mpq_class(small(-5, 5), small(1, 4));
      c.canonicalize();
    }
    return p;
  }
  int small(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

 private:
  std::mt19937 random_{7};
};

}  // namespace

TEST_CASE("plan frame: lines through places meet where fractions say, and turns are theirs") {
  Draw draw;
  int met = 0, straight = 0;
  PlanOrientation orientation;
  for (int i = 0; i < 5000; ++i) {
    const ExactPoint p = draw.point(), q = draw.point(), r = draw.point(), s = draw.point();
    const mpq_class turned = formulas::turn2d(p, q, r, s);
    REQUIRE(orientation.turn(integers(p), integers(q), integers(r), integers(s)) == sgn(turned));
    straight += turned == 0;
    if (turned == 0) continue;
    const PlanIntegers at = meeting_place(integers(p), integers(q), integers(r), integers(s));
    REQUIRE(at.w > 0);
    const ExactPoint expected = passing_point(p, q, r, s);
    REQUIRE(same_place(at, integers(expected)));
    ++met;
  }
  CHECK(met > 3000);
  CHECK(straight > 50);
}

TEST_CASE("plan frame: equal places and heights, whatever their denominators") {
  CHECK(same_place({2, 4, 6}, {1, 2, 3}));
  CHECK_FALSE(same_place({2, 4, 6}, {1, 3, 3}));
  CHECK_FALSE(same_place({2, 4, 6}, {2, 2, 3}));
  CHECK(HeightIntegers{-2, 6} == HeightIntegers{-1, 3});
  CHECK_FALSE(HeightIntegers{-2, 6} == HeightIntegers{1, 3});
  const PointTable points = PointTable::from_integers({0, 0, 10, 4, 0, 10, 0, 4, 12}, 2);
  const std::array<mpz_class, 3> level{0, 0, 3}, slope{0, -2, 4};  // rises by one in two along y
  CHECK(height_over(points, 0, level, {7, 5, 2}) == HeightIntegers{10, 1});
  CHECK(height_over(points, 0, slope, {7, 5, 2}) == HeightIntegers{45, 4});
  CHECK(point_over(points, 0, slope, {7, 5, 2}) == ExactPoint{mpq_class(7, 4), mpq_class(5, 4), mpq_class(45, 8)});
}
