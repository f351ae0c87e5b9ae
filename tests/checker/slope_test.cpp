// SPDX-License-Identifier: GPL-3.0-or-later
// The checker's slope limits (its own series) against the kernel's (MPFR) and against the tangent itself.
#include "level/polygons.h"

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/slope.h"

namespace {

using Kernel = plumb::kernel::SlopeLimit;

struct Random {
  std::mt19937_64 bits{20};
  long below(long n) { return static_cast<long>(bits() % static_cast<unsigned long>(n)); }
  mpz_class integer(unsigned size) {
    mpz_class v = 0;
    for (unsigned i = 0; i < size; i += 32) v = (v << 32) + static_cast<unsigned long>(bits() >> 32);
    v >>= (size + 31) / 32 * 32 - size;
    return below(2) ? v : -v;
  }
};

struct Counts {
  int allowed = 0, refused = 0;
};

void compare(const plumb::checker::SlopeLimit& ours, const Kernel& theirs, const mpz_class& x, const mpz_class& y,
             const mpz_class& z, Counts& counts) {
  if (sgn(x) == 0 && sgn(y) == 0 && sgn(z) == 0) return;  // no normal
  const bool allowed = ours.allows({x, y, z, 0});
  if (allowed != theirs.is_traversable(plumb::kernel::ExactNormal{x, y, z}))
    FAIL("normal " << x << " " << y << " " << z);
  ++(allowed ? counts.allowed : counts.refused);
}

// Normals (p, 0, 2^k) and (p + 1, 0, 2^k): the limit's tangent lies between p and p + 1, times 2^-k.
void compare_around(const plumb::checker::SlopeLimit& ours, const Kernel& theirs, unsigned k, Counts& counts) {
  const auto cos2 = theirs.cos_squared(static_cast<int>(6 * k + 400));
  mpq_class tan2 = (1 / cos2.high - 1) * (mpq_class(1) << (2 * k));
  mpz_class square = tan2.get_num() / tan2.get_den(), p;
  mpz_sqrt(p.get_mpz_t(), square.get_mpz_t());
  const mpz_class one = mpz_class(1) << k;
  CHECK(ours.allows({p, 0, one, 0}));
  CHECK_FALSE(ours.allows({p + 1, 0, one, 0}));
  CHECK(ours.allows({0, -p, one, 0}));
  compare(ours, theirs, p, 0, one, counts);
  compare(ours, theirs, p + 1, 0, one, counts);
  compare(ours, theirs, 3 * p, 4 * p, 5 * one, counts);
  compare(ours, theirs, 3 * p, 4 * p + 1, 5 * one, counts);
}

}  // namespace

TEST_CASE("Slope limits: thousands of planes and degrees, as the kernel decides") {
  Random random;
  Counts counts;
  for (int i = 0; i < 2000; ++i) {
    const long below = 1 + random.below(1000);
    const mpq_class degrees = [&] {
      mpq_class d(random.below(90 * below), below);
      d.canonicalize();
      return d;
    }();
    const auto ours = plumb::checker::SlopeLimit::degrees(degrees);
    const auto theirs = Kernel::from_degrees(degrees).value();
    INFO(degrees << " degrees");
    for (int j = 0; j < 4; ++j) {
      const unsigned size = 2 + static_cast<unsigned>(random.below(200));
      compare(ours, theirs, random.integer(size), random.integer(size), random.integer(size) + 1, counts);
    }
    compare_around(ours, theirs, static_cast<unsigned>(random.below(500)), counts);
  }
  CHECK(counts.allowed > 2000);
  CHECK(counts.refused > 2000);
}

TEST_CASE("Slope limits: whole degrees, level and vertical planes") {
  Counts counts;
  for (int d = 0; d < 90; ++d) {
    const auto ours = plumb::checker::SlopeLimit::degrees(d);
    const auto theirs = Kernel::from_degrees(d).value();
    INFO(d << " degrees");
    CHECK(ours.allows({0, 0, 1, 0}));
    CHECK_FALSE(ours.allows({1, 0, 0, 0}));
    for (unsigned k : {1u, 30u, 64u, 300u, 2000u}) compare_around(ours, theirs, k, counts);
  }
}

TEST_CASE("Slope limits: angles next to 0, 30, 45, 60 and 90 degrees") {
  Counts counts;
  for (int d : {0, 30, 45, 60, 90})
    for (unsigned k : {10u, 100u, 1000u})
      for (int sign : {-1, 1}) {
        const mpq_class degrees = d + sign * (mpq_class(1) >> k);
        const auto theirs = Kernel::from_degrees(degrees);
        if (!theirs) continue;  // below 0 or above 90
        INFO(d << " degrees " << sign << " 2^-" << k);
        const auto ours = plumb::checker::SlopeLimit::degrees(degrees);
        compare_around(ours, *theirs, k + 50, counts);
        compare(ours, *theirs, 0, 0, 1, counts);
        compare(ours, *theirs, 1, 0, 1, counts);
        CHECK(ours.allows({1, 0, 1, 0}) == (degrees >= 45));
      }
}

TEST_CASE("Slope limits: equality counts") {
  CHECK(plumb::checker::SlopeLimit::degrees(45).allows({3, 4, 5, 0}));
  CHECK_FALSE(plumb::checker::SlopeLimit::degrees(45).allows({3, 4, 4, 0}));
  CHECK(plumb::checker::SlopeLimit::degrees(0).allows({0, 0, 7, 0}));
  CHECK_FALSE(plumb::checker::SlopeLimit::degrees(0).allows({0, 1, mpz_class(1) << 300, 0}));
  CHECK(plumb::checker::SlopeLimit::degrees(60).allows({1, 1, 1, 0}));             // tan^2 = 2 < 3
  CHECK(plumb::checker::SlopeLimit::degrees(30).allows({mpz_class(1), 1, 3, 0}));  // tan^2 = 2/9 < 1/3
  CHECK(plumb::checker::SlopeLimit::degrees(60).allows({1, 1, 1, 0}) ==
        plumb::checker::SlopeLimit::ratio(mpq_class(3, 2)).allows({1, 1, 1, 0}));
  CHECK(plumb::checker::SlopeLimit::ratio(mpq_class(3, 4)).allows({3, 0, 4, 0}));
  CHECK_FALSE(plumb::checker::SlopeLimit::ratio(mpq_class(3, 4)).allows({3, 1, 4, 0}));
  CHECK(plumb::checker::SlopeLimit::ratio(0).allows({0, 0, 1, 0}));
  CHECK(plumb::checker::SlopeLimit::cosine(mpq_class(3, 5)).allows({0, 4, 3, 0}));
  CHECK_FALSE(plumb::checker::SlopeLimit::cosine(mpq_class(3, 5)).allows({1, 4, 3, 0}));
}

TEST_CASE("Slope limits: ratios as the kernel decides") {
  Random random;
  Counts counts;
  for (int i = 0; i < 2000; ++i) {
    mpq_class tangent(random.below(1000), 1 + random.below(300));
    tangent.canonicalize();
    const auto ours = plumb::checker::SlopeLimit::ratio(tangent);
    const auto theirs = Kernel::from_ratio(tangent).value();
    INFO("ratio " << tangent);
    const mpz_class &p = tangent.get_num(), &q = tangent.get_den();
    compare(ours, theirs, p, 0, q, counts);
    compare(ours, theirs, 3 * p, -4 * p, 5 * q, counts);
    compare(ours, theirs, p, 1, q, counts);
    compare(ours, theirs, random.integer(70), random.integer(70), random.integer(70) + 1, counts);
  }
  CHECK(counts.allowed > 2000);
  CHECK(counts.refused > 2000);
}
