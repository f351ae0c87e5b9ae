// SPDX-License-Identifier: GPL-3.0-or-later
// The constants of the double filters, recomputed by running the predicates' own formulas on numbers that count roundings;
// and the outward rounding of intervals.
#include <catch2/catch.hpp>
#include <gmpxx.h>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/frame.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/vcd/levels.h"
#include "plumb/vcd/obstacle.h"
#include "support/rounding_count.h"

using namespace plumb::kernel;
using namespace plumb::vcd;
using plumb::tests::power;
using plumb::tests::Rounded;
using plumb::tests::u;

namespace {

// The double 1: multiplying by it rounds nothing.
struct One {};
Rounded operator*(Rounded r, One) { return r; }

// Error over the computed magnitudes, which may be too small by as many roundings and one for the constant.
mpq_class relative_error(int roundings) { return (power(1 + u, roundings) - 1) / power(1 - u, roundings + 1); }

// Where only the sign counts, the last operation, which never changes it, adds no error: it may only make the value look
// larger, and its sum of magnitudes smaller, by one rounding each (and one for the constant).
mpq_class sign_error(int roundings) {
  return (power(1 + u, roundings - 1) - 1) / power(1 - u, roundings - 1) * (1 + u) / power(1 - u, 2);
}

constexpr Rounded once{1};
const Coefficients<Rounded> line{once, once, once};  // coefficients rounded from the exact ones

}  // namespace

TEST_CASE("Frame::side_error covers the roundings of side() at a crossing of two lines") {
  const Rounded x = formulas::meet_x(line, line), y = formulas::meet_y(line, line), w = formulas::meet_w(line, line);
  const int roundings = formulas::side(line, x, y, w).count;
  CHECK(roundings == 8);
  CHECK(relative_error(roundings) < mpq_class(Frame::side_error));
  CHECK(relative_error(roundings + 1) > mpq_class(Frame::side_error));  // the constant is the least that serves
}

TEST_CASE("Frame::side_error covers the roundings of side() at an input point") {
  const int roundings = formulas::side(line, once, once, Rounded{0}).count;
  CHECK(roundings == 5);
  CHECK(relative_error(roundings) < mpq_class(Frame::side_error));
}

TEST_CASE("Frame::turn_error covers the roundings of turn()") {
  const int roundings = formulas::meet_w(line, line).count;
  CHECK(roundings == 4);
  CHECK(relative_error(roundings) < mpq_class(Frame::turn_error));
  CHECK(relative_error(roundings + 1) > mpq_class(Frame::turn_error));
}

TEST_CASE("rise_error covers the roundings of rise()") {
  // Normal, differences and height are rounded once each; the denominator is the double 1.
  const int roundings = rise_formula(once, once, once, once, once, once, once, One{}).count;
  CHECK(roundings == 6);
  CHECK(relative_error(roundings) < mpq_class(rise_error));
  CHECK(relative_error(roundings + 1) > mpq_class(rise_error));
}

TEST_CASE("ObstacleFilter::orientation_error covers the roundings of orientation()") {
  const int roundings = formulas::orientation(once, once, once, once).count;
  CHECK(roundings == 4);
  CHECK(sign_error(roundings) < mpq_class(ObstacleFilter::orientation_error));
  CHECK(sign_error(roundings + 1) > mpq_class(ObstacleFilter::orientation_error));
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), greatest = std::numeric_limits<double>::max(),
                 least = std::numeric_limits<double>::denorm_min();

bool within(const mpq_class& v, const Interval& i) {
  return (i.low == -infinity || mpq_class(i.low) <= v) && (i.high == infinity || v <= mpq_class(i.high));
}

}  // namespace

TEST_CASE("Interval: every operation encloses the exact result, rounded outward") {
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
  CHECK_FALSE((Interval{0, 1}.sign()).has_value());  // it may be zero
  CHECK_FALSE((Interval(1.0) - Interval(1.0)).sign().has_value());
  CHECK((Interval(0.0) * Interval{-1, 1}).sign() == Sign::zero);  // exactly
}

TEST_CASE("Interval: overflow leaves an infinite end, never a wrong sign") {
  const Interval big(greatest);
  CHECK((big * big).low > 0);
  CHECK((big * big).high == infinity);
  CHECK((big + big).sign() == Sign::positive);
  CHECK_FALSE((big * big - big * big).sign().has_value());
  CHECK((big * big - big * big).low == -infinity);
  CHECK((Interval(0.0) * (big * big)).sign() == Sign::zero);  // 0 times an infinite end
  CHECK(((big * big) * Interval(-1.0)).sign() == Sign::negative);
}

TEST_CASE("Interval: underflow keeps zero inside, never a wrong sign") {
  const Interval tiny(least);
  CHECK_FALSE((tiny * tiny).sign().has_value());
  CHECK(within(mpq_class(least) * mpq_class(least), tiny * tiny));
  CHECK_FALSE((tiny * -tiny).sign() == Sign::positive);
  CHECK(within(mpq_class(least) / 2, Interval(0.5) * tiny));
}
