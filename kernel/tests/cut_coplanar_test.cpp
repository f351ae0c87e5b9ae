// SPDX-License-Identifier: LGPL-3.0-or-later
// Coplanar polygon cutting, row by row of its table (Budde & Kausch, Table 3): "blocker's vertices / traversable's
// vertices" between two consecutive intersection points.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "support/polygon_pair.h"

using namespace plumb::kernel;
using namespace plumb::tests;
using Shapes = std::vector<std::string>;

namespace {

constexpr auto none = BetweenPoints::none, within = BetweenPoints::inside, outside = BetweenPoints::outside;
constexpr auto bounded = Decomposition::bounded, seed = Decomposition::seed;

bool reaches(MetPair& pair, Stretch stretch) {
  const auto all = stretches(pair, {pair.points.data(), pair.points.size()});
  return std::find(all.begin(), all.end(), stretch) != all.end();
}

// The same result whatever the decomposition, as where no half moon is cut.
void check_cut(MetPair& pair, const std::string& obstructed, const Shapes& free) {
  for (const Decomposition d : {bounded, seed}) {
    const Pieces pieces = pair.cut(d);
    CHECK(shape(pair.plan, pieces.obstructed) == obstructed);
    CHECK(shapes(pair.plan, pieces.free) == free);
  }
}

}  // namespace

TEST_CASE("Table 3, row 1: no / no: a traversable's side in a blocker's side") {
  MetPair pair(box(1, 0, 3, 4), box(0, 0, 4, 2));
  CHECK(pair.points.size() == 4);
  CHECK(reaches(pair, {none, none}));
  check_cut(pair, "1,0 1,2 3,2 3,0", {"1,2 1,4 3,4 3,2"});
}

TEST_CASE("Table 3, row 1: no / no: a blocker's side in a traversable's side") {
  MetPair pair(box(0, 0, 4, 4), box(1, 0, 3, 2));
  CHECK(pair.points.size() == 2);
  CHECK(reaches(pair, {none, none}));
  Pieces pieces = pair.cut(bounded);
  CHECK(shape(pair.plan, pieces.obstructed) == "1,0 1,2 3,2 3,0");
  CHECK(shapes(pair.plan, pieces.free) == Shapes{"0,0 0,4 1,4 1,0", "1,2 1,4 4,4 4,2", "3,0 3,2 4,2 4,0"});
  pieces = pair.cut(seed);
  CHECK(shape(pair.plan, pieces.obstructed) == "1,0 1,2 3,2 3,0");
  CHECK(shapes(pair.plan, pieces.free) == Shapes{"0,0 0,4 1,2 1,0", "0,4 4,4 3,2 1,2", "3,0 3,2 4,4 4,0"});
}

TEST_CASE("Table 3, row 2: no / inside: not possible") { CHECK(cut_table[0][1] == CutAction::not_possible); }

TEST_CASE("Table 3, row 3: no / outside: a blocker's side cuts off a piece") {
  MetPair pair(box(0, 0, 4, 4), {{0, 6}, {6, 6}, {6, 0}});
  CHECK(pair.points.size() == 2);
  CHECK(reaches(pair, {none, outside}));
  check_cut(pair, "2,4 4,4 4,2", {"0,0 0,4 2,4 4,2 4,0"});
}

TEST_CASE("Table 3, row 4: inside / no: not possible") { CHECK(cut_table[1][0] == CutAction::not_possible); }

TEST_CASE("Table 3, row 5: inside / inside: not possible") { CHECK(cut_table[1][1] == CutAction::not_possible); }

TEST_CASE(
    "Table 3, row 6: inside / outside: the blocker's vertices go to the new blocker, the half moon is decomposed") {
  MetPair pair(box(0, 0, 6, 6), box(2, 2, 8, 4));
  CHECK(pair.points.size() == 2);
  CHECK(reaches(pair, {within, outside}));
  Pieces pieces = pair.cut(bounded);
  CHECK(shape(pair.plan, pieces.obstructed) == "2,2 2,4 6,4 6,2");
  CHECK(shapes(pair.plan, pieces.free) == Shapes{"0,0 0,2 6,2 6,0", "0,2 0,6 2,6 2,2", "2,4 2,6 6,6 6,4"});
  pieces = pair.cut(seed);
  CHECK(shape(pair.plan, pieces.obstructed) == "2,2 2,4 6,4 6,2");
  CHECK(shapes(pair.plan, pieces.free) == Shapes{"0,0 0,6 2,4 2,2", "0,0 2,2 6,2 6,0", "0,6 6,6 6,4 2,4"});
}

TEST_CASE("Table 3, row 7: outside / no: the new blocker runs along the traversable's side") {
  MetPair pair(box(0, 0, 6, 6), box(-1, 2, 7, 4));
  CHECK(pair.points.size() == 4);
  CHECK(reaches(pair, {outside, none}));
  check_cut(pair, "0,2 0,4 6,4 6,2", {"0,0 0,2 6,2 6,0", "0,4 0,6 6,6 6,4"});
}

TEST_CASE("Table 3, row 8: outside / inside: the traversable's vertices go to the new blocker") {
  MetPair pair(box(0, 0, 6, 4), box(2, -1, 8, 5));
  CHECK(pair.points.size() == 2);
  CHECK(reaches(pair, {outside, within}));
  check_cut(pair, "2,0 2,4 6,4 6,0", {"0,0 0,4 2,4 2,0"});
}

TEST_CASE("Table 3, row 9: outside / outside: not possible") { CHECK(cut_table[2][2] == CutAction::not_possible); }

TEST_CASE("one intersection point, case (a): the blocker in the traversable is cut out like a half moon") {
  MetPair pair(box(0, 0, 6, 6), {{3, 6}, {4, 3}, {2, 3}});
  REQUIRE(pair.points.size() == 1);
  CHECK(reaches(pair, {within, outside}));
  const Pieces pieces = pair.cut(bounded);
  CHECK(shape(pair.plan, pieces.obstructed) == "2,3 3,6 4,3");
  CHECK(shapes(pair.plan, pieces.free) == Shapes{"0,0 0,3 4,3 5,0", "0,3 0,6 3,6 2,3", "3,6 6,6 6,0 5,0"});
  const Pieces diagonals = pair.cut(seed);
  CHECK(violation(pair.plan, pair.traversable, pair.blocker, diagonals, 6, false) == "");
}

TEST_CASE("one intersection point, case (b): the traversable in the blocker becomes the new blocker") {
  MetPair pair({{3, 6}, {4, 3}, {2, 3}}, box(0, 0, 6, 6));
  REQUIRE(pair.points.size() == 1);
  CHECK(reaches(pair, {outside, within}));
  check_cut(pair, "2,3 3,6 4,3", {});
}

TEST_CASE("one intersection point, case (c): no common surface, nothing is changed") {
  MetPair corners(box(0, 0, 4, 4), box(4, 4, 6, 6));
  REQUIRE(corners.points.size() == 1);
  CHECK(reaches(corners, {outside, outside}));
  check_cut(corners, "", {"0,0 0,4 4,4 4,0"});
  MetPair corner_on_side(box(0, 0, 4, 4), {{4, 2}, {6, 4}, {6, 0}});
  REQUIRE(corner_on_side.points.size() == 1);
  check_cut(corner_on_side, "", {"0,0 0,4 4,4 4,0"});
}

TEST_CASE("coplanar in space: no new blocker is made, the free pieces stay the same") {
  const Outline pairs[][2] = {{box(0, 0, 6, 6), box(2, 2, 8, 4)},            // cutting
                              {box(0, 0, 6, 6), box(2, 2, 4, 4)},            // blocker in traversable
                              {box(2, 2, 4, 4), box(0, 0, 6, 6)},            // traversable in blocker
                              {box(0, 0, 6, 6), {{3, 6}, {4, 3}, {2, 3}}}};  // one point
  for (const auto& [t, b] : pairs)
    for (const Decomposition d : {bounded, seed}) {
      PolygonPair above(t, b), coplanar(t, b);
      OutlineSides sides;
      Pieces cut, flat;
      CHECK(decompose_traversable(above.plan, above.traversable, above.blocker, d, false, sides, cut));
      CHECK(decompose_traversable(coplanar.plan, coplanar.traversable, coplanar.blocker, d, true, sides, flat));
      CHECK(cut.obstructed.size() >= 3);
      CHECK(flat.obstructed.size() == 0);
      CHECK(shapes(above.plan, cut.free) == shapes(coplanar.plan, flat.free));
    }
}

TEST_CASE("result processing: a new blocker that is only a segment or a point is none") {
  MetPair equal_sides(box(0, 0, 4, 4), box(4, 0, 6, 4));
  CHECK(equal_sides.points.size() == 2);
  check_cut(equal_sides, "", {"0,0 0,4 4,4 4,0"});
  MetPair overlapping_sides(box(0, 0, 4, 4), box(4, 2, 6, 6));
  CHECK(overlapping_sides.points.size() == 2);
  check_cut(overlapping_sides, "", {"0,0 0,4 4,4 4,0"});
  MetPair point(box(0, 0, 4, 4), box(4, 4, 6, 6));
  check_cut(point, "", {"0,0 0,4 4,4 4,0"});
}

TEST_CASE("result processing: corners that lie in the middle of a side leave the new blocker") {
  // Two intersection points on the side x = 0 of the common part: (0,2) and (0,4) are ends of one side, (0,3) is none.
  MetPair pair(box(0, 0, 6, 6), {{-2, 2}, {0, 4}, {4, 4}, {4, 2}});
  const Pieces pieces = pair.cut(bounded);
  CHECK(shape(pair.plan, pieces.obstructed) == "0,2 0,4 4,4 4,2");
  CHECK(violation(pair.plan, pair.traversable, pair.blocker, pieces, 16, false) == "");
}

namespace {

// A convex polygon of n corners, all different from those of another turn.
Outline round_outline(int n, double turn, std::int64_t dx) {
  Outline o;
  for (int i = 0; i < n; ++i) {
    const double a = 2 * std::numbers::pi * (i + turn) / n;
    o.push_back({dx + std::llround(1e9 * std::cos(a)), std::llround(1e9 * std::sin(a))});
  }
  o = hull(o);
  REQUIRE(o.size() == static_cast<std::size_t>(n));
  return o;
}

std::uint64_t predicates_of_cutting(int n, std::int64_t dx, Decomposition d) {
  MetPair pair(round_outline(n, 0, 0), round_outline(n, 0.5, dx));
  const std::uint64_t before = pair.plan.counts().predicates();
  const Pieces pieces = pair.cut(d);
  CHECK(pieces.obstructed.size() >= static_cast<std::size_t>(n) / 2);
  return pair.plan.counts().predicates() - before;
}

}  // namespace

TEST_CASE("cut_coplanar asks a number of predicates linear in the number of vertices") {
  for (const std::int64_t dx :
       {std::int64_t{0}, std::int64_t{700'000'001}})  // crossing all around; two crossings, a half moon
    for (const Decomposition d : {bounded, seed}) {
      std::uint64_t last = predicates_of_cutting(16, dx, d);
      for (int n = 32; n <= 256; n *= 2) {
        const std::uint64_t count = predicates_of_cutting(n, dx, d);
        CAPTURE(n, dx, count, last);
        CHECK(count <= 2 * last + 64);
        CHECK(count <= 16 * static_cast<std::uint64_t>(n));
        last = count;
      }
    }
}
