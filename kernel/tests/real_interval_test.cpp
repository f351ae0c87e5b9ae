// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/real_interval.h"

#include <catch2/catch.hpp>
#include <cmath>

#include <random>

using namespace plumb::kernel;

namespace {

TEST_CASE("real interval: what is exact stays so, what is not is kept between ends") {
  const RealInterval third(64, mpq_class(1, 3)), two(64, 2);
  CHECK(two.rational().width() == 0);
  CHECK(third.rational().low < mpq_class(1, 3));
  CHECK(third.rational().high > mpq_class(1, 3));
  CHECK((two * two).rational().low == 4);
  CHECK((two * two).rational().width() == 0);
  const RealInterval one = third * RealInterval(64, 3);
  CHECK(one.rational().low <= 1);
  CHECK(one.rational().high >= 1);
  CHECK(one.rational().width() < mpq_class(1, mpz_class(1) << 60));
  CHECK((RealInterval(64, -2) * third).high() < -0.66);
  CHECK((two - two).rational().width() == 0);
  RealInterval same = third;
  const RealInterval& itself = same;
  same -= itself;
  CHECK(same.contains_zero());
  CHECK_FALSE((two / (third - third)).is_finite());
  CHECK((two / RealInterval(64, -4)).rational().high == mpq_class(-1, 2));
  CHECK(RealInterval::root(64, 9).rational().width() == 0);
  const RationalInterval root = RealInterval::root(64, 2).rational();
  CHECK(root.low * root.low < 2);
  CHECK(root.high * root.high > 2);
}

TEST_CASE("real interval: operations on intervals contain those on their members") {
  std::mt19937 random(1);
  const auto drawn = [&] {
    mpq_class value(static_cast<int>(random() % 41) - 20, static_cast<int>(random() % 5) + 1);
    value.canonicalize();  // 0/3 is not 0 to GMP
    return value;
  };
  for (int k = 0; k < 2000; ++k) {
    const mpq_class a = drawn(), c = drawn();
    // A little more than a point each.
    const RealInterval little = RealInterval::root(32, 2) - RealInterval::root(32, 2);
    REQUIRE(little.contains_zero());
    const RealInterval x = RealInterval(32, a) + little, y = RealInterval(32, c) + little;
    const auto holds = [](const RealInterval& i, const mpq_class& value) {
      return !i.is_finite() || (i.rational().low <= value && value <= i.rational().high);
    };
    CHECK(holds(x + y, a + c));
    CHECK(holds(x - y, a - c));
    CHECK(holds(x * y, a * c));
    if (c != 0) CHECK(holds(x / y, a / c));
    Real right(256), up(256), angle(256);
    mpfr_set_q(right, a.get_mpq_t(), MPFR_RNDN);
    mpfr_set_q(up, c.get_mpq_t(), MPFR_RNDN);
    mpfr_atan2(angle, up, right, MPFR_RNDN);
    CHECK(holds(angle_of(x, y), angle.rational()));
  }
}

TEST_CASE("real interval: angles on the axes, and all of them where nothing is known") {
  const auto angle = [](int x, int y) { return angle_of(RealInterval(64, x), RealInterval(64, y)); };
  CHECK(angle(5, 0).rational().width() == 0);
  CHECK((angle(0, 1) * RealInterval(64, 2) - RealInterval::pi(64)).contains_zero());
  CHECK((angle(0, -1) * RealInterval(64, 2) + RealInterval::pi(64)).contains_zero());
  CHECK((angle(-1, 1) * RealInterval(64, 4) - RealInterval::pi(64) * RealInterval(64, 3)).contains_zero());
  CHECK(angle(-1, 0).low() < -3.14);
  CHECK(angle(-1, 0).high() > 3.14);
  CHECK(angle(0, 0).high() > 3.14);
}

TEST_CASE("real interval: a sum of rational roots is a point") {
  RootSum sum(64);
  sum.add_root(mpq_class(9, 4));
  sum.add_root(4);
  CHECK(sum.value().width() == 0);
  CHECK(sum.value().low == mpq_class(7, 2));
  sum.add_root(2);
  CHECK(sum.value().low < sum.value().high);
  CHECK(sum.value().low < mpq_class(49143, 10000));
  CHECK(sum.value().high > mpq_class(49142, 10000));
}

}  // namespace

TEST_CASE("real interval: assignment takes the precision too; what may be infinite less infinite is unknown") {
  RealInterval a(64, mpq_class(1, 3));
  const RealInterval b(200, mpq_class(1, 3));
  a = b;
  CHECK(a.bits() == 200);
  CHECK((a.rational().low == b.rational().low && a.rational().high == b.rational().high));
  const RealInterval& itself = a;
  a = itself;
  CHECK((a.bits() == 200 && a.rational().low == b.rational().low));
  const RealInterval one(64, 1), zero(64), unknown = one / zero;
  CHECK_FALSE(unknown.is_finite());
  for (const RealInterval& i :
       {unknown + unknown, unknown - unknown, unknown + one, unknown - one, unknown * zero, zero / unknown}) {
    CHECK(i.low() == -HUGE_VAL);
    CHECK(i.high() == HUGE_VAL);
  }
  CHECK(Real(77).bits() == 77);
  CHECK(RealInterval(3).bits() == 24);
}
