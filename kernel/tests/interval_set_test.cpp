// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_set.h"

#include <catch2/catch.hpp>
#include <string>

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

namespace {

std::string text(const EnvelopeStretch& s) {
  std::string out = s.range.from.get_str() + ".." + s.range.to.get_str() + ": " + s.distance.at.get_str() + " + " +
                    s.distance.slope.get_str() + " u of";
  for (const auto id : s.ids) out += " " + std::to_string(id);
  return out;
}
using Texts = std::vector<std::string>;
Texts envelope(const std::vector<LinearPiece>& pieces) {
  Texts out;
  for (const EnvelopeStretch& s : lower_envelope(pieces)) out.push_back(text(s));
  return out;
}

}  // namespace

TEST_CASE("interval sets: united, without one another, and in common") {
  const mpq_class half(1, 2);
  CHECK(united({}).empty());
  CHECK(united({{3, 4}, {0, 1}, {1, 2}, {0, half}}) == IntervalSet{{0, 2}, {3, 4}});
  CHECK(united({{6, 7}, {5, 9}, {5, 6}}) == IntervalSet{{5, 9}});
  CHECK(united({{0, 1}, {half, 3}, {2, 4}, {5, 6}}) == IntervalSet{{0, 4}, {5, 6}});
  CHECK(without({{0, 10}}, {{1, 2}, {3, 4}}) == IntervalSet{{0, 1}, {2, 3}, {4, 10}});
  CHECK(without({{0, 2}, {3, 5}}, {{-1, 1}, {2, 3}, {4, 6}}) == IntervalSet{{1, 2}, {3, 4}});
  CHECK(without({{0, 2}, {3, 5}, {6, 8}}, {{1, 4}}) == IntervalSet{{0, 1}, {4, 5}, {6, 8}});
  CHECK(without({{1, 2}}, {{0, 3}}).empty());
  CHECK(without({{1, 2}, {4, 5}}, {{1, 2}}) == IntervalSet{{4, 5}});
  CHECK(without({{1, 2}}, {{2, 3}}) == IntervalSet{{1, 2}});
  CHECK(without({{1, 2}}, {}) == IntervalSet{{1, 2}});
  CHECK(common({{0, 2}, {3, 5}}, {{1, 4}}) == IntervalSet{{1, 2}, {3, 4}});
  CHECK(common({{1, 4}}, {{0, 2}, {3, 5}}) == IntervalSet{{1, 2}, {3, 4}});
  CHECK(common({{0, 1}, {2, 3}}, {{1, 2}, {2, 3}}) == IntervalSet{{2, 3}});
  CHECK(common({{0, 1}}, {{1, 2}}).empty());
  CHECK(common({{0, 1}, {4, 6}}, {{0, 1}, {5, 7}}) == IntervalSet{{0, 1}, {5, 6}});
}

TEST_CASE("linear functions: their sums and differences, and where they are not negative") {
  const Linear f{1, 2}, g{5, -3};
  CHECK(f + g == Linear{6, -1});
  CHECK(f - g == Linear{-4, 5});
  CHECK(f + mpq_class(7) == Linear{8, 2});
  CHECK(f(3) == 7);
  const auto clipped = [](const Linear& h) -> std::optional<ExactInterval> {
    ExactInterval i{0, 4};
    if (!plumb::kernel::clip(i, h)) return std::nullopt;
    return i;
  };
  CHECK(clipped({0, 0}) == ExactInterval{0, 4});
  CHECK_FALSE(clipped({-1, 0}));
  CHECK(clipped({-1, 1}) == ExactInterval{1, 4});
  CHECK(clipped({1, 1}) == ExactInterval{0, 4});
  CHECK(clipped({3, -2}) == ExactInterval{0, mpq_class(3, 2)});
  CHECK(clipped({9, -2}) == ExactInterval{0, 4});
  CHECK_FALSE(clipped({-4, 1}));  // a point
  CHECK_FALSE(clipped({0, -1}));  // a point
  CHECK_FALSE(clipped({-5, 1}));
}

TEST_CASE("lower envelope: what is nearest where, all of several at one distance, nothing in gaps") {
  CHECK(envelope({}).empty());
  CHECK(envelope({{{0, 4}, {1, 0}, 7}}) == Texts{"0..4: 1 + 0 u of 7"});
  const LinearPiece level{{0, 4}, {1, 0}, 0}, rising{{0, 4}, {0, 1}, 1}, part{{2, 3}, {1, 0}, 2};
  CHECK(envelope({level, rising}) == Texts{"0..1: 0 + 1 u of 1", "1..4: 1 + 0 u of 0"});
  CHECK(envelope({rising, level}) == Texts{"0..1: 0 + 1 u of 1", "1..4: 1 + 0 u of 0"});
  CHECK(envelope({part, rising, level}) ==
        Texts{"0..1: 0 + 1 u of 1", "1..2: 1 + 0 u of 0", "2..3: 1 + 0 u of 0 2", "3..4: 1 + 0 u of 0"});
  // Apart, and one whose end is in another.
  CHECK(envelope({{{5, 7}, {1, 0}, 1}, {{0, 2}, {2, 0}, 0}, {{6, 8}, {2, 0}, 2}}) ==
        Texts{"0..2: 2 + 0 u of 0", "5..7: 1 + 0 u of 1", "7..8: 2 + 0 u of 2"});
  // They meet at an end of both: nothing is cut there.
  CHECK(envelope({{{0, 2}, {0, 1}, 0}, {{0, 2}, {2, 0}, 1}}) == Texts{"0..2: 0 + 1 u of 0"});
  CHECK(envelope({{{0, 2}, {2, 0}, 1}, {{0, 2}, {2, 1}, 0}}) == Texts{"0..2: 2 + 0 u of 1"});
  // Nearer throughout; and one that is nearer in the middle leaves two stretches of the other.
  CHECK(envelope({{{0, 2}, {1, 0}, 3}, {{0, 2}, {2, 0}, 4}}) == Texts{"0..2: 1 + 0 u of 3"});
  CHECK(envelope({{{0, 6}, {2, 0}, 0}, {{2, 4}, {1, 0}, 1}}) ==
        Texts{"0..2: 2 + 0 u of 0", "2..4: 1 + 0 u of 1", "4..6: 2 + 0 u of 0"});
}

TEST_CASE("clip_to_distance: a distance that grows by less than 2^-64, and a start that is lost at 64 digits") {
  const mpq_class slow(1, mpz_class(1) << 80), half(1, 2);
  const auto inside = clip_to_distance({0, mpz_class(1) << 81}, {0, slow}, 2, half);
  REQUIRE(inside);
  CHECK((inside->from == 0 && near(inside->to * slow, half) && !near((inside->to + grid) * slow, half)));
  // 1 less the root of 1/8, mirrored: the start that is within reach is after this by less than 2^-64.
  const mpq_class above = clip(descending, half, Rounding::inward)->from;
  const auto rest = clip_to_distance({0, above}, descending, 2, half);
  REQUIRE(rest);
  CHECK((above - grid < rest->from && rest->from < above && rest->to == above && near(1 - rest->from, half)));
}
