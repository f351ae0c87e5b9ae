// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_set.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

const mpq_class grid(1, mpz_class(1) << 64);
const ExactInterval whole{0, 1};

// The distance at u is u * sqrt(2), or (1 - u) * sqrt(2).
const Linear ascending{0, 1}, descending{1, -1};

std::optional<ExactInterval> clip(const Linear& distance, const mpq_class& reach, Rounding rounding) {
  return clip_to_distance(whole, distance, 2, reach, rounding);
}
bool near(const mpq_class& u, const mpq_class& reach) { return 2 * u * u <= reach * reach; }

}  // namespace

TEST_CASE("clip_to_distance: an irrational end is rounded to the next multiple of 2^-64, inward or outward") {
  const mpq_class reach(1, 2);
  const auto inside = clip(ascending, reach, Rounding::inward), outside = clip(ascending, reach, Rounding::outward);
  REQUIRE(inside);
  REQUIRE(outside);
  CHECK((inside->from == 0 && outside->from == 0));
  CHECK((near(inside->to, reach) && !near(inside->to + grid, reach)));
  CHECK(outside->to == inside->to + grid);
  const auto turned = clip(descending, reach, Rounding::inward), beyond = clip(descending, reach, Rounding::outward);
  CHECK((turned->from == 1 - inside->to && turned->to == 1));
  CHECK((beyond->from == 1 - outside->to && beyond->to == 1));
}

TEST_CASE("clip_to_distance: a rational end stays, whatever the rounding") {
  for (const Rounding rounding : {Rounding::inward, Rounding::outward}) {
    CHECK(clip_to_distance(whole, ascending, 4, 1, rounding)->to == mpq_class(1, 2));
    CHECK(clip_to_distance(whole, descending, 4, 1, rounding)->from == mpq_class(1, 2));
    CHECK(clip(ascending, 2, rounding)->to == 1);
    CHECK_FALSE(clip_to_distance(whole, {mpq_class(1, 2), 1}, 4, 1, rounding));  // a point
  }
}

TEST_CASE("clip_to_distance: what is within reach by less than 2^-64 is not lost") {
  // The root of 1/8 is beyond this by less than 2^-64.
  const mpq_class below = clip(ascending, mpq_class(1, 2), Rounding::inward)->to;
  const ExactInterval rest{below, 1};
  const auto inside = clip_to_distance(rest, ascending, 2, mpq_class(1, 2)),
             outside = clip_to_distance(rest, ascending, 2, mpq_class(1, 2), Rounding::outward);
  REQUIRE(inside);
  CHECK((inside->from == below && below < inside->to && inside->to < below + grid));
  CHECK((near(inside->to, mpq_class(1, 2)) && outside->to == below + grid));
  CHECK(clip_to_distance({below, below + grid / 2}, {0, 1}, 2, mpq_class(1, 2), Rounding::outward)->to <=
        below + grid / 2);
}
