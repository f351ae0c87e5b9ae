// SPDX-License-Identifier: LGPL-3.0-or-later
// Doubles that know how far off they may be: their bounds recomputed, and places that doubles alone misjudge.
#include "plumb/kernel/bounded_double.h"

#include <catch2/catch.hpp>

#include <random>

#include "support/rounding_count.h"

using namespace plumb::kernel;
using plumb::kernel::enlarged;
using plumb::kernel::evaluation_error;
using plumb::kernel::PointTable;
using namespace plumb::tests;

namespace {

std::mt19937_64 random_bits(12);
double draw(double scale = 1) {
  const double m = static_cast<double>(random_bits() >> 11) * 0x1p-53 * scale;
  return random_bits() % 2 ? m : -m;
}
mpz_class wide() { return mpz_class(draw(0x1p90)) + mpz_class(draw(0x1p50)); }

bool within(const mpq_class& exact, const BoundedDouble& n) {
  return abs(exact - mpq_class(n.at)) <= mpq_class(enlarged(n.error));
}

}  // namespace

TEST_CASE("near numbers: the bounds cover the roundings of the formulas", "[bounds][derived]") {
  CHECK(is_least(sum_error, u));
  CHECK(is_least(rounded_error, u));
  const Rounded once{1}, exact{0};
  // Relative to the computed normal, which may be steeper than the exact one.
  const Rounded down = formulas::descent(once, once, once, exact, exact);
  CHECK(down.count + down.below == 5);
  CHECK(is_least(descent_error, down.error() * (1 + u) / (1 - u)));
  const Rounded side = formulas::linear(once, once, once, exact, exact);
  CHECK(side.count == 4);
  CHECK(is_least(side_error, relative_error(side)));
}

TEST_CASE("near numbers: a bound that is computed is enlarged by more than it was rounded", "[bounds][derived]") {
  // Fourteen roundings, the product and the sum that enlarge it.
  CHECK(is_least(evaluation_error, (1 / power(1 - u, 15) - 1) / (1 - u)));
  // The longest: an error of a difference has two, times a bound; then a height's three sums, and two for comparing two
  // heights.
  const Rounded once{1}, difference{2}, exact{0};
  const Rounded tilted = formulas::descent(once, once, once, exact * exact + difference, exact * exact + difference),
                height = tilted + exact + exact + exact;
  CHECK(height.count + height.below + 2 <= 14);
}

TEST_CASE("near numbers: an enlarged sum of bounds is a bound", "[bounds]") {
  for (int round = 0; round < 4000; ++round) {
    double computed = 0;
    mpq_class exact = 0;
    for (int k = 0; k < 14; ++k) {
      const double term = std::fabs(draw());
      computed += term;
      exact += mpq_class(term);
    }
    REQUIRE(exact <= mpq_class(enlarged(computed)));
  }
}

TEST_CASE("near numbers: coordinates, their sums and differences are within their errors", "[bounds]") {
  for (int round = 0; round < 4000; ++round) {
    const PointTable table = PointTable::from_integers({wide(), wide(), 0, wide(), wide(), 0}, 1);
    const BoundedDouble x = near_number(table, 0, 0), y = near_number(table, 1, 1), part{draw(0x1p80)};
    REQUIRE(within(table.integer(0, 0), x));
    REQUIRE(within(mpq_class(table.integer(0, 0) - table.integer(1, 1)), x - y));
    REQUIRE(within(mpq_class(table.integer(0, 0) + table.integer(1, 1)), x + y));
    REQUIRE(within(mpq_class(part.at) + mpq_class(y.at), part + BoundedDouble{y.at}));
    REQUIRE(within(mpq_class(mpz_class(part.at)) - mpq_class(table.integer(1, 1)),
                   BoundedDouble{mpz_class(part.at).get_d()} - y));
  }
}

TEST_CASE("near numbers: a plane's height is within its error", "[bounds]") {
  for (int round = 0; round < 4000; ++round) {
    // A normal of any slope, rounded to nearest as Plane's is.
    const mpz_class n[3] = {wide(), wide(), abs(wide()) / (mpz_class(1) << (random_bits() % 60)) + 1};
    const mpz_class p[3] = {wide(), wide(), wide()}, x = wide(), y = wide();
    const PointTable table = PointTable::from_integers({p[0], p[1], p[2], x, y, 0}, 1);
    const PointTable normal = PointTable::from_integers({n[0], n[1], n[2]}, 1);
    const std::array<double, 3> nearest = {normal.approx(0, 0), normal.approx(0, 1), normal.approx(0, 2)};
    const BoundedDouble z =
        near_height(nearest, near_number(table, 0, 2), near_number(table, 1, 0) - near_number(table, 0, 0),
                    near_number(table, 1, 1) - near_number(table, 0, 1));
    const mpq_class exact = mpq_class(p[2]) - mpq_class(n[0] * (x - p[0]) + n[1] * (y - p[1])) / mpq_class(n[2]);
    REQUIRE(within(exact, z));
    // From doubles, at an offset without error: the roundings of the formula alone.
    const BoundedDouble dx{draw(0x1p40)}, dy{draw(0x1p40)};
    const mpq_class down = (mpq_class(n[0]) * mpq_class(dx.at) + mpq_class(n[1]) * mpq_class(dy.at)) / mpq_class(n[2]);
    REQUIRE(within(-down, near_height(nearest, {0, 0}, dx, dy)));
  }
  // The product 3/4 of the least double is rounded to 1 of it, and both are divided by 2^-256.
  const BoundedDouble z = near_height({0.75, 0, 0x1p-256}, {0, 0}, {0x1p-1074}, {0});
  CHECK(within(-mpq_class(0.75) * mpq_class(0x1p-1074) / mpq_class(0x1p-256), z));
}

TEST_CASE("near numbers: only what is inside of a line is certainly inside", "[bounds]") {
  int inside = 0, close = 0;
  for (int round = 0; round < 8000; ++round) {
    // A line of exact coefficients, all but through the place.
    const mpz_class a = wide(), b = wide();
    const double x = draw(), y = draw();
    const mpq_class at = mpq_class(a) * mpq_class(x) + mpq_class(b) * mpq_class(y);
    const int bits = 20 + static_cast<int>(random_bits() % 60);
    const mpz_class c = mpz_class(-at) + mpz_class(draw(std::ldexp(1.0, 90 - bits)));
    const PointTable line = PointTable::from_integers({a, b, c}, 1);  // rounds to nearest
    const bool certain = certainly_inside({line.approx(0, 0), line.approx(0, 1), line.approx(0, 2)}, {x}, {y});
    const int truth = sgn(mpq_class(at + c));
    if (certain) REQUIRE(truth > 0);
    inside += certain;
    close += !certain && truth > 0;
  }
  CHECK(inside > 1000);
  CHECK(close > 1000);
  // 2^20 + 1/2 of the least double and a little more is rounded up; less that much, down. The coefficients may both
  // stand for the mean.
  const double tie = 1 + 0x1p-21;
  CHECK_FALSE(certainly_inside({tie + 0x1p-52, -tie, 0}, {0x1p-1054}, {0x1p-1054}));
  CHECK(certainly_inside({1, 1, 0}, {1, 0.25}, {1, 0.25}));
  CHECK_FALSE(certainly_inside({1, 1, 0}, {1, 1}, {1, 1}));
  CHECK_FALSE(certainly_inside({NAN, 1, 0}, {1, 0}, {1, 0}));
}
