// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/point_predicates.h"

#include <cmath>
#include <limits>

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "plumb/kernel/plane.h"
#include "support/rounding_count.h"

using namespace plumb::kernel;
using plumb::tests::Bounded;
using plumb::tests::is_least;
using plumb::tests::relative_error;
using plumb::tests::Rounded;
using plumb::tests::sign_error;
using plumb::tests::u;

namespace {

// The formulas where every difference of coordinates is this one.
template <class Number>
Number turn_of(const Number& difference) {
  return turn_formula([&](int, int, int) { return difference; }, 2, 0, 1, 2);
}
template <class Number>
Number volume_of(const Number& difference) {
  const Number d[3] = {difference, difference, difference};
  return formulas::orient3d(d, d, d);
}

Sign exact_turn(const PointTable& t, int axis, PointId a, PointId b, PointId c) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const mpz_class bi = t.integer(b, i) - t.integer(a, i), bj = t.integer(b, j) - t.integer(a, j);
  const mpz_class ci = t.integer(c, i) - t.integer(a, i), cj = t.integer(c, j) - t.integer(a, j);
  return sign_of(sgn(mpz_class(bi * cj - bj * ci)));
}

// Points near a common plane or line, at every scale: three drawn, the fourth an integer combination of them, often of
// two, nudged or not.
PointTable near_plane(bool rounded_doubles, int bits) {
  std::vector<mpz_class> xyz;
  const auto wide = [&] {
    mpz_class v = 0;
    for (int k = 0; k < bits; k += 24) v = (v << 24) + *rc::gen::inRange(-(1 << 24), 1 << 24);
    return v;
  };
  for (int i = 0; i < 9; ++i) xyz.push_back(*rc::gen::oneOf(rc::gen::just(mpz_class(0)), rc::gen::exec(wide)));
  const int s = *rc::gen::inRange(-3, 4), r = *rc::gen::oneOf(rc::gen::just(0), rc::gen::inRange(-3, 4));
  for (int k = 0; k < 3; ++k) {
    mpz_class v = xyz[k] + s * (xyz[3 + k] - xyz[k]) + r * (xyz[6 + k] - xyz[k]);
    xyz.push_back(v + *rc::gen::element(0, 0, 0, 1, -1));
  }
  if (rounded_doubles) {
    std::vector<double> d;
    for (const auto& v : xyz) d.push_back(v.get_d());
    return PointTable::from_doubles(d);
  }
  return PointTable::from_integers(xyz, 1);
}

}  // namespace

TEST_CASE("the error bounds of the double stage cover the roundings of the formulas", "[bounds][derived]") {
  const Rounded turn = turn_of(Rounded{1}), volume = volume_of(Rounded{1});
  CHECK(turn.count == 4);
  CHECK(volume.count == 8);
  CHECK(is_least(turn_bound, sign_error(turn)));
  CHECK(is_least(normal_error, relative_error(turn)));
  CHECK(is_least(volume_bound, relative_error(volume)));

  // A rounded table, in units of M. The products of M, and with the constant, are rounded too.
  const Bounded coordinate{1, u}, difference = coordinate - coordinate;
  CHECK(is_least(rounded_turn_bound, turn_of(difference).error / plumb::tests::power(1 - u, 2)));
  CHECK(is_least(rounded_volume_bound, volume_of(difference).error / plumb::tests::power(1 - u, 3)));
}

TEST_CASE("every stage of the ladder gives the same sign", "[bounds]") {
  for (const int bits : {24, 48, 72, 120, 240, 480, 1008, 1200}) {
    for (const bool rounded : {false, true}) {
      if (rounded && bits > 1000) continue;
      CHECK(rc::check("turn and volume at " + std::to_string(bits) + " bits", [=] {
        const PointTable t = near_plane(rounded, bits);
        mpz_class volume_sum = 0;
        for (int axis = 0; axis < 3; ++axis)
          for (const PointId c : {2u, 3u}) {  // the fourth is on or next to the line of the first two, or not
            const Sign truth = exact_turn(t, axis, 0, 1, c);
            const auto filtered = orientation_filtered(t, axis, 0, 1, c);
            RC_ASSERT((!filtered || *filtered == truth));  // inner parentheses: the capture overloads ||
            RC_ASSERT(orientation_exact(t, axis, 0, 1, c) == truth);
            RC_ASSERT(orientation(t, axis, 0, 1, c) == truth);
            RC_ASSERT(orientation(t, axis, 0, c, 1) == -truth);
          }
        const auto n = normal_of<mpz_class>(t, 0, 1, 2);
        volume_sum = n.x * (t.integer(3, 0) - t.integer(0, 0)) + n.y * (t.integer(3, 1) - t.integer(0, 1)) +
                     n.z * (t.integer(3, 2) - t.integer(0, 2));
        const Sign truth = sign_of(sgn(volume_sum));
        const auto filtered = volume_filtered(t, 0, 1, 2, 3);
        RC_ASSERT((!filtered || *filtered == truth));  // inner parentheses: the capture overloads ||
        RC_ASSERT(volume_exact(t, 0, 1, 2, 3) == truth);
        RC_ASSERT(volume(t, 0, 1, 2, 3) == truth);
        RC_CLASSIFY(truth == Sign::zero, "coplanar");
        RC_CLASSIFY(filtered.has_value(), "decided by doubles");
        if (t.fixed()) {
          const auto f = normal_of<FixedInteger<5>>(t, 0, 1, 2);
          RC_ASSERT(f.x.to_mpz() == n.x);
          RC_ASSERT(f.y.to_mpz() == n.y);
          RC_ASSERT(f.z.to_mpz() == n.z);
        }
        for (int k = 0; k < 3; ++k) RC_ASSERT(compare(t, k, 0, 3) == (cmp(t.integer(0, k), t.integer(3, k)) <=> 0));
        const FilteredNormal a = filtered_normal(t, 0, 1, 2);
        if (std::isfinite(a.error_z)) {
          RC_ASSERT(abs(mpq_class(a.x) - n.x) <= mpq_class(a.error_x));
          RC_ASSERT(abs(mpq_class(a.y) - n.y) <= mpq_class(a.error_y));
          RC_ASSERT(abs(mpq_class(a.z) - n.z) <= mpq_class(a.error_z));
        }
      }));
    }
  }
}

TEST_CASE("what overflows doubles is left to the exact stages") {
  std::vector<mpz_class> xyz;
  for (const int v : {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}) xyz.push_back(mpz_class(v) << 1000);
  const auto t = PointTable::from_integers(xyz, 1);
  CHECK(t.approx_is_exact());
  CHECK_FALSE(orientation_filtered(t, 2, 0, 1, 2));
  CHECK_FALSE(volume_filtered(t, 0, 1, 2, 3));
  CHECK(orientation(t, 2, 0, 1, 2) == Sign::positive);
  CHECK(volume(t, 0, 1, 2, 3) == Sign::positive);
  CHECK(volume(t, 1, 0, 2, 3) == Sign::negative);
}

TEST_CASE("a product that overflows beside one that just does not is left to the exact stages") {
  // b is rounded up in x and down in y, c down in x and up in y: 2^512 * 2^512 overflows, (2^512 - 2^459) * 2^512 is
  // the greatest double, and in truth the second is greater. A bound relative to z's 1 does not overflow.
  const auto sum = [](std::initializer_list<int> exponents) {
    mpz_class v = 0;
    for (const int e : exponents) v += mpz_class(e < 0 ? -1 : 1) << std::abs(e);
    return v;
  };
  const mpz_class up = sum({512, -457});
  const auto t = PointTable::from_integers({0, 0, 0, up, sum({512, -459, 457}), 0, sum({512, 458}), up, 0, 0, 0, 1}, 1);
  REQUIRE_FALSE(t.approx_is_exact());
  CHECK(std::isinf(t.approx(1, 0) * t.approx(2, 1)));
  CHECK(t.approx(1, 1) * t.approx(2, 0) == std::numeric_limits<double>::max());
  CHECK(orientation(t, 2, 0, 1, 2) == Sign::negative);
  CHECK(orientation(t, 2, 0, 2, 1) == Sign::positive);
  CHECK(volume(t, 0, 1, 2, 3) == Sign::negative);
  CHECK(volume(t, 0, 2, 1, 3) == Sign::positive);
}

TEST_CASE("the double stage knows the zeros of walls, and only those") {
  // A wall along (3, 1) in the middle of nowhere: four corners on two columns, then one moved by a unit.
  for (const int axis : {0, 1, 2})
    for (const long nudge : {0, 1}) {
      const double columns[4][3] = {{0x1p60, 0x1p61, 0},
                                    {0x1p60 + 3 * 0x1p40, 0x1p61 + 0x1p40, 0},
                                    {0x1p60 + 3 * 0x1p40, 0x1p61 + 0x1p40, 0x1p50 + 1},
                                    {0x1p60, 0x1p61, 0x1p50}};
      std::vector<mpz_class> xyz;
      for (int p = 0; p < 4; ++p)
        for (int k = 0; k < 3; ++k)
          xyz.push_back(mpz_class(columns[p][(k + 2 - axis) % 3]) +
                        (p == 3 && (k + 2 - axis) % 3 == 0 ? nudge << 20 : 0));
      const auto t = PointTable::from_integers(xyz, 1);
      REQUIRE(t.approx_is_exact());
      CHECK(two_columns(t, 0, 1, 2, 3) == (nudge == 0));
      CHECK((volume(t, 0, 1, 2, 3) == Sign::zero) == (nudge == 0));
      if (nudge == 0) CHECK(volume_filtered(t, 0, 1, 2, 3) == Sign::zero);
      CHECK(orientation_filtered(t, axis, 0, 1, 2) == Sign::zero);
      CHECK(orientation_filtered(t, axis, 1, 2, 0) == Sign::zero);
    }
}

TEST_CASE("a projection keeps a plane's area and prefers z, then x") {
  const auto t = PointTable::from_doubles({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0});
  CHECK(projection_of(t, 0, 1, 2).axis == 2);
  CHECK(projection_of(t, 0, 2, 3).axis == 0);
  CHECK(projection_of(t, 0, 1, 3).axis == 1);
  CHECK(projection_of(t, 0, 1, 3).sign == Sign::negative);
  CHECK(projection_of(t, 0, 3, 1).sign == Sign::positive);
  CHECK(collinear(t, 0, 1, 4));
  CHECK_FALSE(collinear(t, 0, 1, 3));
  const PointId corners[] = {0, 1, 4, 2};
  CHECK(spanning_corners(t, corners) == std::array<PointId, 3>{0, 1, 2});
  CHECK(upward_normal<mpz_class>(t, std::array<PointId, 3>{0, 2, 1}).z == 1);
}
