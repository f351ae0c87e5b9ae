// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/elementary.h"

#include <gmpxx.h>
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace plumb::kernel;

namespace {

// Within one double of the root of x^2 + y^2.
bool is_near_root(double length, double x, double y) {
  const mpq_class square = mpq_class(x) * mpq_class(x) + mpq_class(y) * mpq_class(y);
  const mpq_class below(std::nextafter(length, 0)), above(std::nextafter(length, HUGE_VAL));
  return below * below <= square && square <= above * above;
}

}  // namespace

TEST_CASE("a hypotenuse is within a unit of its last digit") {
  rc::check("also where squares leave the range", [](std::int64_t a, std::int64_t b) {
    const double x = std::ldexp(static_cast<double>(a), *rc::gen::inRange(-1100, 900)),
                 y = std::ldexp(static_cast<double>(b), *rc::gen::inRange(-1100, 900));
    const double length = hypotenuse(x, y);
    RC_ASSERT(length == hypotenuse(-y, x));
    RC_ASSERT(is_near_root(length, x, y));
  });
  constexpr double infinite = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  CHECK(hypotenuse(3, 4) == 5);
  CHECK(hypotenuse(0, 0) == 0);
  CHECK(hypotenuse(-1, 1) == 0x1.6a09e667f3bcdp+0);
  CHECK(is_near_root(hypotenuse(1e308, 1e308), 1e308, 1e308));
  CHECK(hypotenuse(1.5e308, 1.5e308) == infinite);
  CHECK(hypotenuse(3 * 0x1p-1074, 4 * 0x1p-1074) == 5 * 0x1p-1074);
  CHECK(hypotenuse(none, -infinite) == infinite);
  CHECK(std::isnan(hypotenuse(none, 1)));
  CHECK(hypotenuse(2, -3, 6) == 7);
  CHECK(hypotenuse(0, 0, 0) == 0);
}

TEST_CASE("logarithms are those of powers of two, and of the shortest decimals") {
  for (int n = -307; n <= 308; ++n) {
    const double power = power_of_ten(n);
    CHECK(floor_log10(power) == n);
    CHECK(floor_log10(std::nextafter(power, 0)) == n - 1);
  }
  CHECK(power_of_ten(22) == 1e22);
  CHECK(power_of_ten(-3) == 1e-3);
  for (int n = -1074; n < 1024; ++n) {
    const double power = std::ldexp(1, n);
    CHECK(floor_log2(power) == n);
    CHECK(ceil_log2(power) == n);
    if (n == -1074) continue;
    CHECK(floor_log2(std::nextafter(power, 0)) == n - 1);
    CHECK(ceil_log2(std::nextafter(power, HUGE_VAL)) == n + 1);
  }
}
