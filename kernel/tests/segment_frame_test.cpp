// SPDX-License-Identifier: LGPL-3.0-or-later
// Points along a segment in integers; and intervals of sides: around what they stand for, whatever was rounded, and of
// sides that doubles alone would take for apart.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/segment_frame.h"

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
    REQUIRE(orientation.turn(integers(p), integers(q), integers(r), integers(s)) == sign_of(sgn(turned)));
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
using plumb::kernel::Interval;
using plumb::kernel::PointTable;

namespace {

bool within(const mpq_class& v, const Interval& i) {
  return (i.low == -HUGE_VAL || mpq_class(i.low) <= v) && (i.high == HUGE_VAL || v <= mpq_class(i.high));
}

std::mt19937_64 random_bits(8);

// Of any size, subnormal ones among them.
double draw() {
  const double m = static_cast<double>(random_bits() >> 11) * 0x1p-53 + 0.5;
  const int exponents[] = {0, 1, 40, -40, -530, -560, -1060, 400};
  return std::ldexp(random_bits() % 2 ? m : -m, exponents[random_bits() % 8]);
}

mpq_class fraction() {
  mpq_class q(static_cast<unsigned long>(random_bits()), static_cast<unsigned long>(random_bits() | 1u));
  q.canonicalize();
  return random_bits() % 2 ? q : mpq_class(-q);
}

}  // namespace

TEST_CASE("intervals: differences, sums, products and quotients enclose the exact ones", "[bounds]") {
  for (int round = 0; round < 20000; ++round) {
    const double a = draw(), b = draw();
    const mpq_class x(a), y(b);
    CAPTURE(a, b);
    REQUIRE(within(x - y, Interval(a) - Interval(b)));
    REQUIRE(within(x + y, Interval(a) + Interval(b)));
    REQUIRE(within(x * y, Interval(a) * Interval(b)));
    REQUIRE(within(x / y, Interval(a) / Interval(b)));
  }
  constexpr double greatest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  for (const auto& [a, b] : {std::pair(greatest, greatest), std::pair(-greatest, greatest), std::pair(least, 0.5),
                             std::pair(-least, 0.5), std::pair(least, least)}) {
    CHECK(within(mpq_class(a) * mpq_class(b), Interval(a) * Interval(b)));
    CHECK(within(mpq_class(a) + mpq_class(b), Interval(a) + Interval(b)));
    CHECK(within(mpq_class(a) - mpq_class(b), Interval(a) - Interval(b)));
  }
}

TEST_CASE("outward() moves by a step where half a step is lost", "[bounds][derived]") {
  // 1 + u is rounded to 1, and 1 times u added to 1 as well.
  CHECK(within(1 + mpq_class(0x1p-53), Interval(1.0) + Interval(0x1p-53)));
  CHECK(within(-1 - mpq_class(0x1p-53), Interval(-1.0) - Interval(0x1p-53)));
}

TEST_CASE("doubles around fractions, integers, coordinates and what is near a number", "[bounds]") {
  for (int round = 0; round < 4000; ++round) {
    const mpq_class q = fraction();
    const mpz_class unit = 1 + mpz_class(static_cast<unsigned long>(random_bits() >> (random_bits() % 64))) *
                                   (round % 2 ? mpz_class(1) : q.get_den());
    CAPTURE(q, unit);
    REQUIRE(within(q, interval_of(q)));
    const mpz_class wide = q.get_num() * static_cast<unsigned long>(random_bits());
    REQUIRE(within(wide, interval_of(wide)));
    REQUIRE(within(q * unit, interval_coordinate(q, unit)));
    const PointTable table = PointTable::from_integers({wide, -wide, q.get_num(), 3, 4, 5}, 7);
    for (int k = 0; k < 3; ++k) {
      REQUIRE(within(table.integer(0, k), interval_of(table, 0, k)));
      REQUIRE(within(table.integer(0, k), interval_of(table, table.approx(0, k))));
    }
    const double at = draw(), error = std::fabs(draw());
    REQUIRE(within(mpq_class(at) - mpq_class(error), around(at, error)));
    REQUIRE(within(mpq_class(at) + mpq_class(error), around(at, error)));
  }
  CHECK(within(mpq_class(mpz_class(1) << 2000), interval_of(mpq_class(mpz_class(1) << 2000))));
  CHECK(within(mpq_class(-(mpz_class(1) << 2000)), interval_of(mpq_class(-(mpz_class(1) << 2000)))));
  CHECK(interval_of(mpz_class(3)).low == 3);
  CHECK(around(0, HUGE_VAL).high == HUGE_VAL);
  CHECK(around(NAN, 0).low == -HUGE_VAL);
}

TEST_CASE("a side that is met at exactly the reach, or touched, is not turned away", "[bounds]") {
  // Across from (0, 0) -> (0, y), as far away as the reach: coordinates have digits enough to be rounded in every
  // product.
  int met = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto length = static_cast<double>(random_bits() >> 11), reach = static_cast<double>(random_bits() >> 11);
    const auto point = [](double x, double y, std::uint64_t name) {
      return IntervalVertex{{Interval(x), Interval(y), Interval(0.0)}, name};
    };
    const IntervalSegment side{point(0, 0, 1), point(0, length, 2), 0};
    // Outward is left: the other is at x = -reach, and runs back.
    const IntervalSegment other{point(-reach, length, 3), point(-reach, 0, 4), 1};
    const IntervalReach at_reach{Interval(reach) * Interval(reach), Interval(0.0)};
    IntervalFacing seen;
    met += interval_facing(side, other, at_reach, seen);
  }
  CHECK(met == 4000);
}
