// SPDX-License-Identifier: LGPL-3.0-or-later
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>

#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval.h"

using namespace plumb::kernel;

namespace {

bool within(const mpq_class& v, const Interval& i) {
  return (i.low == -HUGE_VAL || mpq_class(i.low) <= v) && (i.high == HUGE_VAL || v <= mpq_class(i.high));
}

}  // namespace

TEST_CASE("interval_of: neighbouring doubles around a number, or the number itself", "[bounds]") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 4000; ++round) {
    mpq_class v(to_gmp(random() >> (random() % 60)), to_gmp((random() >> (random() % 60)) | 1u));
    v.canonicalize();
    // From below the subnormal numbers to beyond the range; by a power of two alone in a third of the cases.
    if (round % 3 == 0) v = mpq_class(v.get_num());
    const mpz_class scale = mpz_class(1) << (random() % 1150);
    v = round % 2 ? mpq_class(v * scale) : mpq_class(v / scale);
    if (round % 5 == 0) v = -v;
    CAPTURE(v);
    const Interval i = interval_of(v);
    REQUIRE(within(v, i));
    REQUIRE((is_exact(i) || std::nextafter(i.low, HUGE_VAL) == i.high));
  }
  CHECK(is_exact(interval_of(mpq_class(0))));
  CHECK_FALSE(std::signbit(interval_of(mpq_class(0)).low));
  CHECK(is_exact(interval_of(mpq_class(-3, 8))));
  CHECK_FALSE(is_exact(interval_of(mpq_class(1, 3))));
  CHECK(interval_of(mpq_class(mpz_class(1) << 1100)).high == HUGE_VAL);
  CHECK(interval_of(mpq_class(-(mpz_class(1) << 1100))).low == -HUGE_VAL);
}

TEST_CASE("interval_of: a quotient of leading bits that may be off tells nothing", "[bounds]") {
  // The same by GMP's quotient, which drops what is behind 53 bits.
  const auto by_quotient = [](const mpq_class& v) {
    const double towards_zero = v.get_d(), next = std::nextafter(towards_zero, sgn(v) * HUGE_VAL);
    return sgn(v) > 0 ? Interval(towards_zero, next) : Interval(next, towards_zero);
  };
  std::mt19937_64 random(2);
  const auto one = [&](std::size_t limbs) {
    mpz_class v = 1;
    for (std::size_t k = 0; k < limbs; ++k) {
      // Few bits, and many: leading and trailing ones and zeros.
      const std::uint64_t bits = random() >> (random() % 64);
      v = (v << 64) + to_gmp(random() % 3 == 0 ? ~bits : bits);
    }
    return v;
  };
  int near_an_end = 0;
  for (int round = 0; round < 20000; ++round) {
    const mpz_class d = one(round % 4);
    mpz_class n = one(random() % 4);
    if (round % 2 == 0) {
      // A fraction just below or just above one of 53 bits.
      const mpz_class whole = to_gmp((random() >> 11) | std::uint64_t{1} << 52);
      n = whole * d + static_cast<long>(random() % 5) - 2;
      ++near_an_end;
    }
    mpq_class v(round % 3 == 0 ? mpz_class(-n) : n, d);
    v.canonicalize();
    const Interval i = interval_of(v);
    CAPTURE(v);
    if (is_exact(i)) {
      REQUIRE(mpq_class(i.low) == v);
      continue;
    }
    REQUIRE(i.low == by_quotient(v).low);
    REQUIRE(i.high == by_quotient(v).high);
  }
  CHECK(near_an_end > 5000);
  // The quotient of the leading bits is one whose last bits are 0, or 1, and the fraction is less by nearly 2.
  for (const unsigned long last : {0ul, 1ul}) {
    const mpz_class b = mpz_class(1) << 63, q = (mpz_class(1) << 64) - 2048 + last;
    const mpq_class v((q * b) << 64, (b << 64) + ((mpz_class(1) << 64) - 1));
    CHECK(interval_of(v).low == by_quotient(v).low);
    CHECK(interval_of(v).high == by_quotient(v).high);
  }
}

TEST_CASE("interval root: the root is between the ends", "[bounds]") {
  for (const double square : {2.0, 3.0, 5.0, 6.0, 7.0, 1e300, 1e-300, 0x1p-1074}) {
    CAPTURE(square);
    const Interval r = root(Interval(square));
    CHECK(mpq_class(r.low) * r.low < square);
    CHECK(mpq_class(r.high) * r.high > square);
  }
  CHECK(is_zero(root(Interval(0.0))));
  CHECK(root(Interval(-1, 4)).low == 0);
  CHECK(root(Interval(-1, 4)).high >= 2);
}
