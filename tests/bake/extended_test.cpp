// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of 64 digits against fractions that are rounded to as many.
#include "extended.h"

#include <catch2/catch.hpp>
#include <random>

using plumb::pipeline::Extended;

namespace {

// A fraction rounded to 64 binary digits, ties to even.
mpq_class rounded(const mpq_class& value) {
  if (value == 0) return 0;
  mpq_class unit = 1, size = abs(value);
  mpz_class most = 1;
  most <<= 64;
  while (size / unit >= most) unit *= 2;
  while (size / unit * 2 < most) unit /= 2;
  const mpq_class units = size / unit;
  mpz_class whole = units.get_num() / units.get_den();
  const int half = cmp(mpq_class(units - whole), mpq_class(1) / 2);
  if (half > 0 || (half == 0 && mpz_odd_p(whole.get_mpz_t()))) ++whole;
  return (sgn(value) < 0 ? -unit : unit) * whole;
}

// Two doubles tell 64 digits.
bool is(const Extended& number, const mpq_class& value) {
  const double first = number.to_double();
  return mpq_class(first) + mpq_class((number + Extended(-first)).to_double()) == value;
}

}  // namespace

TEST_CASE("sums, products and quotients of numbers of 64 digits are rounded once") {
  std::mt19937_64 random(1);
  const auto draw = [&] {
    const auto digits = static_cast<std::int64_t>(random() >> (11 + random() % 52));
    return std::ldexp(static_cast<double>(random() % 2 == 0 ? digits : -digits), static_cast<int>(random() % 160) - 80);
  };
  int ties = 0;
  for (int i = 0; i < 20000; ++i) {
    Extended number = draw();
    mpq_class value(number.to_double());
    for (int k = 0; k < 3; ++k) {
      const double d = draw();
      const auto step = random() % 4;
      mpq_class exact;
      if (step < 2) exact = value + mpq_class(d), number += d;
      else if (step == 2) exact = value * mpq_class(d), number = number * d;
      else if (d == 0) continue;
      else exact = value / mpq_class(d), number = number / d;
      value = rounded(exact);
      ties += rounded(2 * exact - value) == value && value != exact;
      REQUIRE(is(number, value));
      REQUIRE((number > Extended(d)) == (value > mpq_class(d)));
    }
  }
  CHECK(ties > 0);
}

TEST_CASE("numbers of 64 digits have any exponent, and know what is infinite") {
  const Extended large = Extended(1e300) * Extended(1e300) * Extended(1e300);
  CHECK(large.to_double() == HUGE_VAL);
  CHECK(large.is_finite());
  CHECK((large / Extended(1e300) / Extended(1e300)).to_double() == 1e300);
  CHECK(Extended(3).scaled(-1074).to_double() == 3 * 0x1p-1074);
  CHECK_FALSE((Extended(HUGE_VAL) + Extended(1)).is_finite());
  CHECK_FALSE((Extended(1) * Extended(HUGE_VAL)).is_finite());
  CHECK((Extended(2) + Extended(-2)).is_zero());
}
