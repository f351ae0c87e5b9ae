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
