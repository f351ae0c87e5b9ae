// SPDX-License-Identifier: LGPL-3.0-or-later
// Blocker slicing (Budde & Kausch, section 6).
// 1. The ten cases of a polygon and a plane, each by hand; the automaton that tells them apart is compared with a
//    direct count on every sequence of signs.
// 2. Both uses of the slicing by hand: what is beneath the plane of the traversable polygon, and the lower and the
//    upper part of a blocker at each stance; also fast reject, fast forward, and a blocker in the slicing plane.
// 3. Slices at all heights, one after another, add up to the blocker.
#include <catch2/catch.hpp>

#include "plumb/vcd/levels.h"
#include "plumb/vcd/slice.h"
#include "support/polygon_pair.h"

using namespace plumb::kernel;
using namespace plumb::vcd;
using namespace plumb::tests;

namespace {

// "0+-" as signs.
std::vector<Sign> signs_of(const std::string& text) {
  std::vector<Sign> s;
  for (const char c : text) s.push_back(c == '+' ? Sign::positive : c == '-' ? Sign::negative : Sign::zero);
  return s;
}

// The case under every rotation of the corner list, in both directions.
void check_case(PlaneCase expected, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    std::vector<Sign> s = signs_of(text);
    for (int direction = 0; direction < 2; ++direction, std::reverse(s.begin(), s.end()))
      for (std::size_t k = 0; k < s.size(); ++k) {
        std::rotate(s.begin(), s.begin() + 1, s.end());
        CAPTURE(text, k, direction);
        CHECK(plane_case(s) == expected);
      }
  }
}

}  // namespace

// The first text of each is the plain case, the others have corners in the middle of a side.
TEST_CASE("polygon-plane case allZero") { check_case(PlaneCase::all_zero, {"000", "0000", "000000"}); }
TEST_CASE("polygon-plane case allNegative") { check_case(PlaneCase::all_negative, {"---", "----", "------"}); }
TEST_CASE("polygon-plane case allPositive") { check_case(PlaneCase::all_positive, {"+++", "++++", "++++++"}); }
TEST_CASE("polygon-plane case oneZeroNegative") { check_case(PlaneCase::one_zero_negative, {"0--", "0---", "0-----"}); }
TEST_CASE("polygon-plane case oneZeroPositive") { check_case(PlaneCase::one_zero_positive, {"0++", "0+++", "0+++++"}); }
TEST_CASE("polygon-plane case multipleZeroNegative") {
  check_case(PlaneCase::multiple_zero_negative, {"00-", "00--", "000-", "0000--"});
}
TEST_CASE("polygon-plane case multipleZeroPositive") {
  check_case(PlaneCase::multiple_zero_positive, {"00+", "00++", "000+", "0000++"});
}
TEST_CASE("polygon-plane case twoZero") { check_case(PlaneCase::two_zero, {"0+0-", "0++0-", "0++0--", "0+0---"}); }
TEST_CASE("polygon-plane case oneZeroOneSignSwitch") {
  check_case(PlaneCase::one_zero_one_sign_switch, {"0+-", "0++-", "0+--", "0++---"});
}
TEST_CASE("polygon-plane case twoSignSwitches") {
  check_case(PlaneCase::two_sign_switches, {"+--", "++-", "+-+", "++--", "+++---"});
}

TEST_CASE("the automaton agrees with a direct count on every sign sequence that a convex polygon can show") {
  int seen[10] = {}, sequences = 0;
  for (std::size_t n = 3; n <= 6; ++n) {
    int total = 1;
    for (std::size_t k = 0; k < n; ++k) total *= 3;
    for (int code = 0; code < total; ++code) {
      std::vector<Sign> s;
      for (int rest = code; s.size() < n; rest /= 3) s.push_back(static_cast<Sign>(rest % 3 - 1));
      // A linear function on a convex outline: one run of each sign, zeros only where they meet or in one run.
      int count[3] = {}, runs[3] = {};
      for (std::size_t k = 0; k < n; ++k) {
        const int c = static_cast<int>(s[k]) + 1;
        ++count[c];
        runs[c] += s[k] != s[(k + n - 1) % n];
      }
      const bool both = count[0] > 0 && count[2] > 0;
      if (runs[0] > 1 || runs[2] > 1 || (both ? count[1] > runs[1] : runs[1] > 1)) continue;
      const PlaneCase expected = both                 ? (count[1] == 0   ? PlaneCase::two_sign_switches
                                                         : count[1] == 1 ? PlaneCase::one_zero_one_sign_switch
                                                                         : PlaneCase::two_zero)
                                 : count[1] == int(n) ? PlaneCase::all_zero
                                 : count[0] > 0       ? (count[1] == 0   ? PlaneCase::all_negative
                                                         : count[1] == 1 ? PlaneCase::one_zero_negative
                                                                         : PlaneCase::multiple_zero_negative)
                                                      : (count[1] == 0   ? PlaneCase::all_positive
                                                         : count[1] == 1 ? PlaneCase::one_zero_positive
                                                                         : PlaneCase::multiple_zero_positive);
      CAPTURE(n, code);
      REQUIRE(plane_case(s) == expected);
      ++seen[static_cast<int>(expected)];
      ++sequences;
    }
  }
  for (const int k : seen) CHECK(k > 0);
  CHECK(sequences > 300);
}

TEST_CASE("slice exits: fast reject below, fast forward above, cut through") {
  CHECK(slice_exit(PlaneCase::all_zero) == SliceExit::in_plane);
  for (const PlaneCase c : {PlaneCase::all_negative, PlaneCase::one_zero_negative, PlaneCase::multiple_zero_negative})
    CHECK(slice_exit(c) == SliceExit::below);
  for (const PlaneCase c : {PlaneCase::all_positive, PlaneCase::one_zero_positive, PlaneCase::multiple_zero_positive})
    CHECK(slice_exit(c) == SliceExit::above);
  for (const PlaneCase c : {PlaneCase::two_zero, PlaneCase::one_zero_one_sign_switch, PlaneCase::two_sign_switches})
    CHECK(slice_exit(c) == SliceExit::cut);
}

namespace {

// A floor at z = 0, 8 x 8, and a blocker over it; heights 1, 2, 3.
struct SliceScene {
  PointTable points;
  Levels levels;
  ImplicitPlan plan;
  std::vector<PointId> corners;
  Plane floor, plane;
  ConvexCell blocker;

  explicit SliceScene(const std::vector<double>& xyz)
      : points(table(xyz)),
        levels(points, {1, 2, 3}, 0),
        plan(points, 0),
        corners(ids(xyz.size() / 3)),
        floor(points, std::vector<PointId>{0, 1, 2, 3}),
        plane(points, corners),
        blocker(make_cell(plan, 1, corners)) {}

  Signs signs(std::uint32_t level) {
    Signs s;
    for (const Corner& c : blocker)
      s.push_back(rise(points, floor, plan.point_of(c.vertex), levels, level, false, plan.counts()));
    return s;
  }
  BlockerSlices slice(std::uint32_t level) {
    const Signs s = signs(level);
    LineId trace = no_line;
    if (slice_exit(plane_case({s.data(), s.size()})) == SliceExit::cut)
      trace = *slab_line(plan, floor, plane, levels, level, {slab_kind, false, 1, level});
    return slice_blocker(plan, blocker, {s.data(), s.size()}, trace);
  }
  // The two parts make up the blocker; returns them as text.
  std::string parts(std::uint32_t level) {
    const BlockerSlices s = slice(level);
    CHECK(doubled_area(plan, s.lower) + doubled_area(plan, s.upper) == doubled_area(plan, blocker));
    for (const ConvexCell* c : {&s.lower, &s.upper}) CHECK((c->size() == 0 || is_valid(plan, *c)));
    if (s.lower.size() > 0 && s.upper.size() > 0) CHECK_FALSE(interiors_overlap(plan, s.lower, s.upper));
    return shape(plan, s.lower) + " | " + shape(plan, s.upper);
  }

 private:
  static PointTable table(std::vector<double> xyz) {
    const double floor[] = {0, 0, 0, 0, 8, 0, 8, 8, 0, 8, 0, 0};
    xyz.insert(xyz.begin(), std::begin(floor), std::end(floor));
    return PointTable::from_doubles(xyz);
  }
  static std::vector<PointId> ids(std::size_t n) {
    std::vector<PointId> v;
    for (std::size_t i = 0; i < n; ++i) v.push_back(static_cast<PointId>(4 + i));
    return v;
  }
};

}  // namespace

TEST_CASE("blocker slicing, first use: what is beneath the traversable's plane is cut off") {
  SliceScene ramp({2, 2, -1, 2, 4, -1, 6, 4, 3, 6, 2, 3});  // z = x - 3
  CHECK(ramp.slice(0).plane_case == PlaneCase::two_sign_switches);
  CHECK(ramp.parts(0) == "2,2 2,4 3,4 3,2 | 3,2 3,4 6,4 6,2");
}

TEST_CASE("blocker slicing, second use: lower and upper blocker at each stance") {
  SliceScene ramp({2, 2, -1, 2, 4, -1, 6, 4, 3, 6, 2, 3});
  CHECK(ramp.parts(1) == "2,2 2,4 4,4 4,2 | 4,2 4,4 6,4 6,2");
  CHECK(ramp.parts(2) == "2,2 2,4 5,4 5,2 | 5,2 5,4 6,4 6,2");
  CHECK(ramp.slice(3).plane_case == PlaneCase::multiple_zero_negative);  // its upper side is at the stance exactly
  CHECK(ramp.parts(3) == "2,2 2,4 6,4 6,2 | ");
}

TEST_CASE("blocker slicing through corners makes no new vertices there") {
  SliceScene diamond({2, 4, 1, 4, 6, 0, 6, 4, 1, 4, 2, 2});  // z = 1 along y = 4: pierced through two corners
  CHECK(diamond.slice(1).plane_case == PlaneCase::two_zero);
  CHECK(diamond.parts(1) == "2,4 4,6 6,4 | 2,4 6,4 4,2");
  SliceScene kite({2, 4, 1, 4, 6, 3, 6, 2, 0});
  CHECK(kite.slice(1).plane_case == PlaneCase::one_zero_one_sign_switch);
  CHECK(kite.parts(1) == "16/3,10/3 6,2 2,4 | 16/3,10/3 2,4 4,6");
}

TEST_CASE("fast reject: a blocker under the slicing plane, touching or not, is its own lower part") {
  SliceScene below({2, 2, -2, 2, 4, -2, 4, 4, -1, 4, 2, -1});
  CHECK(below.slice(0).plane_case == PlaneCase::all_negative);
  CHECK(below.parts(0) == "2,2 2,4 4,4 4,2 | ");
  SliceScene corner({2, 2, -2, 2, 4, -1, 4, 4, 0, 4, 2, -1});
  CHECK(corner.slice(0).plane_case == PlaneCase::one_zero_negative);
  CHECK(corner.parts(0) == "2,2 2,4 4,4 4,2 | ");
  SliceScene side({2, 2, -2, 2, 4, -2, 4, 4, 0, 4, 2, 0});
  CHECK(side.slice(0).plane_case == PlaneCase::multiple_zero_negative);
  CHECK(side.parts(0) == "2,2 2,4 4,4 4,2 | ");
}

TEST_CASE("fast forward: a blocker over the slicing plane, touching or not, is its own upper part") {
  SliceScene above({2, 2, 2, 2, 4, 2, 4, 4, 3, 4, 2, 3});
  CHECK(above.slice(1).plane_case == PlaneCase::all_positive);
  CHECK(above.parts(1) == " | 2,2 2,4 4,4 4,2");
  CHECK(above.slice(2).plane_case == PlaneCase::multiple_zero_positive);
  CHECK(above.parts(2) == " | 2,2 2,4 4,4 4,2");
  SliceScene corner({2, 2, 1, 2, 4, 2, 4, 4, 3, 4, 2, 2});
  CHECK(corner.slice(1).plane_case == PlaneCase::one_zero_positive);
  CHECK(corner.parts(1) == " | 2,2 2,4 4,4 4,2");
}

TEST_CASE("a blocker in the slicing plane is its own upper part: exactly as high as a stance, it leaves room for it") {
  SliceScene flat({2, 2, 2, 2, 4, 2, 4, 4, 2, 4, 2, 2});
  CHECK(flat.slice(2).plane_case == PlaneCase::all_zero);
  CHECK(flat.parts(2) == " | 2,2 2,4 4,4 4,2");
}

TEST_CASE("slices at all heights, one after another, partition the blocker") {
  SliceScene tilted({1, 1, -1, 1, 7, 2, 7, 7, 5, 7, 1, 2});  // 2 z = x + y - 4
  for (std::uint32_t level = 0; level <= 3; ++level) CHECK(tilted.parts(level).find(" | ") != std::string::npos);
  // Twice the area under each height: x + y <= 4, 6, 8, 10 within [1,7]^2.
  const int under[] = {4, 16, 36, 56};
  for (std::uint32_t level = 0; level <= 3; ++level)
    CHECK(doubled_area(tilted.plan, tilted.slice(level).lower) == under[level]);
}
