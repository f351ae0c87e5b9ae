// SPDX-License-Identifier: GPL-3.0-or-later
#include "spot_table.h"

#include <catch2/catch.hpp>

using namespace plumb;
using plumb::kernel::Interval;
using plumb::pipeline::SpotTable;

namespace {
// The next float above 1.
const float above_one = std::nextafter(1.0f, 2.0f);
}  // namespace

TEST_CASE("spots: one float where both ends round to it, both where they round to neighbours, none beyond",
          "[bounds]") {
  using Table = SpotTable<2, int>;
  const auto spots = [](Interval x, Interval y) { return Table::spots(std::array{x, y}); };
  CHECK(spots({1, 1}, {2, 2}) == Table::Spots{{1, 2}});
  CHECK(spots({1, 1 + 0x1p-40}, {2, 2}) == Table::Spots{{1, 2}});
  CHECK(spots({1, 1 + 0x1p-23}, {2, 2}) == Table::Spots{{1, 2}, {above_one, 2}});
  CHECK(spots({1, 1 + 0x1p-23}, {-0x1p-200, 0x1p-149}).size() == 4);
  CHECK(spots({1, 1 + 0x1p-22}, {2, 2}).empty());
  CHECK(spots({-HUGE_VAL, HUGE_VAL}, {2, 2}).empty());
  const auto zero = spots({-0x1p-200, 0}, {-0.0, 0.0});
  REQUIRE(zero.size() == 1);
  CHECK(!std::signbit(zero[0][0]));
  CHECK(!std::signbit(zero[0][1]));
}

TEST_CASE("spot table: a value is found by whoever shares a spot with it, however little is known of where it is") {
  SpotTable<1, int> table;
  const auto spots = [](double low, double high) { return SpotTable<1, int>::spots(std::array{Interval{low, high}}); };
  const auto is = [](int wanted) { return [wanted](int v) { return v == wanted; }; };
  table.add(spots(1, 1 + 0x1p-23), 7);
  table.add(spots(1, 1), 8);
  for (const auto& s : {spots(1, 1), spots(1 - 0x1p-24, 1), spots(1, 1 + 0x1p-23)}) {
    REQUIRE(table.find(s, is(7)));
    REQUIRE(table.find(s, is(8)));
    CHECK(*table.find(s, is(7)) == 7);
    CHECK(!table.find(s, is(9)));
  }
  CHECK(table.find(spots(1 + 0x1p-23, 1 + 0x1p-23), is(7)));
  CHECK(!table.find(spots(1 + 0x1p-23, 1 + 0x1p-23), is(8)));
  table.clear();
  CHECK(!table.find(spots(1, 1), is(7)));
}
