// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons with holes are asked from several threads.
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "plumb/kernel/plan_region.h"

using namespace plumb::kernel;

TEST_CASE("regions: the same from other threads") {
  const auto box = [](int low, int high) { return PlanRing{{low, low}, {high, low}, {high, high}, {low, high}}; };
  const PlanRegion a{{box(0, 6), box(1, 4)}};
  const RegionLocator locate(a);
  const auto look = [&](std::vector<Location>& out) {
    for (int x = -1; x < 8; ++x)
      for (int y = -1; y < 8; ++y) out.push_back(locate({mpq_class(x, 1), mpq_class(y, 1)}));
  };
  std::vector<Location> expected, found[4];
  look(expected);
  std::vector<std::thread> threads;
  for (auto& f : found) threads.emplace_back([&look, &f] { look(f); });
  for (std::thread& t : threads) t.join();
  for (const auto& f : found) CHECK(f == expected);
}
