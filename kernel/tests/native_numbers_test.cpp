// SPDX-License-Identifier: LGPL-3.0-or-later
// Lines, their meeting points and areas in machine integers are those in long ones, up to the length where there are
// none.
#include <catch2/catch.hpp>

#include <bit>
#include <random>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/plane.h"

using namespace plumb::kernel;

namespace {

// Signed integers of 1 to `bits` bits, half of them with few bits set at the end.
PointTable drawn_points(std::mt19937_64& random, int bits, std::size_t count) {
  std::vector<mpz_class> xyz;
  while (xyz.size() < 3 * count) {
    const int length = 1 + static_cast<int>(random() % static_cast<unsigned>(bits));
    const std::uint64_t m = (std::uint64_t{1} << 52 | (random() >> 12)) >> (52 - std::min(length - 1, 52));
    mpz_class v = mpz_class(to_gmp(m)) << std::max(0, length - 53);
    xyz.push_back(random() % 2 ? mpz_class(-v) : v);
  }
  return PointTable::from_integers(std::move(xyz), 1);
}

mpz_class integer(Int128 v) { return FixedInteger<2>::from_int128(v).to_mpz(); }
// The coefficients of a line of points relative to point 0, as the points' integers make them.
Coefficients<mpz_class> undivided(const PointTable& points, const LineRecord& l) {
  const auto at = [&](PointId p, int axis) { return mpz_class(points.integer(p, axis) - points.integer(0, axis)); };
  if (l.from == l.to) {
    const bool at_x = l.source.kind == at_x_kind;
    return {at_x, !at_x, -at(l.from, at_x ? 0 : 1)};
  }
  const mpz_class a = at(l.to, 1) - at(l.from, 1), b = at(l.from, 0) - at(l.to, 0);
  return {a, b, -(a * at(l.from, 0) + b * at(l.from, 1))};
}
bool same_bits(const std::array<double, 2>& p, const std::array<double, 2>& q) {
  return std::bit_cast<std::array<std::uint64_t, 2>>(p) == std::bit_cast<std::array<std::uint64_t, 2>>(q);
}

}  // namespace

TEST_CASE(
    "machine integers: a line's are those of its points, divided by a power of two; lines meet at the same doubles") {
  std::mt19937_64 random(3);
  int divided = 0;
  for (int i = 0; i < 3000; ++i) {
    const PointTable points = drawn_points(random, 1 + i % 61, 6);
    REQUIRE(points.native());
    ImplicitPlan plan(points, 0);
    std::vector<LineId> lines, long_ones;
    for (PointId p = 0; p + 1 < points.size(); ++p) {
      const bool apart =
          points.integer(p, 0) != points.integer(p + 1, 0) || points.integer(p, 1) != points.integer(p + 1, 1);
      const LineId l = i % 5 == 0   ? plan.at_x(p)
                       : i % 7 == 0 ? plan.at_y(p)
                       : apart      ? plan.edge(p, p + 1, {})
                                    : no_line;
      if (l == no_line) continue;
      const auto native = plan.native(l);
      REQUIRE(native);
      const Coefficients<mpz_class> exact = undivided(points, plan.record(l));
      const mpz_class a = integer(native->a), b = integer(native->b), c = integer(native->c);
      REQUIRE(abs(a) < mpz_class(1) << 62);
      REQUIRE(abs(b) < mpz_class(1) << 62);
      REQUIRE(abs(c) < mpz_class(1) << 125);
      const mpz_class times = a != 0 ? exact.a / a : exact.b / b;
      REQUIRE(mpz_popcount(times.get_mpz_t()) == 1);
      REQUIRE((exact.a == times * a && exact.b == times * b && exact.c == times * c));
      const auto made = plan.exact(l);
      REQUIRE((made.a == a && made.b == b && made.c == c));
      divided += times != 1;
      lines.push_back(l);
      long_ones.push_back(plan.line(exact, {}));
      REQUIRE_FALSE(plan.native(long_ones.back()));
    }
    for (std::size_t k = 1; k < lines.size(); ++k)
      if (plan.turn(lines[k - 1], lines[k]) != Sign::zero)
        REQUIRE(same_bits(plan.approx_meet(lines[k - 1], lines[k]), plan.approx_meet(long_ones[k - 1], long_ones[k])));
  }
  CHECK(divided > 1000);
}

TEST_CASE("machine integers: the area of a polygon, as long as it is known to fit") {
  std::mt19937_64 random(4);
  int none = 0;
  for (int bits = 1; bits < 90; ++bits)
    for (const std::size_t count : {std::size_t{3}, std::size_t{4}, std::size_t{40}}) {
      const PointTable points = drawn_points(random, bits, count);
      std::vector<PointId> corners(count);
      for (std::size_t i = 0; i < count; ++i) corners[i] = static_cast<PointId>(i);
      const auto native = native_doubled_area(points, corners);
      CAPTURE(bits, count);
      if (native) REQUIRE(integer(*native) == doubled_area(points, corners));
      if (bits < 50) REQUIRE(native);
      none += !native;
    }
  CHECK(none > 60);
}

TEST_CASE("machine integers: a plane's normal is that of its corners, upward, divided by a power of two") {
  std::mt19937_64 random(5);
  int divided = 0;
  for (int i = 0; i < 2000; ++i) {
    const PointTable points = drawn_points(random, 2 + i % 59, 3);
    const std::array<PointId, 3> corners{0, 1, 2};
    const auto way = [&](PointId p) {
      const auto along = [&](int axis) { return mpz_class(points.integer(p, axis) - points.integer(0, axis)); };
      return std::array{along(0), along(1), along(2)};
    };
    const auto n = formulas::cross(way(1), way(2));
    if (n[2] == 0) continue;
    const Plane plane(points, corners);
    const auto made = plane.exact(points);
    const mpz_class times = n[2] / made[2];
    const mpz_class size = abs(times);
    REQUIRE(made[2] > 0);
    REQUIRE(mpz_popcount(size.get_mpz_t()) == 1);
    bool odd = false;
    for (std::size_t k = 0; k < 3; ++k) {
      REQUIRE(n[k] == times * made[k]);
      REQUIRE(plane.fixed()[k].to_mpz() == made[k]);
      odd = odd || mpz_odd_p(made[k].get_mpz_t());
    }
    CHECK(odd);
    divided += size != 1;
  }
  CHECK(divided > 500);
}
