// SPDX-License-Identifier: LGPL-3.0-or-later
// Tests of convex rings, in four parts, each against arithmetic in fractions.
// 1. convex_relation() and normal_convex_ring(): each relation by hand, with boundaries that touch, and corners that no
//    double holds.
// 2. Half-planes: sides_of() and is_on_grid() by hand.
// 3. Orientations and areas of rounded corners: random places are asked in doubles and in fractions, also where
//    products are rounded to one double, underflow or overflow.
// 4. state_of(): rings that stay convex, collapse, are turned over or are no longer convex, with few and many corners.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"
#include "support/property.h"

using namespace plumb::kernel;

namespace {

PlanRing square(int low, int high) { return {{low, low}, {high, low}, {high, high}, {low, high}}; }
ConvexRelation relation(const PlanRing& a, const PlanRing& b) { return convex_relation(plan_refs(a), plan_refs(b)); }

}  // namespace

TEST_CASE("clip_half_plane: corners on the line stay, once each, and none is made there") {
  using Ring = std::vector<std::array<int, 2>>;
  const auto clipped = [](Ring ring, int a, int b, int c) {
    const auto side = [&](const std::array<int, 2>& p) { return a * p[0] + b * p[1] + c; };
    const bool changed = clip_half_plane(ring, side, [](const auto& p, int s, const auto& q, int t) {
      return std::array{(p[0] * -t + q[0] * s) / (s - t), (p[1] * -t + q[1] * s) / (s - t)};
    });
    return std::pair(changed, ring);
  };
  const Ring whole{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  CHECK(clipped(whole, 1, -1, 0) == std::pair(true, Ring{{0, 0}, {4, 0}, {4, 4}}));  // along a diagonal
  CHECK(clipped(whole, -1, 1, 0) == std::pair(true, Ring{{0, 0}, {4, 4}, {0, 4}}));
  CHECK(clipped(whole, 1, 0, -2) == std::pair(true, Ring{{2, 0}, {4, 0}, {4, 4}, {2, 4}}));
  CHECK(clipped(whole, 1, 0, -4) == std::pair(true, Ring{{4, 0}, {4, 4}}));
  CHECK(clipped(whole, 1, 1, -8) == std::pair(true, Ring{{4, 4}}));
  CHECK(clipped(whole, 1, 1, -9) == std::pair(true, Ring{}));
  CHECK(clipped(whole, 1, 0, 0) == std::pair(false, whole));
  CHECK(clipped(whole, 2, -1, 0) ==
        std::pair(true, Ring{{0, 0}, {4, 0}, {4, 4}, {2, 4}}));  // through a corner and a side
}

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
  CHECK(normal_convex_ring({{4, 4}, {4, 2}, {4, 0}, {0, 0}, {0, 4}}) == expected);  // clockwise, with a straight corner
  CHECK(normal_convex_ring({}).empty());
  CHECK(normal_convex_ring({{0, 0}, {1, 1}}).empty());
  CHECK(normal_convex_ring({{0, 0}, {1, 1}, {3, 3}}).empty());
  CHECK(normal_convex_ring({{0, 0}, {4, 0}, {1, 1}, {0, 4}}).empty());               // a reflex corner
  CHECK(normal_convex_ring({{0, 0}, {4, 4}, {4, 0}, {0, 4}}).empty());               // it crosses itself
  CHECK(normal_convex_ring({{0, 0}, {4, 0}, {2, 0}, {4, 4}}).empty());               // it turns back
  CHECK(normal_convex_ring({{0, -5}, {3, 4}, {-5, -1}, {5, -1}, {-3, 4}}).empty());  // a star goes around twice
  CHECK(normal_convex_ring({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}}).empty());
}

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
using namespace plumb::tests;

namespace {

Sign turn_in_fractions(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const auto q = [](const RoundedPlace& p) { return std::array<mpq_class, 2>{mpq_class(p[0]), mpq_class(p[1])}; };
  return sign_of(sgn(formulas::orient2d(q(a), q(b), q(c))));
}

Interval area_in_intervals(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const auto i = [](const RoundedPlace& p) { return std::array{Interval(p[0]), Interval(p[1])}; };
  return formulas::orient2d(i(a), i(b), i(c));
}

bool equal(const Interval& a, const Interval& b) { return a.low == b.low && a.high == b.high; }

// Numbers of several kinds, in which three places are often on one line or nearly so.
class Places {
 public:
  explicit Places(unsigned seed) : random_(seed) {}

  std::array<RoundedPlace, 3> draw() {
    const int kind = below(6);
    const RoundedPlace a = place(kind), b = place(kind);
    RoundedPlace c = place(kind);
    if (below(3) > 0) {  // on the line through a and b, or as near as a number can be
      const double t = below(2) ? below(9) - 4 : below(1000) / 1000.0;
      for (std::size_t k = 0; k < 2; ++k) {
        c[k] = a[k] + t * (b[k] - a[k]);
        if (kind < 4) c[k] = static_cast<float>(c[k]);
      }
      if (below(3) == 0) c[below(2)] = std::nextafter(c[0], 1e9);
    }
    return {a, b, c};
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  double number(int kind) {
    const double whole = below(1 << 20) - (1 << 19);
    switch (kind) {
      case 0: return static_cast<float>(whole / 4096);
      case 1: return static_cast<float>(std::ldexp(whole, below(40) - 50));
      case 2: return below(7) - 3;
      case 3: return static_cast<float>(std::ldexp(1 + below(1 << 23) / 8388608.0, below(24) - 12));
      case 4: return std::ldexp(whole + below(1 << 30) / 1073741824.0, below(8));
      default: return std::ldexp(1 + below(1 << 30) / 1073741824.0, below(1500) - 1000);
    }
  }
  RoundedPlace place(int kind) { return {number(kind), number(kind)}; }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("rounded ring: turns are those of fractions, areas the intervals of the formula") {
  Places places(34);
  int straight = 0, left = 0, right = 0, equal_products = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto [a, b, c] = places.draw();
    const Sign turned = orientation(a, b, c);
    REQUIRE(turned == turn_in_fractions(a, b, c));
    REQUIRE(equal(doubled_area(a, b, c), area_in_intervals(a, b, c)));
    const auto [d, e, f] = places.draw();
    const std::array ring{a, b, c, d, e, f};
    Interval sum(0);
    for (std::size_t k = 1; k + 1 < ring.size(); ++k) sum = sum + area_in_intervals(a, ring[k], ring[k + 1]);
    REQUIRE(equal(doubled_area(ring), sum));
    (turned == 0 ? straight : turned > 0 ? left : right) += 1;
    equal_products += turned != 0 && (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0]);
  }
  CHECK(straight > 10000);
  CHECK(left > 10000);
  CHECK(right > 10000);
  CHECK(equal_products > 100);  // only what they lack tells them apart
}

TEST_CASE("rounded ring: what products of binary32 lack decides where they are rounded to one double") {
  // Seen from a, b is at (s (v + 1), s v + s - 1) and c by s further along both axes. The products differ by s; they
  // are about s^2 v^2, of which a double keeps 53 bits.
  int equal_products = 0;
  for (const double s : {0x1p9, 0x1p10, 0x1p12})
    for (const double unit : {1.0, 0x1p-30, 0x1p40})
      for (int v = 4000001; v < 8000000; v += 40001) {
        const RoundedPlace a{0, -(s - 1) * unit}, b{s * (v + 1) * unit, s * v * unit},
            c{s * (v + 2) * unit, s * (v + 1) * unit};
        REQUIRE(orientation(a, b, c) == Sign::positive);
        REQUIRE(orientation(a, c, b) == Sign::negative);
        REQUIRE(state_of(std::array{a, b, c}) == RingState::kept);
        equal_products += (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0]);
      }
  CHECK(equal_products > 200);
}

TEST_CASE("rounded ring: where products, or what they lack, underflow or overflow") {
  const double least = 0x1p-1074, small = 0x1p-537;
  CHECK(orientation({0, 0}, {least, least}, {least, 2 * least}) == Sign::positive);
  CHECK(orientation({0, 0}, {least, least}, {2 * least, 2 * least}) == Sign::zero);
  // Products that differ by less than the least double of all.
  CHECK(orientation({0, 0}, {small, small * (1 + 0x1p-50)}, {small * (1 - 0x1p-50), small}) == Sign::positive);
  CHECK(orientation({0, 0}, {small, small * (1 + 0x1p-50)}, {small * (1 + 0x1p-50), small * (1 + 0x1p-49)}) ==
        Sign::negative);
  CHECK(orientation({0, 0}, {1e200, 1e200}, {1e200, 2e200}) == Sign::positive);
  CHECK(orientation({-1e308, 0}, {1e308, 0}, {0, 1}) == Sign::positive);
  CHECK(equal(doubled_area({0, 0}, {1e200, 1e200}, {1e200, 2e200}),
              area_in_intervals({0, 0}, {1e200, 1e200}, {1e200, 2e200})));
  CHECK(equal(doubled_area({0, 0}, {least, -least}, {2 * least, least}),
              area_in_intervals({0, 0}, {least, -least}, {2 * least, least})));
}

TEST_CASE("rounded ring: what becomes of rings") {
  using Ring = std::vector<RoundedPlace>;
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {1, 1}, {0, 1}}) == RingState::kept);
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {2, 0}, {1, 1}}) == RingState::kept);
  CHECK(state_of(Ring{{0, 0}, {0, 1}, {1, 1}, {1, 0}}) == RingState::flipped);
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {2, 0}}) == RingState::collapsed);
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {1, 1}, {1, 0}}) == RingState::collapsed);
  CHECK(state_of(Ring{{0, 0}, {2, 0}, {1, 0.25}, {0, 2}}) == RingState::not_convex);
  CHECK(state_of(Ring{{0, 0}, {HUGE_VAL, 0}, {1, 1}}) == RingState::collapsed);
  CHECK(state_of(Ring{{0, 0}, {1, HUGE_VAL}, {0, 1}}) == RingState::collapsed);
  // Of few corners each is compared with each, many are sorted.
  for (const int n : {5, 12, 13, 40}) {
    Ring round;
    for (int i = 0; i < n; ++i) round.push_back({1.0 * i, 1.0 * i * i});
    CHECK(state_of(round) == RingState::kept);
    for (int i = 0; i < n; i += 3)
      for (int j = 0; j < i; ++j) {
        Ring twice = round;
        twice[static_cast<std::size_t>(i)] = twice[static_cast<std::size_t>(j)];
        CHECK(state_of(twice) == RingState::collapsed);
      }
  }
  // Twice around a pentagon.
  Ring star;
  for (int i = 0; i < 5; ++i) star.push_back({std::cos(4 * M_PI * i / 5), std::sin(4 * M_PI * i / 5)});
  CHECK(state_of(star) == RingState::not_convex);
}
