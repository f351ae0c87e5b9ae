// SPDX-License-Identifier: LGPL-3.0-or-later
// Points along a segment in integers; and intervals of sides: around what they stand for, whatever was rounded, and of
// sides that doubles alone would take for apart.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/int64.h"
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
  mpq_class q(to_gmp(random_bits()), to_gmp(random_bits() | 1u));
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
    const mpz_class unit =
        1 + mpz_class(to_gmp(random_bits() >> (random_bits() % 64))) * (round % 2 ? mpz_class(1) : q.get_den());
    CAPTURE(q, unit);
    REQUIRE(within(q, interval_of(q)));
    const mpz_class wide = q.get_num() * to_gmp(random_bits());
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

TEST_CASE("plan frame: how far along a segment points are, and how far to its left, as by fractions") {
  Draw draw;
  int beyond = 0, left = 0;
  for (int i = 0; i < 2000; ++i) {
    const ExactPoint from = draw.point(), to = draw.point(), p = draw.point();
    if (from[0] == to[0] && from[1] == to[1]) continue;
    const SegmentFrame fractions({from[0], from[1]}, {to[0], to[1]});
    const mpq_class x = to[0] - from[0], y = to[1] - from[1];
    REQUIRE(fractions.squared_length == x * x + y * y);
    const PlanIntegers a = integers(from), b = integers(to), c = integers(p);
    const PlanFrame frame(a, b);
    const mpq_class over = mpq_class(frame.scale()) / (c.w * frame.whole());
    const mpq_class u = frame.along(c) * over, v = frame.away(c) * over;
    const PlanPoint again = fractions.at(u, v);
    REQUIRE((again[0] == p[0] && again[1] == p[1]));
    REQUIRE(frame.beyond(c) == sign_of(sgn(mpq_class(u - 1))));
    beyond += u > 1;
    left += v > 0;
  }
  CHECK(beyond > 100);
  CHECK(left > 100);
  const SegmentFrame known({1, 1}, {4, 5});
  CHECK(known.squared_length == 25);
  CHECK(known.at(1, 0) == PlanPoint{4, 5});
  CHECK(known.at(0, 1) == PlanPoint{-3, 4});
  CHECK(known.at(mpq_class(1, 2), 2) == PlanPoint{mpq_class(-11, 2), 9});
}

TEST_CASE("points of a table in integers, moved from an origin, and heights over long anchors") {
  PointTable points = PointTable::from_integers({4, 8, 12, 2, 6, 10}, 4);
  points.append_long(std::vector<ExactPoint>{{mpq_class(1, 3), 2, mpq_class(5, 7)}});
  const auto is = [](const PlanIntegers& p, const mpq_class& x, const mpq_class& y) {
    return mpq_class(p.x) / p.w == x && mpq_class(p.y) / p.w == y && p.w > 0;
  };
  CHECK(is(plan_integers(points, 0), 4, 8));
  CHECK(is(plan_integers(points, 2), mpq_class(4, 3), 8));
  CHECK(height_integers(points, 1) == HeightIntegers{10, 1});
  CHECK(height_integers(points, 2) == HeightIntegers{20, 7});
  CHECK(is(moved_by(points, 0, {1, 2, 3}), 4 + mpq_class(1, 3), 8 + mpq_class(2, 3)));
  CHECK(is(moved_by(points, 2, {1, 2, 3}), mpq_class(5, 3), 8 + mpq_class(2, 3)));
  const auto intervals = [](const IntervalVertex& v) { return std::array{v.at[0].low, v.at[1].low, v.at[2].low}; };
  const IntervalVertex in_table = interval_vertex(points, 1),
                       in_units = interval_vertex(ExactPoint{1, mpq_class(3, 2), 5}, 4, 9);
  CHECK((intervals(in_table) == std::array{2.0, 6.0, 10.0} && in_table.at[2].high == 10 && in_table.name == 0));
  CHECK((intervals(in_units) == std::array{4.0, 6.0, 20.0} && in_units.at[2].high == 20 && in_units.name == 9));
  // z rises by one in two along y, from the long point on.
  const std::array<mpz_class, 3> slope{0, -2, 4};
  CHECK(height_over(points, 2, slope, {5, 9, 1}) == HeightIntegers{47, 14});  // 20/7 + 1/2
  CHECK(height_over(points, 2, {0, 0, 1}, {5, 9, 1}) == HeightIntegers{20, 7});
  CHECK(point_over(points, 2, slope, {5, 9, 1}) == ExactPoint{mpq_class(5, 4), mpq_class(9, 4), mpq_class(47, 56)});
}

TEST_CASE("what the perpendiculars of a side meet first: certain only where stretches or distances are apart") {
  const auto facing = [](double from, double to, double near, double far) {
    IntervalFacing f;
    f.along = {Interval(from), Interval(to)};
    f.away = {Interval(near), Interval(far)};
    return f;
  };
  const IntervalFacing a = facing(0, 4, 1, 2);
  CHECK(certainly_not_before(a, facing(5, 6, 0, 0)));
  CHECK(certainly_not_before(a, facing(-2, -1, 0, 0)));
  CHECK(certainly_not_before(facing(4, 0, 2, 1), facing(6, 5, 0, 0)));
  CHECK_FALSE(certainly_not_before(a, facing(4, 6, 0, 0)));
  CHECK_FALSE(certainly_not_before(a, facing(-2, 0, 0, 0)));
  CHECK(certainly_not_before(a, facing(1, 3, 3, 4)));
  CHECK(certainly_not_before(a, facing(1, 3, 4, 3)));
  CHECK_FALSE(certainly_not_before(a, facing(1, 3, 2, 4)));
  CHECK_FALSE(certainly_not_before(a, facing(1, 3, 0, 0)));
}
