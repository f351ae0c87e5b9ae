// SPDX-License-Identifier: LGPL-3.0-or-later
// Predicates in plan. What doubles tell exactly, at the border of what they can: zero, and one unit in the last place
// beside it.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"

using namespace plumb::kernel;

namespace {

int exact_sign(double a, double b, double c, double d) {
  return sgn(mpq_class(mpq_class(a) * mpq_class(d) - mpq_class(b) * mpq_class(c)));
}

int exact_turn(const std::array<std::array<double, 2>, 4>& p) {
  const auto away = [&](int to, int from, std::size_t k) {
    return mpq_class(mpq_class(p[to][k]) - mpq_class(p[from][k]));
  };
  return sgn(mpq_class(away(1, 0, 0) * away(3, 2, 1) - away(1, 0, 1) * away(3, 2, 0)));
}

std::optional<Sign> turn_of(const std::array<std::array<double, 2>, 4>& p) {
  return orientation_of_doubles(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1], p[3][0], p[3][1]);
}

}  // namespace

TEST_CASE("exact doubles: a determinant that is zero, or a unit in the last place beside it") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  int zeros = 0, told = 0;
  for (int i = 0; i < 20000; ++i) {
    // Rows of one direction, one number of which then moves.
    const double a = std::ldexp(std::floor(std::ldexp(number(random), 26)), -20),
                 b = std::ldexp(std::floor(std::ldexp(number(random), 26)), -20),
                 times = static_cast<int>(random() % 64);
    double c = a * times, d = b * times;
    if (i % 3 == 1) d = std::nextafter(d, HUGE_VAL);
    if (i % 3 == 2) c = std::nextafter(c, -HUGE_VAL);
    const auto sign = exact_determinant_sign(a, b, c, d);
    if (!sign) continue;
    ++told;
    const int expected = exact_sign(a, b, c, d);
    zeros += expected == 0;
    REQUIRE(static_cast<int>(*sign) == expected);
  }
  CHECK(zeros > 5000);
  CHECK(told > 19000);
}

TEST_CASE("exact doubles: differences and products that are doubles are known to be, and no others") {
  CHECK(is_exact_difference(3, 1, 2));
  CHECK_FALSE(is_exact_difference(1, 0x1p-54, 1 - 0x1p-54));
  CHECK_FALSE(is_exact_difference(0x1p53, -1, 0x1p53 + 1));
  CHECK(is_exact_difference(0x1p53, -2, 0x1p53 + 2));
  CHECK(is_exact_product(3, 5, 15));
  CHECK_FALSE(is_exact_product(0x1p27 + 1, 0x1p27 + 1, (0x1p27 + 1) * (0x1p27 + 1)));
  CHECK(is_exact_product(0, 0.1, 0));
  CHECK_FALSE(is_exact_product(1e200, 1e200, HUGE_VAL));
  CHECK_FALSE(exact_determinant_sign(1e200, 1, 1, 1e200));
}

TEST_CASE("exact doubles: what rounding took is not asked for where it may be lost", "[bounds]") {
  // Two products that are rounded to one number, just above and just below which they are: what was taken is half the
  // least double, and rounded to nothing.
  const double a = std::ldexp(0x1p53 - 1, -538), d = std::ldexp(0x1p53 - 1, -537), p = a * d;
  REQUIRE(p < least_whole_product);
  int wrong = 0, unknown = 0;
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    const auto odd = [&] { return static_cast<double>((random() >> 11) | 1); };
    const double x = std::ldexp(odd(), -560), y = std::ldexp(odd(), -560), z = std::ldexp(odd(), -560);
    const auto sign = exact_determinant_sign(x, y, z, x * 0 + y * (z / x));
    if (!sign) ++unknown;
    else wrong += static_cast<int>(*sign) != exact_sign(x, y, z, y * (z / x));
  }
  CHECK(wrong == 0);
  CHECK(unknown > 1000);
  CHECK_FALSE(is_exact_product(std::ldexp(0x1p53 - 1, -560), std::ldexp(0x1p53 - 1, -560),
                               std::ldexp(0x1p53 - 1, -560) * std::ldexp(0x1p53 - 1, -560)));
}

TEST_CASE("exact doubles: turns of points on one line, and a unit in the last place beside it", "[bounds]") {
  std::mt19937_64 random(3);
  int zeros = 0, beside = 0, unknown = 0;
  for (int i = 0; i < 30000; ++i) {
    const auto whole = [&](int bits) {
      return static_cast<double>(static_cast<std::int64_t>(random() >> (64 - bits)) - (std::int64_t{1} << (bits - 1)));
    };
    const double scale = std::ldexp(1, static_cast<int>(random() % 40) - 20), x = whole(24), y = whole(24),
                 u = whole(20), v = whole(20);
    const double s = whole(6), t = whole(6);
    std::array<std::array<double, 2>, 4> p{{{x * scale, y * scale},
                                            {(x + s * u) * scale, (y + s * v) * scale},
                                            {x * scale, y * scale},
                                            {(x + t * u) * scale, (y + t * v) * scale}}};
    if (i % 3 != 0) {
      double& moved = p[i % 3 == 1 ? 1 : 3][i % 2];
      moved = std::nextafter(moved, i % 4 < 2 ? HUGE_VAL : -HUGE_VAL);
    }
    const int expected = exact_turn(p);
    (expected == 0 ? zeros : beside) += 1;
    const auto sign = turn_of(p);
    if (!sign) ++unknown;
    else REQUIRE(static_cast<int>(*sign) == expected);
    // The ladder as a whole.
    const auto place = [&](int k) { return std::array{mpq_class(p[k][0]), mpq_class(p[k][1])}; };
    const auto a = place(0), b = place(1), c = place(2), d = place(3);
    REQUIRE(orientation_of_vectors(PlanRef(a), PlanRef(b), PlanRef(c), PlanRef(d)) == sign_of(expected));
  }
  CHECK(zeros > 10000);
  CHECK(beside > 15000);
  CHECK(unknown < 20000);
  // Where the difference is no double, and that decides.
  const std::array<std::array<double, 2>, 4> far{{{0x1p53, 0}, {-1, 1}, {0, 0}, {0x1p53, -1}}};
  const auto sign = turn_of(far);
  if (sign) CHECK(static_cast<int>(*sign) == exact_turn(far));
}

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
    REQUIRE(orientation_of_vectors_exact(ax, ay, bx, by, cx, cy, dx, dy) == sign_of(expected));
  }
  CHECK(zeros > 500);
  CHECK(one_denominator > 1000);
}

TEST_CASE("exact plan: turns that doubles cannot tell") {
  // (1 + e, 1) is left of the way from (0, 0) to (1, 1 - e) by e^2, and e = 2^-60.
  const mpq_class e(1, mpz_class(1) << 60), one = 1;
  CHECK(orientation_of_vectors_exact(0, 0, one + e, one, 0, 0, one, one - e) == Sign::negative);
  CHECK(orientation_of_vectors_exact(0, 0, one, one - e, 0, 0, one + e, one) == Sign::positive);
  CHECK(orientation_of_vectors_exact(0, 0, one / 3, e / 7, 0, 0, 3 * one, 9 * e / 7) == Sign::zero);
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
