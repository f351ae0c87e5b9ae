// SPDX-License-Identifier: LGPL-3.0-or-later
// Limits of slope: an angle, a tangent or a cosine.
// 1. Which texts and values are limits.
// 2. Equality at angles whose squared cosine is rational (Niven's theorem); elsewhere enclosures of growing precision
//    decide.
// 3. The stage in doubles: it leaves to the exact stage what is too near to the limit or may have underflown, and never
//    contradicts it.
#include "plumb/kernel/slope.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/interval.h"

using namespace plumb::kernel;

namespace {

SlopeLimit degrees(const mpq_class& d) { return *SlopeLimit::from_degrees(d); }

// Asks with every number type that holds the normal; they must agree.
bool traversable(const SlopeLimit& limit, const mpz_class& x, const mpz_class& y, const mpz_class& z) {
  const bool answer = limit.is_traversable(ExactNormal{x, y, z});
  CHECK(limit.is_traversable(ExactNormal{-x, -y, -z}) == answer);
  if (FixedInteger<5>::fits(x) && FixedInteger<5>::fits(y) && FixedInteger<5>::fits(z))
    CHECK(limit.is_traversable(FixedNormal{FixedInteger<5>::from_mpz(x), FixedInteger<5>::from_mpz(y),
                                           FixedInteger<5>::from_mpz(z)}) == answer);
  const double d[3] = {x.get_d(), y.get_d(), z.get_d()};
  const bool exact = mpz_class(d[0]) == x && mpz_class(d[1]) == y && mpz_class(d[2]) == z;
  const auto error = [&](double v) { return exact ? 0 : std::fabs(v) * 0x1p-51; };
  if (const auto f = limit.is_traversable_filtered({d[0], d[1], d[2], error(d[0]), error(d[1]), error(d[2])}))
    CHECK(*f == answer);
  return answer;
}

mpz_class ten_to(int n) {
  mpz_class r;
  mpz_ui_pow_ui(r.get_mpz_t(), 10, static_cast<unsigned long>(n));
  return r;
}

}  // namespace

TEST_CASE("a slope limit is an angle from 0 to below 90 degrees, a tangent or a cosine") {
  CHECK_FALSE(SlopeLimit::from_degrees(-1));
  CHECK_FALSE(SlopeLimit::from_degrees(90));
  CHECK_FALSE(SlopeLimit::from_degrees(100));
  CHECK(SlopeLimit::from_degrees(0));
  CHECK(SlopeLimit::from_degrees(mpq_class("89999/1000")));
  CHECK_FALSE(SlopeLimit::from_ratio(mpq_class(-1, 2)));
  CHECK(SlopeLimit::from_ratio(0));
  CHECK_FALSE(SlopeLimit::from_cosine(0));
  CHECK_FALSE(SlopeLimit::from_cosine(mpq_class(101, 100)));
  CHECK(SlopeLimit::from_cosine(1));
}

TEST_CASE("equality counts where cos^2 is rational (Niven)") {
  const mpz_class big = ten_to(30);
  SECTION("45 degrees") {
    const auto limit = degrees(45);
    CHECK(limit.cos_squared_is_rational());
    CHECK(traversable(limit, 1, 0, 1));
    CHECK(traversable(limit, 3, 4, 5));
    CHECK(traversable(limit, big, 0, big));
    CHECK_FALSE(traversable(limit, big + 1, 0, big));
    CHECK(traversable(limit, big, 0, big + 1));
    CHECK_FALSE(traversable(limit, 3 * big, 4 * big + 1, 5 * big));
  }
  SECTION("a 3-4-5 slope against its ratio") {
    const auto limit = *SlopeLimit::from_ratio(mpq_class(3, 4));
    CHECK(traversable(limit, 3, 0, 4));
    CHECK(traversable(limit, 0, -3 * big, 4 * big));
    CHECK_FALSE(traversable(limit, 3 * big + 1, 0, 4 * big));
    CHECK(traversable(limit, 3 * big - 1, 0, 4 * big));
    CHECK(limit.cos_squared(64).low == mpq_class(16, 25));
  }
  SECTION("a 3-4-5 slope against its cosine") {
    const auto limit = *SlopeLimit::from_cosine(mpq_class(3, 5));
    CHECK(traversable(limit, 4, 0, 3));
    CHECK(traversable(limit, 0, -4 * big, 3 * big));
    CHECK_FALSE(traversable(limit, 4 * big + 1, 0, 3 * big));
    CHECK(limit.cos_squared_is_rational());
  }
  SECTION("0 degrees: level planes alone") {
    for (const auto& limit : {degrees(0), *SlopeLimit::from_ratio(0), *SlopeLimit::from_cosine(1)}) {
      CHECK(traversable(limit, 0, 0, 1));
      CHECK(traversable(limit, 0, 0, big));
      CHECK_FALSE(traversable(limit, 1, 0, big));
      CHECK_FALSE(traversable(limit, 0, 1, big * big * big));
    }
  }
  SECTION("30 and 60 degrees: tangents are irrational, convergents come as near as you like") {
    CHECK(degrees(30).cos_squared(10).low == mpq_class(3, 4));
    CHECK(degrees(60).cos_squared(10).high == mpq_class(1, 4));
    // a^2 - 3 b^2 = 1: a / b is just above the square root of 3; 3 b / a just below.
    mpz_class a = 2, b = 1;
    for (int i = 0; i < 120; ++i) {
      CHECK(a * a - 3 * b * b == 1);
      CHECK_FALSE(traversable(degrees(60), a, 0, b));
      CHECK(traversable(degrees(60), 3 * b, 0, a));
      CHECK(traversable(degrees(30), b, 0, a));
      CHECK_FALSE(traversable(degrees(30), a, 0, 3 * b));
      const mpz_class next = 2 * a + 3 * b;
      b = a + 2 * b;
      a = next;
    }
    CHECK(a > big);
  }
}

TEST_CASE("elsewhere enclosures of growing precision decide") {
  SECTION("the enclosure of 36 degrees holds (3 + sqrt 5) / 8") {
    for (const int precision : {8, 53, 128, 1000}) {
      const auto c = degrees(36).cos_squared(precision);
      const mpq_class low = 8 * c.low - 3, high = 8 * c.high - 3;
      CHECK(low > 0);
      CHECK(low * low < 5);
      CHECK(high * high > 5);
      CHECK(c.high - c.low <= mpq_class(16, mpz_class(1) << precision));
    }
  }
  SECTION("the enclosures at 1, 37 and 89.999 degrees") {
    for (const char* d : {"1", "37", "89999/1000", "1/1000000000"}) {
      const auto limit = degrees(mpq_class(d));
      CHECK_FALSE(limit.cos_squared_is_rational());
      const auto wide = limit.cos_squared(20), narrow = limit.cos_squared(500);
      CHECK(wide.low <= narrow.low);
      CHECK(narrow.low < narrow.high);
      CHECK(narrow.high <= wide.high);
      const double c = std::cos(mpq_class(d).get_d() * 3.14159265358979323846 / 180);
      CHECK(narrow.low.get_d() == Approx(c * c).epsilon(1e-9));
      // Tangents on a grid of 2^-200: the last within the limit and the first beyond it.
      const mpz_class z = mpz_class(1) << 200;
      const mpq_class tan_squared = (1 - narrow.high) / narrow.high;
      const mpz_class x = sqrt(mpz_class(tan_squared.get_num() * z * z / tan_squared.get_den()));
      CHECK(traversable(limit, x, 0, z));
      CHECK_FALSE(traversable(limit, 0, x + 1, z));
    }
  }
  SECTION("89.999 degrees admits a slope of 57,295 in 1, not of 57,296 in 1, and no wall") {
    const auto limit = degrees(mpq_class("89999/1000"));
    CHECK(traversable(limit, 57295, 0, 1));
    CHECK_FALSE(traversable(limit, 57296, 0, 1));
    CHECK_FALSE(traversable(limit, 1, 0, 0));
  }
  SECTION("just beside the rational angles") {
    const mpq_class tiny(1, ten_to(40));
    CHECK_FALSE(traversable(degrees(45 - tiny), 1, 0, 1));
    CHECK(traversable(degrees(45 + tiny), 1, 0, 1));
    CHECK_FALSE(traversable(degrees(tiny), 1, 0, ten_to(30)));
    CHECK(traversable(degrees(tiny), 1, 0, ten_to(42)));
    CHECK_FALSE(traversable(degrees(90 - tiny), 1, 0, 0));
    CHECK(traversable(degrees(90 - tiny), ten_to(41), 0, 1));
  }
}

TEST_CASE("the double stage leaves to the exact one what is nearer to the limit than doubles see", "[bounds]") {
  const SlopeLimit limit = degrees(45);
  std::mt19937_64 random(6);
  int close = 0;
  for (int round = 0; round < 4000; ++round) {
    // x^2 + y^2 is z^2 but for about one part in 2^78.
    const double z = 0x1p52 + static_cast<double>(random() >> 12), d = static_cast<double>(1 + random() % 512),
                 x = z - d;
    const double y = std::floor(std::sqrt(d * (z + x))) + static_cast<double>(random() % 2);
    const bool truth = limit.is_traversable(ExactNormal{mpz_class(x), mpz_class(y), mpz_class(z)});
    const auto filtered = limit.is_traversable_filtered({x, y, z, 0, 0, 0});
    close += !filtered;
    REQUIRE((!filtered || *filtered == truth));
  }
  CHECK(close > 3000);
}

TEST_CASE("the double stage does not trust what may have lost digits to underflow", "[bounds]") {
  // x^2 and y^2 are 1.4 times the least double, z^2 is 2.5 of it: rounded, x^2 + y^2 = 2 < 3.
  const double small = std::sqrt(1.4) * 0x1p-537, large = std::sqrt(2.5) * 0x1p-537;
  CHECK_FALSE(degrees(45).is_traversable_filtered({small, small, large, 0, 0, 0}).has_value());
  CHECK_FALSE(degrees(45).is_traversable_filtered({large, large, large, 0, 0, 0}).has_value());
}

TEST_CASE("the double stage never contradicts the exact one, nor decides what it cannot know") {
  CHECK(rc::check("any normal, any limit", [] {
    const mpq_class d(*rc::gen::inRange(0, 90), 1);
    const auto limit = *rc::gen::arbitrary<bool>()
                           ? degrees(d)
                           : *SlopeLimit::from_ratio(mpq_class(*rc::gen::inRange(0, 50), *rc::gen::inRange(1, 50)));
    const int scale = *rc::gen::inRange(0, 200);
    const auto part = [&]() -> mpz_class { return mpz_class(*rc::gen::inRange(-50, 51)) << scale; };
    const mpz_class x = part(), y = part(), z = part();
    if (x == 0 && y == 0 && z == 0) return;
    const auto filtered = limit.is_traversable_filtered({x.get_d(), y.get_d(), z.get_d(), 0, 0, 0});
    RC_CLASSIFY(filtered.has_value());
    if (filtered) RC_ASSERT(*filtered == limit.is_traversable(ExactNormal{x, y, z}));
  }));
  const auto limit = degrees(45);
  CHECK_FALSE(limit.is_traversable_filtered({1, 0, 1, 0, 0, 0}));
  CHECK_FALSE(limit.is_traversable_filtered({1, 0, 2, 0.5, 0, 1.5}));
  CHECK_FALSE(limit.is_traversable_filtered({1e200, 0, 1e300, 0, 0, 0}));
  CHECK_FALSE(limit.is_traversable_filtered({NAN, 0, 1, NAN, 0, 0}));
  CHECK_FALSE(limit.is_traversable_filtered({0, 0, 1, HUGE_VAL, 0, 0}));
  CHECK(limit.is_traversable_filtered({1, 0, 2, 0, 0, 0}) == true);
  CHECK(limit.is_traversable_filtered({2, 0, 1, 0, 0, 0}) == false);
  CHECK(degrees(0).is_traversable_filtered({0, 0, 1, 0, 0, 0}) == std::nullopt);
}

TEST_CASE("the angle between two normals is within a limit or not, exactly") {
  const auto within = [](const SlopeLimit& limit, const ExactNormal& n, const ExactNormal& m) {
    const bool answer = limit.within(n, m);
    CHECK(limit.within(m, n) == answer);
    const auto near = [](const ExactNormal& v) {
      return std::array{interval_of(v.x), interval_of(v.y), interval_of(v.z)};
    };
    if (const auto told = limit.within(near(n), near(m))) CHECK(*told == answer);
    return answer;
  };
  const mpz_class big = mpz_class(1) << 60;
  SECTION("as a slope, from the upright") {
    CHECK(within(degrees(45), {1, 0, 1}, {0, 0, 7}));
    CHECK(within(degrees(45), {big, 0, big}, {0, 0, 1}));
    CHECK_FALSE(within(degrees(45), {big + 1, 0, big}, {0, 0, 1}));
    for (int run = 1; run < 200; ++run)
      for (const int d : {1, 17, 44, 45, 46, 60, 89})
        CHECK(within(degrees(d), {run, 0, 60}, {0, 0, 1}) == degrees(d).is_traversable(ExactNormal{run, 0, 60}));
  }
  SECTION("between two slopes") {
    CHECK(within(degrees(60), {1, 0, 1}, {0, 1, 1}));  // cos = 1/2
    CHECK_FALSE(within(degrees(60), {big + 1, 0, big}, {0, big, big}));
    CHECK(within(degrees(mpq_class("60001/1000")), {1, 0, 1}, {0, 1, 1}));
    CHECK_FALSE(within(degrees(mpq_class("59999/1000")), {1, 0, 1}, {0, 1, 1}));
  }
  SECTION("none: parallel alone") {
    CHECK(within(degrees(0), {1, 2, 3}, {5, 10, 15}));
    CHECK_FALSE(within(degrees(0), {big, 2 * big, 3 * big + 1}, {1, 2, 3}));
  }
  SECTION("opposite or square normals never are") {
    CHECK_FALSE(within(degrees(89), {0, 0, 1}, {0, 0, -1}));
    CHECK_FALSE(within(degrees(89), {1, 0, 0}, {0, 0, 1}));
  }
}

TEST_CASE("slopes in degrees: rational ones exactly, others between two fractions") {
  CHECK((slope_degrees(0).low == 0 && slope_degrees(0).high == 0));
  CHECK((slope_degrees(mpq_class(1, 3)).low == 30 && slope_degrees(mpq_class(1, 3)).high == 30));
  CHECK((slope_degrees(1).low == 45 && slope_degrees(1).high == 45));
  CHECK((slope_degrees(3).low == 60 && slope_degrees(3).high == 60));
  // atan(1/2) and atan(2), of a sum of 90 degrees: 26.565051177077989351572193720453...
  const RationalInterval less = slope_degrees(mpq_class(1, 4)), more = slope_degrees(4);
  const mpz_class ten_30("1" + std::string(30, '0'));
  mpq_class low(mpz_class("26565051177077989351572193720453"), ten_30), high = low + mpq_class(1, ten_30);
  CHECK((low < less.low && less.low < less.high && less.high < high));
  CHECK((less.low + more.low < 90 && less.high + more.high > 90));
  for (const RationalInterval& i : {less, more}) {
    CHECK(i.width() > 0);
    CHECK(i.width() / i.low < mpq_class(1, mpz_class(1) << 150));
  }
}

TEST_CASE("the squared tangent of a limit, where it is rational") {
  CHECK(tan_squared_of(degrees(0)) == mpq_class(0));
  CHECK(tan_squared_of(degrees(30)) == mpq_class(1, 3));
  CHECK(tan_squared_of(degrees(45)) == mpq_class(1));
  CHECK(tan_squared_of(degrees(60)) == mpq_class(3));
  CHECK(tan_squared_of(*SlopeLimit::from_ratio(mpq_class(2, 5))) == mpq_class(4, 25));
  CHECK(tan_squared_of(degrees(44)) == std::nullopt);
}
