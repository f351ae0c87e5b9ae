// SPDX-License-Identifier: LGPL-3.0-or-later
// Rounded corners: what products of doubles and their remainders tell is what fractions tell.
#include "plumb/kernel/rounded_ring.h"

#include <gmpxx.h>

#include <random>

#include "plumb/kernel/formulas.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

int turn_in_fractions(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const auto q = [](const RoundedPlace& p) { return std::array<mpq_class, 2>{mpq_class(p[0]), mpq_class(p[1])}; };
  return sgn(formulas::orient2d(q(a), q(b), q(c)));
}

Interval area_in_intervals(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  const auto i = [](const RoundedPlace& p) { return std::array{Interval(p[0]), Interval(p[1])}; };
  return formulas::orient2d(i(a), i(b), i(c));
}

bool equal(const Interval& a, const Interval& b) { return a.low == b.low && a.high == b.high; }

// Numbers of several kinds, in which three places are often on one line or nearly so.
class Places {
 public:
  explicit Places(unsigned seed) : random_(seed) {}

  std::array<RoundedPlace, 3> draw() {
    const int kind = below(6);
    const RoundedPlace a = place(kind), b = place(kind);
    RoundedPlace c = place(kind);
    if (below(3) > 0) {  // on the line through a and b, or as near as a number can be
      const double t = below(2) ? below(9) - 4 : below(1000) / 1000.0;
      for (std::size_t k = 0; k < 2; ++k) {
        c[k] = a[k] + t * (b[k] - a[k]);
        if (kind < 4) c[k] = static_cast<float>(c[k]);
      }
      if (below(3) == 0) c[below(2)] = std::nextafter(c[0], 1e9);
    }
    return {a, b, c};
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  double number(int kind) {
    const double whole = below(1 << 20) - (1 << 19);
    switch (kind) {
      case 0: return static_cast<float>(whole / 4096);
      case 1: return static_cast<float>(std::ldexp(whole, below(40) - 50));
      case 2: return below(7) - 3;
      case 3: return static_cast<float>(std::ldexp(1 + below(1 << 23) / 8388608.0, below(24) - 12));
      case 4: return std::ldexp(whole + below(1 << 30) / 1073741824.0, below(8));
      default: return std::ldexp(1 + below(1 << 30) / 1073741824.0, below(1500) - 1000);
    }
  }
  RoundedPlace place(int kind) { return {number(kind), number(kind)}; }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("rounded ring: turns are those of fractions, areas the intervals of the formula") {
  Places places(34);
  int straight = 0, left = 0, right = 0, equal_products = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto [a, b, c] = places.draw();
    const int turned = orientation(a, b, c);
    REQUIRE(turned == turn_in_fractions(a, b, c));
    REQUIRE(equal(doubled_area(a, b, c), area_in_intervals(a, b, c)));
    (turned == 0 ? straight : turned > 0 ? left : right) += 1;
    equal_products += turned != 0 && (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0]);
  }
  CHECK(straight > 10000);
  CHECK(left > 10000);
  CHECK(right > 10000);
  CHECK(equal_products > 100);  // only what they lack tells them apart
}

TEST_CASE("rounded ring: what products of binary32 lack decides where they are rounded to one double") {
  // Seen from a, b is at (s (v + 1), s v + s - 1) and c by s further along both axes. The products differ by s; they
  // are about s^2 v^2, of which a double keeps 53 bits.
  int equal_products = 0;
  for (const double s : {0x1p9, 0x1p10, 0x1p12})
    for (const double unit : {1.0, 0x1p-30, 0x1p40})
      for (int v = 4000001; v < 8000000; v += 40001) {
        const RoundedPlace a{0, -(s - 1) * unit}, b{s * (v + 1) * unit, s * v * unit},
            c{s * (v + 2) * unit, s * (v + 1) * unit};
        REQUIRE(orientation(a, b, c) == 1);
        REQUIRE(orientation(a, c, b) == -1);
        REQUIRE(state_of(std::array{a, b, c}) == RingState::kept);
        equal_products += (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0]);
      }
  CHECK(equal_products > 200);
}

TEST_CASE("rounded ring: where products, or what they lack, underflow or overflow") {
  const double least = 0x1p-1074, small = 0x1p-537;
  CHECK(orientation({0, 0}, {least, least}, {least, 2 * least}) == 1);
  CHECK(orientation({0, 0}, {least, least}, {2 * least, 2 * least}) == 0);
  // Products that differ by less than the least double of all.
  CHECK(orientation({0, 0}, {small, small * (1 + 0x1p-50)}, {small * (1 - 0x1p-50), small}) == 1);
  CHECK(orientation({0, 0}, {small, small * (1 + 0x1p-50)}, {small * (1 + 0x1p-50), small * (1 + 0x1p-49)}) == -1);
  CHECK(orientation({0, 0}, {1e200, 1e200}, {1e200, 2e200}) == 1);
  CHECK(orientation({-1e308, 0}, {1e308, 0}, {0, 1}) == 1);
  CHECK(equal(doubled_area({0, 0}, {1e200, 1e200}, {1e200, 2e200}),
              area_in_intervals({0, 0}, {1e200, 1e200}, {1e200, 2e200})));
  CHECK(equal(doubled_area({0, 0}, {least, -least}, {2 * least, least}),
              area_in_intervals({0, 0}, {least, -least}, {2 * least, least})));
}

TEST_CASE("rounded ring: what becomes of rings") {
  using Ring = std::vector<RoundedPlace>;
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {1, 1}, {0, 1}}) == RingState::kept);
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {2, 0}, {1, 1}}) == RingState::kept);
  CHECK(state_of(Ring{{0, 0}, {0, 1}, {1, 1}, {1, 0}}) == RingState::flipped);
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {2, 0}}) == RingState::collapsed);
  CHECK(state_of(Ring{{0, 0}, {1, 0}, {1, 1}, {1, 0}}) == RingState::collapsed);
  CHECK(state_of(Ring{{0, 0}, {2, 0}, {1, 0.25}, {0, 2}}) == RingState::not_convex);
  CHECK(state_of(Ring{{0, 0}, {HUGE_VAL, 0}, {1, 1}}) == RingState::collapsed);
  CHECK(state_of(Ring{{0, 0}, {1, HUGE_VAL}, {0, 1}}) == RingState::collapsed);
  // Twice around a pentagon.
  Ring star;
  for (int i = 0; i < 5; ++i) star.push_back({std::cos(4 * M_PI * i / 5), std::sin(4 * M_PI * i / 5)});
  CHECK(state_of(star) == RingState::not_convex);
}
