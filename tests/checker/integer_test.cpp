// SPDX-License-Identifier: GPL-3.0-or-later
// The checker's integers of any length, which are the machine's below 2^127, against GMP's: sums, products, order,
// divisors and signs around the limits of 63, 64 and 127 bits; and sums of areas that become too long.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "base/numbers.h"

using namespace plumb::checker;

namespace {

// 0, 1, and what is within 2 of a power of two, of both signs.
std::vector<mpz_class> numbers_near_limits() {
  std::vector<mpz_class> all;
  for (const unsigned bits : {0u, 1u, 31u, 32u, 62u, 63u, 64u, 65u, 95u, 96u, 126u, 127u, 128u, 129u, 192u})
    for (int off = -2; off <= 2; ++off)
      for (const int sign : {1, -1}) all.emplace_back(sign * ((mpz_class(1) << bits) + off));
  return all;
}

int sign(int v) { return (v > 0) - (v < 0); }

}  // namespace

TEST_CASE("integer: operations on two numbers are GMP's around every limit") {
  const auto all = numbers_near_limits();
  for (const mpz_class& a : all)
    for (const mpz_class& b : all) {
      const Integer x = a, y = b;
      REQUIRE(Integer(x + y).gmp() == a + b);
      REQUIRE(Integer(x - y).gmp() == a - b);
      REQUIRE(Integer(x * y).gmp() == a * b);
      REQUIRE(gcd(x, y).gmp() == gcd(a, b));
      if (b != 0) REQUIRE(exact_quotient(x * y, y) == x);
      REQUIRE(order(x, y) == sign(cmp(a, b)));
      REQUIRE((x == y) == (a == b));
      // A number is kept in one way, however it has come about.
      REQUIRE(x + y - y == x);
      REQUIRE(Integer(x + y - y).hash() == x.hash());
      REQUIRE(Integer(x + y - y).is_small() == (abs(a) < mpz_class(1) << 127));
    }
}

TEST_CASE("integer: what one number is") {
  for (const mpz_class& a : numbers_near_limits()) {
    const Integer x = a;
    REQUIRE(x.gmp() == a);
    REQUIRE(Integer(-x).gmp() == -a);
    REQUIRE(abs(x).gmp() == abs(a));
    REQUIRE(sgn(x) == sgn(a));
    REQUIRE(x.truncated() == a.get_d());
    REQUIRE(x.bits() == mpz_sizeinbase(a.get_mpz_t(), 2));
    REQUIRE(x.is_odd() == (mpz_odd_p(a.get_mpz_t()) != 0));
    if (a > 0) REQUIRE(x.is_power_of_two() == (mpz_popcount(a.get_mpz_t()) == 1));
    Integer copy = x, moved = std::move(copy);
    REQUIRE(copy == 0);
    REQUIRE(moved == x);
    copy = moved;
    moved = Integer(7);
    REQUIRE(copy == x);
    REQUIRE(moved == 7);
  }
  REQUIRE(Integer(static_cast<Wide>(static_cast<WideBits>(1) << 127)).gmp() == -(mpz_class(1) << 127));
}

TEST_CASE("integer: the sign of a sum of three products") {
  std::mt19937_64 random_bits(7);
  const auto draw = [&] {
    mpz_class v = 0;
    const auto words = random_bits() % 5;
    for (std::uint64_t i = 0; i < words; ++i) v = (v << 32) + static_cast<unsigned long>(random_bits() >> 32);
    return random_bits() % 2 ? v : mpz_class(-v);
  };
  int zeros = 0;
  for (int round = 0; round < 20000; ++round) {
    const mpz_class a = draw(), x = draw(), b = draw(), y = draw(), w = 1 + static_cast<int>(random_bits() % 3);
    const mpz_class c = -(a * x + b * y) / w + static_cast<int>(random_bits() % 3) - 1;
    const int expected = sgn(mpz_class(a * x + b * y + c * w));
    REQUIRE(sign_of_sum(Integer(a), x, b, y, c, w) == expected);
    zeros += expected == 0;
  }
  CHECK(zeros > 1000);
}

TEST_CASE("areas: exact while short, and then between two numbers, in one sum or in several") {
  AreaSum whole, halves[2];
  mpq_class exact = 0;
  for (unsigned i = 0; i < 9000; ++i) {
    const mpq_class term(1, 2 * i + 3);
    exact += term;
    whole.add(term);
    halves[i % 2].add(term);
    if (i == 9) {
      REQUIRE(whole.exact().has_value());
      REQUIRE(*whole.exact() == exact);
      REQUIRE(*AreaSum::of_word(whole.word()).exact() == exact);
    }
  }
  REQUIRE_FALSE(whole.exact().has_value());
  AreaSum joined = halves[0];
  joined.add(halves[1]);
  const std::string digits = whole.decimals();
  REQUIRE(digits.ends_with("..."));
  REQUIRE(digits == joined.decimals());
  REQUIRE(digits == AreaSum::of_word(whole.word()).decimals());
  REQUIRE_FALSE(AreaSum::of_word(whole.word()).exact().has_value());
  const mpq_class shown(mpz_class(digits.substr(0, digits.size() - 3).erase(digits.find('.'), 1)), 1000000000000);
  REQUIRE(shown <= exact);
  REQUIRE(exact < shown + mpq_class(1, 1000000000000));
}
