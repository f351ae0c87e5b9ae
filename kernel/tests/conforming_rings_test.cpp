// SPDX-License-Identifier: LGPL-3.0-or-later
// The normal form of labelled pieces: holes, regions that touch themselves or one another, corners that go.
#include "plumb/kernel/conforming_rings.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

PlanRing box(int x, int y, int width, int height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

// A board of unit squares, from the lowest row up; a space is nothing.
std::vector<LabelledRegion> board(std::vector<std::string> rows) {
  std::vector<LabelledRing> pieces;
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (std::size_t x = 0; x < rows[y].size(); ++x)
      if (rows[y][x] != ' ')
        pieces.push_back({box(static_cast<int>(x), static_cast<int>(y), 1, 1), static_cast<std::uint32_t>(rows[y][x])});
  return labelled_regions(pieces);
}

}  // namespace

TEST_CASE("ConformingRings: corners are points of the plan, z is 0") {
  ConformingRings rings;
  rings.add(box(1, 2, 3, 4));
  rings.add(box(4, 2, 1, 2));
  CHECK(rings.points().size() == 7);
  for (const ExactPoint& p : rings.points()) CHECK(p[2] == 0);
}

TEST_CASE("labelled_regions: nothing, one piece in either direction, corners that go straight on") {
  CHECK(labelled_regions({}).empty());
  PlanRing turned = box(0, 0, 2, 2);
  std::ranges::reverse(turned);
  const LabelledRing one[] = {{turned, 5}};
  CHECK(labelled_regions(one) == std::vector<LabelledRegion>{{5, {box(0, 0, 2, 2)}}});
  CHECK(board({"aa", "aa"}) == std::vector<LabelledRegion>{{'a', {box(0, 0, 2, 2)}}});
}

TEST_CASE("labelled_regions: a side beside several") {
  const LabelledRing pieces[] = {
      {box(0, 0, 4, 1), 1}, {box(0, 1, 1, 1), 2}, {box(1, 1, 2, 1), 1}, {box(3, 1, 1, 1), 2}};
  CHECK(labelled_regions(pieces) ==
        std::vector<LabelledRegion>{{1, {{{0, 0}, {4, 0}, {4, 1}, {3, 1}, {3, 2}, {1, 2}, {1, 1}, {0, 1}}}},
                                    {2, {box(0, 1, 1, 1)}},
                                    {2, {box(3, 1, 1, 1)}}});
}

TEST_CASE("labelled_regions: a hole, and what fills it") {
  const auto found = board({"aaa", "aba", "aaa"});
  REQUIRE(found.size() == 2);
  CHECK(found[0].rings == std::vector<PlanRing>{box(0, 0, 3, 3), {{1, 1}, {1, 2}, {2, 2}, {2, 1}}});
  CHECK(found[1].rings == std::vector<PlanRing>{box(1, 1, 1, 1)});
}

TEST_CASE("labelled_regions: of one label, but apart: a corner does not join") {
  const auto found = board({"ab", "ba"});
  REQUIRE(found.size() == 4);
  for (const LabelledRegion& r : found) CHECK(r.rings.size() == 1);
}

TEST_CASE("labelled_regions: holes that touch in a corner are apart, with the ring around the region's side of it") {
  // The two b touch in (2, 2), where the a region touches itself.
  const auto found = board({"aaaa", "abaa", "aaba", "aaaa"});
  REQUIRE(found.size() == 3);
  // One ring around both, for the interior of a lies all along it.
  CHECK(found[0].rings ==
        std::vector<PlanRing>{box(0, 0, 4, 4), {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {3, 2}, {2, 2}, {2, 1}}});
}

TEST_CASE("labelled_regions: a hole that touches the outer ring is part of it") {
  const auto found = board({"aaa ", "aba ", "aa  "});
  REQUIRE(found.size() == 2);
  CHECK(found[0].rings ==
        std::vector<PlanRing>{{{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}, {0, 3}}});
}
