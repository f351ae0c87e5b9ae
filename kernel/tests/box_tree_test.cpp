// SPDX-License-Identifier: LGPL-3.0-or-later
// A tree of boxes against looking at each of them.
#include "plumb/kernel/box_tree.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

// Small numbers, so that many ends are equal; great ones, which floats round; and ends of no end.
double end_of_box(double other) {
  switch (drawn(0, 11)) {
    case 0: return -HUGE_VAL;
    case 1: return HUGE_VAL;
    case 2: return other;
    case 3: return std::ldexp(drawn(-9, 9), 1000);
    case 4: return drawn(-9, 9) + 0x1p-40;
    default: return drawn(-9, 9);
  }
}

Box drawn_box() {
  Box b;
  for (int k = 0; k < 3; ++k) {
    b.low[k] = end_of_box(0);
    b.high[k] = end_of_box(b.low[k]);
    if (b.low[k] > b.high[k]) std::swap(b.low[k], b.high[k]);
  }
  return b;
}

}  // namespace

TEST_CASE("property: a tree of boxes finds what touches, once each, and only the chosen") {
  Met met({{"touched", 50}, {"untouched", 50}, {"three levels", 50}});
  CHECK(check_many("box tree", 400, met, [&] {
    std::vector<Box> boxes(static_cast<std::size_t>(drawn(0, 1) ? drawn(0, 9) : drawn(60, 99)));
    for (Box& b : boxes) b = drawn_box();
    std::vector<std::uint32_t> chosen;
    const bool all = drawn(0, 1);
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
      if (all || drawn(0, 1)) chosen.push_back(i);
    const BoxTree tree = all ? BoxTree(boxes) : BoxTree(boxes, chosen);
    const Box q = drawn_box();
    std::multiset<std::uint32_t> found;
    tree.query(q, [&](std::uint32_t i) { found.insert(i); });
    bool any = false;
    for (const std::uint32_t i : chosen) {
      RC_ASSERT(tree.box(i).low == boxes[i].low);
      RC_ASSERT(found.count(i) <= 1u);
      if (!q.touches(boxes[i])) continue;
      RC_ASSERT(found.count(i) == 1u);
      any = true;
    }
    for (const std::uint32_t i : found) RC_ASSERT(std::ranges::binary_search(chosen, i));
    RC_ASSERT(tree.any(q, [&](std::uint32_t i) { return q.touches(boxes[i]); }) == any);
    ++met[any ? "touched" : "untouched"];
    if (boxes.size() > 64) ++met["three levels"];
  }));
}

TEST_CASE("property: a query by one of a group passes by its group and what is hidden, and nothing else") {
  Met met({{"passed by", 50}, {"visited", 50}, {"one group throughout", 20}});
  CHECK(check_many("groups of boxes", 400, met, [&] {
    std::vector<Box> boxes(static_cast<std::size_t>(drawn(0, 99)));
    for (Box& b : boxes) b = drawn_box();
    const std::uint32_t groups = static_cast<std::uint32_t>(drawn(1, 3));
    std::vector<std::uint32_t> group(boxes.size());
    for (std::uint32_t& g : group) {
      g = static_cast<std::uint32_t>(drawn(0, static_cast<int>(groups) + (groups > 1)));
      if (g == groups) g = BoxGroups::none;
      else if (g > groups) g = BoxGroups::hidden;
    }
    const BoxTree tree(boxes);
    const BoxGroups known = tree.grouped(group);
    const Box q = drawn_box();
    for (const std::uint32_t own : {0u, BoxGroups::none}) {
      std::multiset<std::uint32_t> all, found;
      tree.query(q, [&](std::uint32_t i) { all.insert(i); });
      tree.query(q, known, own, [&](std::uint32_t i) { found.insert(i); });
      for (const std::uint32_t i : all) {
        const bool passed_by = group[i] == BoxGroups::hidden || (group[i] == own && own != BoxGroups::none);
        RC_ASSERT(found.count(i) == (passed_by ? 0u : 1u));
        ++met[passed_by ? "passed by" : "visited"];
      }
      RC_ASSERT(std::ranges::includes(all, found));
    }
    met["one group throughout"] += boxes.size() > 8 && groups == 1;
  }));
}

TEST_CASE("a tree over boxes that others have too: more may follow them") {
  const auto boxes = std::make_shared<std::vector<Box>>(3, Box{{0, 0, 0}, {1, 1, 1}});
  const BoxTree tree(boxes, {0, 2});
  for (int i = 0; i < 1000; ++i) boxes->push_back({{5, 5, 5}, {6, 6, 6}});
  std::vector<std::uint32_t> found;
  tree.query({{0, 0, 0}, {9, 9, 9}}, [&](std::uint32_t i) { found.push_back(i); });
  CHECK(found == std::vector<std::uint32_t>{0, 2});
  CHECK(tree.box(1000).low[0] == 5);
}

TEST_CASE("boxes touch at their ends, and overlap in plan beyond them") {
  const Box a = {{0, 0, 0}, {2, 2, 2}};
  const auto at = [](double x, double z, double width) { return Box{{x, 1, z}, {x + width, 3, z + 1}}; };
  CHECK(a.touches(at(2, 2, 1)));
  CHECK_FALSE(a.touches(at(2, std::nextafter(2, 3), 1)));
  CHECK_FALSE(a.overlaps_in_plan(at(2, 0, 1)));
  CHECK(a.overlaps_in_plan(at(1, 7, 1)));  // whatever their heights
  CHECK(a.overlaps_in_plan(at(1, 0, 0)));  // a wall within
  CHECK_FALSE(a.overlaps_in_plan(at(2, 0, 0)));
}

TEST_CASE("a tree of boxes: with small whole numbers, which floats hold, it finds what touches and nothing else") {
  CHECK(check_many("small boxes", 100, [&] {
    const auto small_box = [] {
      Box b;
      for (int k = 0; k < 3; ++k) {
        b.low[k] = drawn(-9, 9);
        b.high[k] = b.low[k] + drawn(0, 3);
      }
      return b;
    };
    std::vector<Box> boxes(static_cast<std::size_t>(drawn(1, 99)));
    for (Box& b : boxes) b = small_box();
    const Box q = small_box();
    std::vector<std::uint32_t> found, right;
    BoxTree(boxes).query(q, [&](std::uint32_t i) { found.push_back(i); });
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
      if (q.touches(boxes[i])) right.push_back(i);
    std::ranges::sort(found);
    RC_ASSERT(found == right);
  }));
}
