// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_of.h"

#include <catch2/catch.hpp>

#include <random>

using namespace plumb::kernel;

namespace {

bool within(const mpq_class& v, const Interval& i) {
  return (i.low == -HUGE_VAL || mpq_class(i.low) <= v) && (i.high == HUGE_VAL || v <= mpq_class(i.high));
}

}  // namespace

TEST_CASE("interval_of: neighbouring doubles around a number, or the number itself", "[bounds]") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 4000; ++round) {
    mpq_class v(static_cast<unsigned long>(random() >> (random() % 60)),
                static_cast<unsigned long>(random() >> (random() % 60)) | 1u);
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
  CHECK(is_exact(interval_of(mpq_class(-3, 8))));
  CHECK_FALSE(is_exact(interval_of(mpq_class(1, 3))));
  CHECK(interval_of(mpq_class(mpz_class(1) << 1100)).high == HUGE_VAL);
  CHECK(interval_of(mpq_class(-(mpz_class(1) << 1100))).low == -HUGE_VAL);
}
