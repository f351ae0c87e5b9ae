// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/int64.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace plumb::kernel;

namespace {

template <class T>
void check(T value) {
  const mpz_class number(to_gmp(value));
  CHECK(number.get_str() == std::to_string(value));
  CHECK(mpz_class(5) + to_gmp(value) == number + 5);
  if constexpr (std::is_signed_v<T>) {
    CHECK(fits_int64(number));
    CHECK(to_int64(number) == value);
  } else {
    CHECK(to_uint64(number) == value);
  }
}

}  // namespace

TEST_CASE("integers of 64 bits are numbers of GMP and back") {
  using Signed = std::numeric_limits<std::int64_t>;
  for (const std::int64_t v : {Signed::min(), Signed::min() + 1, std::int64_t{-1} << 32, std::int64_t{-1},
                               std::int64_t{0}, std::int64_t{1} << 31, (std::int64_t{1} << 32) - 1, Signed::max()})
    check(v);
  for (const std::uint64_t v : {std::uint64_t{0}, std::uint64_t{1} << 32, std::uint64_t{1} << 63, ~std::uint64_t{0}})
    check(v);
  check(-7);
  check(7u);
  mpz_class beyond = 1;
  beyond <<= 63;
  CHECK_FALSE(fits_int64(beyond));
  CHECK(fits_int64(-beyond));
  CHECK_FALSE(fits_int64(-beyond - 1));
}

TEST_CASE("words of a number are its digits in base 2^64") {
  rc::check("read, copied and set", [](std::vector<std::uint64_t> words, bool negative) {
    while (!words.empty() && words.back() == 0) words.pop_back();
    mpz_class expected = 0;
    for (std::size_t i = words.size(); i-- > 0;) {
      expected <<= 64;
      expected += to_gmp(words[i]);
    }
    if (negative) expected = -expected;
    RC_ASSERT(word_count(expected.get_mpz_t()) == words.size());
    for (std::size_t i = 0; i < words.size(); ++i) RC_ASSERT(word_of(expected.get_mpz_t(), i) == words[i]);
    RC_ASSERT(word_of(expected.get_mpz_t(), words.size()) == 0u);
    if (words.empty()) return;
    std::vector<std::uint64_t> copied(words.size());
    copy_words(expected.get_mpz_t(), copied.data());
    RC_ASSERT(copied == words);
    mpz_class made = 3;
    set_words(made.get_mpz_t(), words.data(), words.size(), negative);
    RC_ASSERT(made == expected);
    take_gcd(made, 2 * 3 * 5 * 7);
    RC_ASSERT(made == gcd(expected, mpz_class(210)));
    std::int64_t exponent = 0;
    const double mantissa = mantissa_of(expected, exponent);
    RC_ASSERT(std::abs(mantissa) >= 0.5 && std::abs(mantissa) <= 1);
    RC_ASSERT(exponent == static_cast<std::int64_t>(mpz_sizeinbase(expected.get_mpz_t(), 2)));
  });
}
