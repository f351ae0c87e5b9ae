// SPDX-License-Identifier: GPL-3.0-or-later
// Flush portals of random levels against the definition (support/flush_oracle.h).
#include "plumb/pipeline/link.h"

#include <catch2/catch.hpp>

#include "support/flush_oracle.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

void check_level(const std::string& level, const BakeTextOptions& o, FlushOracle::Tally& tally) {
  INFO(level);
  const Linked linked = link_text(level, o);
  REQUIRE(FlushOracle(linked).fault(tally) == "");
}

}  // namespace

TEST_CASE("twins are all the flush contacts of cells, and pass what the column check lets pass") {
  FlushOracle::Tally tally;
  BakeTextOptions o;
  o.stances = {{"crawl", mpq_class(1, 2)}, {"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
  for (unsigned seed = 0; seed < 250; ++seed) check_level(random_level(seed), o, tally);
  CHECK(tally.flush > 3000);
  CHECK(tally.across_surfaces > 200);
  CHECK(tally.stopped > 100);
  CHECK(tally.lowered > 30);
}

TEST_CASE("twins are all the flush contacts of cells where no double holds a coordinate") {
  FlushOracle::Tally tally;
  BakeTextOptions o;
  o.stances = {{"crawl", mpq_class(1, 2)}, {"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
  for (unsigned seed = 0; seed < 120; ++seed) check_level(beyond_doubles(random_level(seed)), o, tally);
  CHECK(tally.flush > 1000);
  CHECK(tally.across_surfaces > 80);
}
