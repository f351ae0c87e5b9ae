// SPDX-License-Identifier: GPL-3.0-or-later
// The column check of welds: what keeps an agent from crossing a gap, and where. Gaps run along x, from y = 0 to 1.
#include <catch2/catch.hpp>

#include "support/level_text.h"
#include "support/linked.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Texts = std::vector<std::string>;

BakeTextOptions options_of(const mpq_class& step, std::initializer_list<mpq_class> heights) {
  BakeTextOptions options;
  options.step = step;
  options.stances.clear();
  for (const mpq_class& h : heights) options.stances.push_back({std::to_string(options.stances.size() + 1), h});
  return options;
}

/// "stance: x0..x1" of the welds that start on the near floor, y = 0; ascending.
Texts crossings(const LevelText& level, const BakeTextOptions& options, const mpq_class& weld = 1) {
  struct Stretch {
    mpq_class from, to;
    int stance;
  };
  std::vector<Stretch> all;
  const Linked linked = link_text(level.obj(), options, weld);
  for (const pipeline::OffmeshPortal& p : linked.graph.portals)
    if (p.kind == pipeline::PortalKind::weld && p.on_a[0][1] == 0 && p.on_a[1][1] == 0)
      all.push_back({std::min(p.on_a[0][0], p.on_a[1][0]), std::max(p.on_a[0][0], p.on_a[1][0]), p.stance});
  std::ranges::sort(all, {}, &Stretch::from);
  Texts out;
  for (const Stretch& s : all)
    out.push_back(std::to_string(s.stance) + ": " + s.from.get_str() + ".." + s.to.get_str());
  return out;
}

LevelText flat_floors() {
  LevelText level;
  level.slab(0, -3, 8, 0, 0);
  level.slab(0, 1, 8, 4, 0);
  return level;
}

/// The near floor rises from 0 to 1, the far one lies at 1/2: they are level at x = 4.
LevelText crossing_floors() {
  LevelText level;
  level.face({{0, -3, 0}, {8, -3, 1}, {8, 0, 1}, {0, 0, 0}});
  level.slab(0, 1, 8, 4, mpq_class(1, 2));
  return level;
}

const mpq_class half(1, 2);

}  // namespace

TEST_CASE("column: a wall in the gap stops who meets it strictly between step and height") {
  const BakeTextOptions options = options_of(half, {1, 2});
  const auto with = [&](const mpq_class& low, const mpq_class& high) {
    return crossings(flat_floors().wall({2, half}, {5, half}, low, high), options);
  };
  CHECK(crossings(flat_floors(), options) == Texts{"2: 0..8"});
  CHECK(with(-1, half) == Texts{"2: 0..8"});                        // up to the step
  CHECK(with(2, 4) == Texts{"2: 0..8"});                            // from the height
  CHECK(with(1, 4) == Texts{"2: 0..2", "1: 2..5", "2: 5..8"});      // from the lower stance's height
  CHECK(with(-1, mpq_class(5, 8)) == Texts{"2: 0..2", "2: 5..8"});  // above the step: everybody
  CHECK(with(mpq_class(3, 4), mpq_class(3, 4) + mpq_class(1, 64)) == Texts{"2: 0..2", "2: 5..8"});
}

TEST_CASE("column: the ends of the segment count, what is beyond does not") {
  const BakeTextOptions options = options_of(0, {2});
  for (const mpq_class& y : {mpq_class(0), mpq_class(1)})
    CHECK(crossings(flat_floors().wall({2, y}, {5, y}, 1, 4), options) == Texts{"1: 0..2", "1: 5..8"});
  for (const mpq_class& y : {mpq_class(-1, 8), mpq_class(9, 8)})
    CHECK(crossings(flat_floors().wall({2, y}, {5, y}, 1, 4), options) == Texts{"1: 0..8"});
  // Across the gap it stops at a single x, which is nothing.
  CHECK(crossings(flat_floors().wall({3, 0}, {3, 1}, 0, 4), options) == Texts{"1: 0..8"});
  // Slanting across, it stops where its projection lies over the gap.
  CHECK(crossings(flat_floors().wall({2, mpq_class(1, 4)}, {6, mpq_class(3, 4)}, 1, 4), options) ==
        Texts{"1: 0..2", "1: 6..8"});
}

TEST_CASE("column: polygons of any slope, cut to the range") {
  const BakeTextOptions options = options_of(0, {2});
  // A sail in the plane y = 1/2, its lower edge from 1 at x = 2 to 3 at x = 6: at 2 at x = 4.
  CHECK(crossings(flat_floors().face({{2, half, 1}, {6, half, 3}, {6, half, 4}, {2, half, 4}}), options) ==
        Texts{"1: 0..2", "1: 4..8"});
  // A steep gable whose top, at 4, hangs down to a corner at 1: between the heights 1 and 2 it is a third as wide.
  CHECK(crossings(flat_floors().face({{1, mpq_class(3, 4), 4}, {4, mpq_class(1, 4), 1}, {7, mpq_class(3, 4), 4}}),
                  options) == Texts{"1: 0..3", "1: 5..8"});
  // Its mirror image below the floors rises to them in one point only.
  CHECK(crossings(flat_floors().face({{1, mpq_class(3, 4), -3}, {4, mpq_class(1, 4), 0}, {7, mpq_class(3, 4), -3}}),
                  options) == Texts{"1: 0..8"});
}

TEST_CASE("column: the range is from the step over the lower floor to the height over the higher one") {
  const BakeTextOptions options = options_of(1, {2});
  CHECK(crossings(crossing_floors(), options) == Texts{"1: 0..8"});
  // Above: a bar at 11/4 is lower than x/8 + 2 from x = 6 on. The far floor's 5/2 does not reach it.
  CHECK(crossings(crossing_floors().wall({0, half}, {8, half}, mpq_class(11, 4), 5), options) == Texts{"1: 0..6"});
  // Below: a bar up to 5/4 is higher than x/8 + 1 up to x = 2; from x = 4 on the far floor is the lower one.
  CHECK(crossings(crossing_floors().wall({0, half}, {8, half}, -1, mpq_class(5, 4)), options) == Texts{"1: 2..8"});
}

TEST_CASE("column: walls of steps count on the line only") {
  // Floors at 0 and 1/2 meet in y = 0. A slab that ends over the line and a wall that crosses it stop nobody.
  LevelText level;
  level.slab(0, -3, 8, 0, 0);
  level.slab(0, 0, 8, 3, half);
  const BakeTextOptions options = options_of(half, {2});
  level.slab(0, -3, 8, 0, mpq_class(9, 4));
  level.wall({3, -1}, {3, 1}, 0, 4);
  const Linked linked = link_text(level.obj(), options);
  std::vector<mpq_class> covered;
  for (const pipeline::OffmeshPortal& p : linked.graph.portals) covered.push_back(abs(p.on_a[0][0] - p.on_a[1][0]));
  mpq_class sum = 0;
  for (const mpq_class& length : covered) sum += length;
  CHECK(sum == 8);
}
