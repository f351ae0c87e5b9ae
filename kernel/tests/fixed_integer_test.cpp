// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/fixed_integer.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

// Limbs are often all zeros or all ones, where carries and borrows run furthest.
mpz_class arbitrary_mpz(int max_limbs) {
  const int n = *rc::gen::inRange(0, max_limbs + 1);
  mpz_class r = 0;
  for (int i = 0; i < n; ++i) {
    const auto limb = *rc::gen::oneOf(rc::gen::just(std::uint64_t{0}), rc::gen::just(~std::uint64_t{0}),
                                      rc::gen::just(std::uint64_t{1}), rc::gen::arbitrary<std::uint64_t>());
    r <<= 64;
    mpz_class l;
    mpz_import(l.get_mpz_t(), 1, 1, 8, 0, 0, &limb);
    r += l;
  }
  return *rc::gen::arbitrary<bool>() ? r : mpz_class(-r);
}

}  // namespace

TEST_CASE("FixedInteger agrees with GMP on every operation") {
  CHECK(rc::check("sum, difference, product, order, size", [] {
    const mpz_class a = arbitrary_mpz(4), b = arbitrary_mpz(3);
    const auto x = FixedInteger<4>::from_mpz(a);
    const auto y = FixedInteger<3>::from_mpz(b);
    RC_ASSERT(x.to_mpz() == a);
    RC_ASSERT((x + y).to_mpz() == mpz_class(a + b));
    RC_ASSERT((x - y).to_mpz() == mpz_class(a - b));
    RC_ASSERT((x * y).to_mpz() == mpz_class(a * b));
    RC_ASSERT((-x).to_mpz() == mpz_class(-a));
    RC_ASSERT((x < y) == (a < b));
    RC_ASSERT((x == y) == (a == b));
    RC_ASSERT(x.sign() == sign_of(sgn(a)));
    RC_ASSERT(x.bit_length() == (a == 0 ? 0 : static_cast<int>(mpz_sizeinbase(a.get_mpz_t(), 2))));
    RC_ASSERT((x - x).sign() == Sign::zero);
    RC_ASSERT((x - x + y).to_mpz() == b);
  }));
}

TEST_CASE("FixedInteger reads integer doubles exactly and rounds to nearest, ties to even") {
  CHECK(rc::check("from_double then to_double", [] {
    const double v = std::ldexp(static_cast<double>(*rc::gen::inRange<std::int64_t>(-(1ll << 53), 1ll << 53)),
                                *rc::gen::inRange(0, 120));
    const auto x = FixedInteger<3>::from_double(v);
    RC_ASSERT(x.to_mpz() == mpz_class(v));
    RC_ASSERT(x.to_double() == v);
  }));
  const std::int64_t p53 = std::int64_t{1} << 53;
  CHECK(FixedInteger<1>(p53 + 1).to_double() == static_cast<double>(p53));
  CHECK(FixedInteger<1>(p53 + 3).to_double() == static_cast<double>(p53 + 4));
  CHECK((FixedInteger<1>(p53 + 1) * FixedInteger<2>::from_double(0x1p64) + FixedInteger<1>(1)).to_double() ==
        (p53 + 2) * 0x1p64);
  CHECK(FixedInteger<1>(12).to_double(3) == 1.5);
}
