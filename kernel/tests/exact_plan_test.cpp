// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/exact_plan.h"

#include <catch2/catch.hpp>
#include <random>

using namespace plumb::kernel;

TEST_CASE("exact plan: a turn decided in integers is that of the fractions") {
  std::mt19937 random(11);
  const auto small = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  int zeros = 0, one_denominator = 0;
  for (int i = 0; i < 20000; ++i) {
    const int shared = small(0, 2) == 0 ? small(1, 5) : 0;
    const auto number = [&] {
      mpq_class q(small(-4, 4), shared != 0 ? shared : small(1, 4));
      q.canonicalize();
      return q;
    };
    const mpq_class ax = number(), ay = number(), bx = number(), by = number(), cx = number(), cy = number(),
                    dx = number(), dy = number();
    const int expected = sgn(mpq_class((bx - ax) * (dy - cy) - (by - ay) * (dx - cx)));
    zeros += expected == 0;
    one_denominator += ax.get_den() == bx.get_den();
    REQUIRE(turn_exact(ax, ay, bx, by, cx, cy, dx, dy) == expected);
  }
  CHECK(zeros > 500);
  CHECK(one_denominator > 1000);
}

TEST_CASE("exact plan: turns that doubles cannot tell") {
  // (1 + e, 1) is left of the way from (0, 0) to (1, 1 - e) by e^2, and e = 2^-60.
  const mpq_class e(1, mpz_class(1) << 60), one = 1;
  CHECK(turn_exact(0, 0, one + e, one, 0, 0, one, one - e) < 0);
  CHECK(turn_exact(0, 0, one, one - e, 0, 0, one + e, one) > 0);
  CHECK(turn_exact(0, 0, one / 3, e / 7, 0, 0, 3 * one, 9 * e / 7) == 0);
}

TEST_CASE("exact plan: the plane through three points goes through them, in lowest terms") {
  std::mt19937 random(12);
  const auto small = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  int level = 0, steep = 0;
  for (int i = 0; i < 5000; ++i) {
    const bool flat = small(0, 9) == 0;
    std::array<ExactPoint, 3> p;
    for (ExactPoint& at : p)
      for (std::size_t k = 0; k < 3; ++k) {
        at[k] = flat && k == 2 ? mpq_class(1, 3) : mpq_class(small(-9, 9), small(1, 6));
        at[k].canonicalize();
      }
    if ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) == (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])) continue;  // vertical
    const ExactPlane plane = exact_plane(p[0], p[1], p[2]);
    for (const ExactPoint& at : p) REQUIRE(plane.height(at[0], at[1]) == at[2]);
    for (const mpq_class& x : plane.x) REQUIRE(gcd(x.get_num(), x.get_den()) == 1);
    for (const mpq_class& x : plane.x) REQUIRE(x.get_den() > 0);
    ++(plane.x[0] == 0 && plane.x[1] == 0 ? level : steep);
  }
  CHECK(level > 300);
  CHECK(steep > 3000);
}
