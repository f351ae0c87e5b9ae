// SPDX-License-Identifier: GPL-3.0-or-later
// Step and weld portals against the definitions, point by point, on random levels where much coincides.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "support/offmesh_oracle.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Counts = OffmeshOracle::Counts;

void compare(unsigned seed, bool strained, Counts& counts) {
  std::mt19937 random(seed);
  const auto pick = [&](std::initializer_list<mpq_class> values) { return values.begin()[random() % values.size()]; };
  BakeTextOptions options;
  options.step = pick({0, mpq_class(1, 2), mpq_class(3, 4), 1});
  options.stances = {{"crawl", pick({mpq_class(5, 4), mpq_class(3, 2)})}, {"stand", pick({2, mpq_class(5, 2)})}};
  const mpq_class weld = pick({mpq_class(1, 2), 1, mpq_class(7, 5), 2});
  const Linked level = link_text(strained ? beyond_doubles(random_level(seed)) : random_level(seed), options, weld);
  // A denominator that no breakpoint of so small a level has.
  const auto share = [&]() -> mpq_class { return mpq_class(random() % 1000002 + 1) / 1000003; };
  RC_ASSERT(OffmeshOracle(level).fault(weld, share, counts) == "");
}

}  // namespace

TEST_CASE("far portals: on random levels they are, point by point, what the definitions say") {
  Counts counts;
  CHECK(rc::check("steps and welds", [&] {
    for (int k = 0; k < 5; ++k) compare(*rc::gen::arbitrary<unsigned>(), false, counts);
  }));
  CAPTURE(counts.points, counts.steps, counts.welds, counts.stopped, counts.turned_away, counts.too_far);
  CHECK(counts.steps > 500);
  CHECK(counts.welds > 250);
  CHECK(counts.stopped > 500);
  CHECK(counts.turned_away > 500);
  CHECK(counts.too_far > 200);
}

TEST_CASE("far portals: the same where no double holds a coordinate") {
  Counts counts;
  CHECK(rc::check("steps and welds", [&] {
    for (int k = 0; k < 2; ++k) compare(*rc::gen::arbitrary<unsigned>(), true, counts);
  }));
  CAPTURE(counts.points, counts.steps, counts.welds, counts.stopped, counts.turned_away, counts.too_far);
  CHECK(counts.steps > 200);
  CHECK(counts.welds > 100);
  CHECK(counts.stopped > 200);
}
