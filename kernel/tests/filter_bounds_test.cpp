// SPDX-License-Identifier: LGPL-3.0-or-later
// The constants of the double filters, recomputed by running the predicates' own formulas on numbers that count
// roundings; the outward rounding of intervals; and what ImplicitPlans enclose.
#include <gmpxx.h>
#include <catch2/catch.hpp>

#include <random>

#include "line/implicit_plan_numbers.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/slope.h"
#include "plumb/vcd/levels.h"
#include "support/rounding_count.h"

using namespace plumb::kernel;
using namespace plumb::vcd;
using namespace plumb::tests;

namespace {

constexpr Rounded once{1};
const Coefficients<Rounded> line{once, once, once};  // coefficients rounded from the exact ones

}  // namespace

TEST_CASE("ImplicitPlan::side_error covers the roundings of side() at a crossing of two lines", "[bounds][derived]") {
  const Rounded x = formulas::meet_x(line, line), y = formulas::meet_y(line, line), w = formulas::meet_w(line, line);
  const Rounded side = formulas::side(line, x, y, w);
  CHECK(side.count == 8);
  CHECK(is_least(ImplicitPlan::side_error, relative_error(side)));
}

TEST_CASE("ImplicitPlan::side_error covers the roundings of side() at an input point", "[bounds][derived]") {
  const Rounded side = formulas::side(line, once, once, Rounded{0});
  CHECK(side.count == 5);
  CHECK(serves(ImplicitPlan::side_error, relative_error(side)));
}

TEST_CASE("ImplicitPlan::turn_error covers the roundings of turn()", "[bounds][derived]") {
  const Rounded turn = formulas::meet_w(line, line);
  CHECK(turn.count == 4);
  CHECK(is_least(ImplicitPlan::turn_error, relative_error(turn)));
}

TEST_CASE(
    "ImplicitPlan::vertex_error covers the roundings of a crossing's coordinates, of their quotient and of the bound",
    "[bounds][derived]") {
  const Rounded w = formulas::meet_w(line, line);
  const mpq_class e = w.error() / w.least();  // relative to computed magnitudes
  // The denominator of the bound is no greater than that of the error, W >= w - e mw; the rest is rounded four times.
  CHECK(serves(ImplicitPlan::vertex_error, (e + u) / (1 - u * u)));
  CHECK(is_least(ImplicitPlan::vertex_error, (e * (1 + u) + u / w.least()) / power(1 - u, 4)));
}

TEST_CASE("ImplicitPlan::meet_error covers two coordinates rounded and their quotient", "[bounds][derived]") {
  const Rounded meet = once / once;
  CHECK(meet.count + meet.below == 3);
  CHECK(is_least(ImplicitPlan::meet_error, meet.error() / meet.least() / (1 - u)));
}

TEST_CASE("ImplicitPlan::key_error covers the keys of equal lines, and the floats that they round to",
          "[bounds][derived]") {
  const Rounded key = once * (Rounded{0} / (once + once));
  CHECK(key.count + key.below == 5);
  const mpq_class apart = key.most() / key.least();  // of two keys
  const double near = ImplicitPlan::key_error;
  CHECK(is_least(near, apart - 1));
  CHECK(value_of(1 + near) * (1 - u) >= apart);
  CHECK(value_of(1 - near) * (1 + u) * apart <= 1);
}

TEST_CASE("rise_error covers the roundings of rise()", "[bounds][derived]") {
  // Normal, differences and height are rounded once each; the denominator is the double 1.
  const Rounded rise = rise_formula(std::array{once, once, once}, std::array{once, once, once}, once, One{});
  CHECK(rise.count == 6);
  CHECK(is_least(rise_error, relative_error(rise)));
}

TEST_CASE("SlopeLimit::slope_error moves both sides of the comparison beyond their roundings", "[bounds][derived]") {
  const Rounded moved = formulas::steepness(Rounded{0}, once, once) * Rounded{0};
  CHECK(moved.count == 6);
  CHECK(formulas::flatness(Rounded{0}, once).count + 1 < moved.count);
  CHECK(value_of(1 - SlopeLimit::slope_error) * moved.most() <= 1);
  CHECK(value_of(1 + SlopeLimit::slope_error) * moved.least() >= 1);
  CHECK(is_least(SlopeLimit::slope_error, 1 / moved.least() - 1));
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), greatest = std::numeric_limits<double>::max(),
                 least = std::numeric_limits<double>::denorm_min();

bool within(const mpq_class& v, const Interval& i) {
  return (i.low == -infinity || mpq_class(i.low) <= v) && (i.high == infinity || v <= mpq_class(i.high));
}

}  // namespace

TEST_CASE("Interval: every operation encloses the exact result, rounded outward", "[bounds]") {
  const double values[] = {0, 1, -1, 0.1, -3.7, 1e16, -1e-16, 1 + 0x1p-52, 1e300, -1e-300, least, -greatest};
  for (const double a : values)
    for (const double b : values) {
      const Interval x(a), y(b);
      CAPTURE(a, b);
      CHECK(within(mpq_class(a) + mpq_class(b), x + y));
      CHECK(within(mpq_class(a) - mpq_class(b), x - y));
      CHECK(within(mpq_class(a) * mpq_class(b), x * y));
    }
  const Interval x{1, 2}, y{-3, 5};
  CHECK((x + y).low < -2);
  CHECK((x + y).high > 7);
  CHECK((x * y).low < -6);
  CHECK((x * y).high > 10);
  CHECK((x * y).low > -6.0001);
  CHECK((-y).low == -5);
}

TEST_CASE("Interval: a sign only where it is certain") {
  CHECK(Interval(3.0).sign() == Sign::positive);
  CHECK(Interval(-3.0).sign() == Sign::negative);
  CHECK(Interval(0.0).sign() == Sign::zero);
  CHECK_FALSE((Interval{-1, 1}.sign()).has_value());
  CHECK_FALSE((Interval{0, 1}.sign()).has_value());             // it may be zero
  CHECK((Interval(1.0) - Interval(1.0)).sign() == Sign::zero);  // exactly
  CHECK_FALSE((Interval{1, 2} - Interval{1, 2}).sign().has_value());
  CHECK_FALSE((Interval(1.0) / Interval{-1, 1}).sign().has_value());
  CHECK((Interval(-1.0) / Interval{-2, -1}).sign() == Sign::positive);
  CHECK((Interval(0.0) / Interval{1, 2}).sign() == Sign::zero);
  CHECK((Interval(0.0) * Interval{-1, 1}).sign() == Sign::zero);  // exactly
}

TEST_CASE("Interval: overflow leaves an infinite end, never a wrong sign", "[bounds]") {
  const Interval big(greatest);
  CHECK((big * big).low > 0);
  CHECK((big * big).high == infinity);
  CHECK((big + big).sign() == Sign::positive);
  CHECK_FALSE((big * big - big * big).sign().has_value());
  CHECK((big * big - big * big).low == -infinity);
  CHECK((Interval(0.0) * (big * big)).sign() == Sign::zero);  // 0 times an infinite end
  CHECK(((big * big) * Interval(-1.0)).sign() == Sign::negative);
}

TEST_CASE("Interval: underflow keeps zero inside, never a wrong sign", "[bounds]") {
  const Interval tiny(least);
  CHECK_FALSE((tiny * tiny).sign().has_value());
  CHECK(within(mpq_class(least) * mpq_class(least), tiny * tiny));
  CHECK_FALSE((tiny * -tiny).sign() == Sign::positive);
  CHECK(within(mpq_class(least) / 2, Interval(0.5) * tiny));
}

TEST_CASE("ErrorBound, UnderflowBound: roundings of 2^-53, and powers of two down to the least double") {
  CHECK(ErrorBound{3} == 3 * 0x1p-53);
  for (const int e : {-1074, -1073, -1023, -1022, -1021, -900, -1, 0, 5, 1023})
    CHECK(UnderflowBound{e} == std::ldexp(1.0, e));
}

TEST_CASE("numbers of a plan: enclosed, whatever their size, fixed and GMP alike", "[bounds]") {
  std::mt19937_64 random(5);
  const auto scaled_exactly = [](const mpz_class& v, int shift) {
    mpq_class q(v);
    if (shift > 0) q /= mpq_class(mpz_class(1) << shift);
    else q *= mpq_class(mpz_class(1) << -shift);
    return q;
  };
  for (const int exponent :
       {-1100, -1075, -1023, -1022, -1021, -1020, -500, 0, 500, 1022, 1023, 1024, 1025, 1026, 1100})
    for (int round = 0; round < 50; ++round) {
      mpz_class v = 0;
      for (int limbs = 1 + round % 3; limbs > 0; --limbs) v = (v << 64) + to_gmp(random());
      const int shift = bits_of(v) - exponent;
      if (round % 2) v = -v;
      CAPTURE(exponent, v);
      CHECK(within(scaled_exactly(v, shift), enclosed(v, shift)));
      CHECK(within(scaled_exactly(v, shift), enclosed(FixedInteger<4>::from_mpz(v), shift)));
    }
  CHECK(within(0, enclosed(mpz_class(0), 7)));
}
