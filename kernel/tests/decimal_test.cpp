// SPDX-License-Identifier: LGPL-3.0-or-later
// Numbers that are rounded, and numbers as text.
//
// 1. Rounding to the nearest double or float: known values, beside its neighbours, and against MPFR.
// 2. Text: the shortest that reads back the same, decimals that are the number or end in dots, numbers beyond doubles.
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/points.h"

#include <rapidcheck.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "support/rounded_by_mpfr.h"

using namespace plumb::kernel;

namespace {

std::string decimal(double value) {
  std::string out;
  append_decimal(out, value);
  return out;
}

// No double is nearer; of two as near, the even one.
bool is_nearest(const mpq_class& value, double d) {
  const auto away = [&](double other) { return mpq_class(abs(mpq_class(other) - value)); };
  for (const double toward : {-INFINITY, INFINITY}) {
    const double other = std::nextafter(d, toward);
    if (!std::isfinite(other)) continue;
    const int order = cmp(away(d), away(other));
    if (order > 0) return false;
    int exponent;
    if (order == 0 && std::fmod(std::ldexp(std::frexp(d, &exponent), 53), 2) != 0 && std::isnormal(d)) return false;
  }
  return true;
}

mpq_class two_to(int e) {
  mpq_class v = 1;
  if (e >= 0) mpq_mul_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<unsigned long>(e));
  else mpq_div_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<unsigned long>(-e));
  return v;
}

bool rounds_as_mpfr(const mpz_class& n, int exponent) {
  const mpq_class value = n * two_to(exponent);
  return nearest_double(n, exponent) == plumb::tests::binary64_by_mpfr(value) &&
         static_cast<double>(nearest_float(n, exponent)) == plumb::tests::binary32_by_mpfr(value);
}

}  // namespace

TEST_CASE("nearest_double: known values") {
  CHECK(nearest_double(mpq_class(0)) == 0);
  CHECK(nearest_double(mpq_class(1, 3)) == 1.0 / 3);
  CHECK(nearest_double(mpq_class(-1, 10)) == -0.1);
  const mpz_class odd = (mpz_class(1) << 53) + 1;
  CHECK(nearest_double(mpq_class(odd)) == 0x1p53);                     // a tie, down to even
  CHECK(nearest_double(mpq_class(odd + 2)) == 0x1p53 + 4);             // a tie, up to even
  CHECK(nearest_double(mpq_class(odd) + two_to(-200)) == 0x1p53 + 2);  // just above the tie
  CHECK(nearest_double(two_to(1024)) == HUGE_VAL);
  CHECK(nearest_double(-two_to(1024)) == -HUGE_VAL);
  CHECK(nearest_double(two_to(1024) - two_to(970)) == HUGE_VAL);  // halfway beyond the largest
  CHECK(nearest_double(two_to(1024) - two_to(970) - 1) == std::numeric_limits<double>::max());
  CHECK(nearest_double(two_to(-1074)) == 0x1p-1074);
  CHECK(nearest_double(two_to(-1075)) == 0);  // a tie, to even
  CHECK(nearest_double(two_to(-1075) + two_to(-3000)) == 0x1p-1074);
  CHECK(nearest_double(3 * two_to(-1075)) == 0x1p-1073);  // a tie among subnormals
  CHECK(nearest_double(two_to(-5000)) == 0);
}

TEST_CASE("nearest_double: no double is nearer, for fractions of all lengths") {
  CHECK(rc::check([] {
    const auto integer = [](int limbs) {
      mpz_class v = 0;
      for (int i = 0; i < limbs; ++i) v = (v << 64) + mpz_class(std::to_string(*rc::gen::arbitrary<std::uint64_t>()));
      return v;
    };
    mpq_class value(integer(*rc::gen::inRange(1, 5)), integer(*rc::gen::inRange(1, 5)) + 1);
    value.canonicalize();
    value *= two_to(*rc::gen::inRange(-1150, 700));
    if (*rc::gen::arbitrary<bool>()) value = -value;
    const double d = nearest_double(value);
    RC_ASSERT(is_nearest(value, d));
  }));
}

TEST_CASE("nearest_double: points of a scene, dyadic and not") {
  const auto thirds = plumb::kernel::PointTable::from_integers({1, 2, -3, (mpz_class(1) << 70) + 1, 0, 1}, 3);
  CHECK(nearest_double(thirds, 0, 0) == 1.0 / 3);
  CHECK(nearest_double(thirds, 0, 2) == -1);
  CHECK(nearest_double(thirds, 1, 0) == nearest_double(mpq_class((mpz_class(1) << 70) + 1, 3)));
  const auto doubles = plumb::kernel::PointTable::from_doubles({0.1, -1e-300, 1e30, 0x1p-1074, 1, 3});
  CHECK(nearest_double(doubles, 0, 0) == 0.1);
  CHECK(nearest_double(doubles, 0, 1) == -1e-300);
  CHECK(nearest_double(doubles, 0, 2) == 1e30);
  CHECK(nearest_double(doubles, 1, 0) == 0x1p-1074);
}

TEST_CASE("nearest_float: next to the middle of two floats, by less than a double tells, and in it", "[bounds]") {
  const float greatest = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
  for (const float f :
       {1.0f, 1.5f, std::nextafter(1.0f, 2.0f), 0x1.8p100f, 0x1p-126f, 3 * least, least, 0.0f, greatest}) {
    const float next = std::nextafter(f, INFINITY);
    const mpq_class above = f == greatest ? two_to(128) : mpq_class(next), middle = (mpq_class(f) + above) / 2,
                    tiny = two_to(-300);
    CAPTURE(f);
    CHECK(nearest_float(middle - tiny) == f);
    CHECK(nearest_float(middle + tiny) == next);
    CHECK(nearest_float(-middle + tiny) == -f);
    CHECK(nearest_float(-middle - tiny) == -next);
    const bool even = std::fmod(f / std::max(above.get_d() - f, 0x1p-149), 2) == 0;
    CHECK(nearest_float(middle) == (even ? f : next));
  }
}

TEST_CASE("nearest_double and nearest_float of n * 2^exponent: known values") {
  CHECK(nearest_double(mpz_class(0), 5) == 0);
  CHECK(nearest_double(mpz_class(-3), -1) == -1.5);
  const mpz_class odd = (mpz_class(1) << 53) + 1;
  CHECK(nearest_double(odd, 0) == 0x1p53);                           // a tie, down to even
  CHECK(nearest_double(mpz_class(-odd - 2), 3) == -0x1p56 - 32);     // a tie, up to even
  CHECK(nearest_double((odd << 500) + 1, -500) == 0x1p53 + 2);       // just above the tie
  CHECK(nearest_double((mpz_class(1) << 54) - 1, 970) == HUGE_VAL);  // a tie, from the largest number on
  CHECK(nearest_double((mpz_class(1) << 54) - 3, 970) == 0x1.fffffffffffffp1023 - 0x1p971);
  CHECK(nearest_double((mpz_class(1) << 55) - 3, 969) == 0x1.fffffffffffffp1023);
  CHECK(nearest_double(mpz_class(1), -1074) == 0x1p-1074);
  CHECK(nearest_double(mpz_class(1), -1075) == 0);  // a tie, to even
  CHECK(nearest_double(mpz_class(3), -1075) == 0x1p-1073);
  CHECK(nearest_double(mpz_class((mpz_class(1) << 64) + 1), -1139) == 0x1p-1074);
  CHECK(nearest_double(mpz_class(1), 100000) == HUGE_VAL);
  CHECK(nearest_double(mpz_class(-1), -100000) == 0);
  CHECK(nearest_float(mpz_class((1 << 25) - 1), 103) == HUGE_VALF);  // a tie, from the largest number on
  CHECK(nearest_float(-((mpz_class(1) << 40) - (1 << 15) - 1), 88) == -std::numeric_limits<float>::max());
  CHECK(nearest_float(mpz_class(1), -150) == 0);
  CHECK(nearest_float(mpz_class(3), -151) == 0x1p-149f);
  // Through a double it would be a tie, and go down.
  CHECK(nearest_float((mpz_class(1) << 100) + (mpz_class(1) << 76) + 1, -100) == 1 + 0x1p-23f);
}

TEST_CASE("nearest_double and nearest_float of n * 2^exponent round as MPFR does") {
  std::array<int, 4> drawn{};  // next to the middle of two doubles, in it; the same of floats
  CHECK(rc::check([&] {
    // A number of the format, and half a unit of its last place or next to that; or any.
    const bool as_float = *rc::gen::arbitrary<bool>();
    const int digits = as_float ? 24 : 53;
    mpz_class n(std::to_string(*rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << digits)));
    const int beside = *rc::gen::element(-1, 0, 0, 1, 2);
    const auto more = static_cast<unsigned long>(*rc::gen::inRange(1, 200));
    if (beside == 2) n = (n << more) + mpz_class(std::to_string(*rc::gen::arbitrary<std::uint64_t>()));
    else n = (n << more) + (mpz_class(1) << (more - 1)) + beside;
    if (beside < 2) ++drawn[(as_float ? 2u : 0u) + (beside == 0)];
    if (*rc::gen::arbitrary<bool>()) n = -n;
    const int place = *rc::gen::element(-1074, -149, 0, as_float ? 104 : 971) + *rc::gen::inRange(-60, 60);
    RC_ASSERT(rounds_as_mpfr(n, place - static_cast<int>(more)));
  }));
  for (const int count : drawn) CHECK(count >= 3);
}

TEST_CASE("append_decimal: shortest text that reads back the same") {
  CHECK(decimal(0.1) == "0.1");
  CHECK(decimal(-2) == "-2");
  CHECK(decimal(-0.0) == "0");
  CHECK(decimal(1e300) == "1e+300");
  CHECK(rc::check([](double value) { RC_ASSERT(std::strtod(decimal(value).c_str(), nullptr) == value); }));
}

TEST_CASE("numbers as text: a decimal where it is the number, a fraction, or dots") {
  const mpq_class third(1, 3),
      almost("17999999999999999999999999999999999999999999999999/10000000000000000000000000000000000000000000000000");
  CHECK(decimal_text(third) == "0.3333333333333333...");
  CHECK(decimal_text(mpq_class(9, 5)) == "1.8");
  CHECK(decimal_text(-2) == "-2");
  CHECK(exact_text(third) == "1/3");
  CHECK(exact_text(mpq_class(9, 5)) == "1.8");
  const mpz_class huge = mpz_class(1) << 2000;  // beyond the doubles
  CHECK(exact_text(huge) == huge.get_str());
  CHECK(decimal_text(huge) == "1.1481306952742545e+602...");
  CHECK(decimal_text(-mpq_class(1, huge)) == "-8.7098098162172167e-603...");
  const mpz_class power("1" + std::string(400, '0'));
  CHECK(decimal_text(power) == "1e+400");
  CHECK(exact_text(mpq_class(-15 * power)) == "-1.5e+401");
  CHECK(exact_text(mpq_class(mpq_class(25) / power)) == "2.5e-399");
  CHECK(fraction_text(mpq_class(9, 5)) == "1.8 (9/5)");
  CHECK(fraction_text(third) == "0.3333333333333333... (1/3)");
  CHECK(fraction_text(2) == "2");
  CHECK(fraction_text(almost) == "1.8...");
  CHECK(short_fraction(mpq_class(9, 5)) == "9/5");
  CHECK(short_fraction(mpq_class(12, 5), 4) == "12/5");
  CHECK(short_fraction(mpq_class(12, 5), 3) == "2.4");
  CHECK(short_fraction(almost) == "1.8...");
  CHECK(six_digits(third) == "0.333333");
  CHECK(six_digits(5 * mpq_class(mpz_class("1" + std::string(599, '0')))) == "5e+599");
  CHECK(six_digits(-2) == "-2");
  CHECK(point_text({mpq_class(3, 2), 0, mpq_class(-9, 4)}) == "(1.5, 0, -2.25)");
}

TEST_CASE("intervals as text: fifteen digits, rounded outward") {
  const DecimalInterval d = outward_decimals({mpq_class(1, 3), mpq_class(2, 3)});
  CHECK(d.low == "0.333333333333333");
  CHECK(d.high == "0.666666666666667");
  CHECK(outward_decimals({mpq_class(-2, 3), mpq_class(-1, 3)}).low == "-0.666666666666667");
  CHECK(outward_decimals({mpq_class(-2, 3), mpq_class(-1, 3)}).high == "-0.333333333333333");
  CHECK(interval_text({45, 45}) == "45");
  CHECK(interval_text({mpq_class(1, 3), mpq_class(2, 3)}) == "0.333333333333333 to 0.666666666666667");
}
