// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/filtered_point.h"

#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

// Thirds, which no double holds: many points are ends, on the line, or square to an end.
PlanPoint drawn_point() {
  PlanPoint out;
  for (mpq_class& v : out) {
    v = mpq_class(drawn(-4, 4), drawn(0, 1) == 0 ? 1 : 3);
    v.canonicalize();
  }
  return out;
}

}  // namespace

TEST_CASE("nearest_point: an end of the segment, or the foot of the perpendicular") {
  Met met({{"an end itself", 20}, {"before", 20}, {"beyond", 20}, {"square to an end", 20}, {"foot", 20}});
  CHECK(check_many("as by fractions", 500, met, [&] {
    const PlanPoint p = drawn_point(), q = drawn_point(), at = drawn_point();
    const mpq_class x = q[0] - p[0], y = q[1] - p[1], length = x * x + y * y,
                    along = (at[0] - p[0]) * x + (at[1] - p[1]) * y;
    PlanPoint right = p;
    if (length > 0 && along > 0) {
      const mpq_class share = std::min<mpq_class>(1, along / length);
      right = {p[0] + share * x, p[1] + share * y};
      RC_ASSERT(nearest_share(at, p, q) == share);
    } else {
      RC_ASSERT(nearest_share(at, p, q) == 0);
    }
    RC_ASSERT(nearest_point(at, p, q) == right);
    RC_ASSERT(squared_distance(p, q) == length);
    RC_ASSERT(gcd(squared_distance(p, q).get_num(), squared_distance(p, q).get_den()) == 1);
    ++met[at == p || at == q              ? "an end itself"
          : along == 0 || along == length ? "square to an end"
          : along < 0                     ? "before"
          : along > length                ? "beyond"
                                          : "foot"];
  }));
}

namespace {

FilteredPoint drawn_filtered() { return FilteredPoint(drawn_point()); }
bool holds(const Interval& i, const mpq_class& v) { return mpq_class(i.low) <= v && v <= mpq_class(i.high); }

}  // namespace

TEST_CASE("order_of: by x, then y") {
  const FilteredPoint a({1, 5}), b({1, 6}), c({2, 0}), third({mpq_class(1, 3), 0}), same({mpq_class(1, 3), 0});
  CHECK(order_of(a, b) < 0);
  CHECK(order_of(b, a) > 0);
  CHECK(order_of(b, c) < 0);
  CHECK(order_of(a, a) == 0);
  CHECK(order_of(third, same) == 0);
  CHECK(order_of(third, a) < 0);
}

TEST_CASE("distances to segments: known ones, and what doubles tell of them") {
  const FilteredPoint p({0, 0}), q({4, 0});
  const auto squared = [&](const mpq_class& x, const mpq_class& y) { return squared_distance({x, y}, p.at, q.at); };
  CHECK(squared(2, 3) == 9);
  CHECK(squared(-3, 4) == 25);
  CHECK(squared(7, -4) == 25);
  CHECK(squared(1, 0) == 0);
  const auto near = [&](double x, double y) { return squared_distance_near(FilteredPoint({x, y}), p, q); };
  for (const auto& [x, y, right] :
       {std::tuple{2.0, 3.0, 9.0}, {-3.0, 4.0, 25.0}, {7.0, -4.0, 25.0}, {0.0, 2.0, 4.0}, {4.0, 2.0, 4.0}}) {
    CAPTURE(x, y);
    CHECK(holds(near(x, y), right));
    CHECK(near(x, y).high - near(x, y).low < 1e-13);
  }
  // No square is below zero, however it is rounded.
  const FilteredPoint at_third({mpq_class(1, 3), 0}), again({mpq_class(1, 3), 0});
  CHECK(squared_distance_near(at_third, again).low == 0);
  CHECK(near(1, 0).low == 0);
  CHECK(near(3, 0).low == 0);
  const auto compared = [&](const mpq_class& x, const mpq_class& y, const mpq_class& square) {
    return compare_squared_distance(FilteredPoint({x, y}), p, q, square);
  };
  CHECK(compared(2, 3, 9) == 0);
  CHECK(compared(2, 3, 10) == -1);
  CHECK(compared(2, 3, 8) == 1);
  const mpq_class third(1, 3), tiny(1, mpz_class(1) << 100);
  CHECK(compared(third, third, mpq_class(1, 9)) == 0);
  CHECK(compared(third, third, mpq_class(1, 9) + tiny) == -1);
  CHECK(compared(third, third, mpq_class(1, 9) - tiny) == 1);
  CHECK(has_foot(FilteredPoint({1, 7}), p, q));
  CHECK(has_foot(FilteredPoint({tiny, 7}), p, q));
  CHECK_FALSE(has_foot(FilteredPoint({0, 7}), p, q));
  CHECK_FALSE(has_foot(FilteredPoint({4, -7}), p, q));
  CHECK_FALSE(has_foot(FilteredPoint({5, 1}), p, q));
  CHECK_FALSE(has_foot(FilteredPoint({-1, 0}), p, q));
  CHECK_FALSE(has_foot(FilteredPoint({-tiny, 7}), p, q));
}

TEST_CASE("segments cross where each has the other's ends strictly on both sides") {
  const auto crosses = [](const PlanPoint& p, const PlanPoint& q, const PlanPoint& a, const PlanPoint& b) {
    return cross(FilteredPoint(p), FilteredPoint(q), FilteredPoint(a), FilteredPoint(b));
  };
  CHECK(crosses({0, 0}, {4, 4}, {0, 4}, {4, 0}));
  CHECK(crosses({0, 0}, {4, 4}, {4, 0}, {0, 4}));
  CHECK_FALSE(crosses({0, 0}, {4, 4}, {2, 2}, {4, 0}));  // an end on the other
  CHECK_FALSE(crosses({2, 2}, {4, 4}, {0, 4}, {4, 0}));
  CHECK_FALSE(crosses({0, 0}, {1, 1}, {0, 4}, {4, 0}));  // too short
  CHECK_FALSE(crosses({0, 4}, {4, 0}, {0, 0}, {1, 1}));
  CHECK_FALSE(crosses({0, 0}, {4, 0}, {1, 0}, {3, 0}));
  CHECK(crossing({0, 0}, {4, 4}, {0, 2}, {1, 2}) == PlanPoint{2, 2});
  CHECK(crossing({0, 0}, {1, 3}, {0, 1}, {1, 1}) == PlanPoint{mpq_class(1, 3), 1});
}

TEST_CASE("distances to segments: of random points, by fractions") {
  Met met({{"foot", 100}, {"end", 100}, {"point", 10}});
  CHECK(check_many("distances to segments", 500, met, [&] {
    const FilteredPoint p = drawn_filtered(), q = drawn_filtered(), at = drawn_filtered();
    const mpq_class x = q.x() - p.x(), y = q.y() - p.y(), length = x * x + y * y,
                    along = (at.x() - p.x()) * x + (at.y() - p.y()) * y;
    const bool foot = along > 0 && along < length;
    RC_ASSERT(has_foot(at, p, q) == foot);
    mpq_class share = length > 0 ? mpq_class(along / length) : mpq_class(0);
    share = std::clamp<mpq_class>(share, 0, 1);
    const mpq_class dx = p.x() + share * x - at.x(), dy = p.y() + share * y - at.y(), square = dx * dx + dy * dy;
    RC_ASSERT(squared_distance(at.at, p.at, q.at) == square);
    RC_ASSERT(length == 0 || holds(squared_distance_near(at, p, q), square));
    RC_ASSERT(compare_squared_distance(at, p, q, square) == 0);
    RC_ASSERT(compare_squared_distance(at, p, q, square + mpq_class(1, 7)) == -1);
    RC_ASSERT(compare_squared_distance(at, p, q, square - mpq_class(1, 7)) == 1);
    ++met[length == 0 ? "point" : foot ? "foot" : "end"];
  }));
}
