// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of a search over cells, in doubles: their bounds recomputed, and held against fractions and roots.
#include "sight_bounds.h"

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/real_interval.h"
#include "support/rounding_count.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::PlanPoint;
using plan::CellMap;
using Index = CellMap::Index;
using Ray = plan::SightBounds::Ray;

// In which the root of 2 lies, and its second powers of u beside.
const mpq_class root_of_two = mpq_class(14142136) / 10000000;

mpq_class root_below(const mpq_class& square) {
  kernel::RootSum sum(256);
  sum.add_root(square);
  return sum.value().low;
}
mpq_class root_above(const mpq_class& square) {
  kernel::RootSum sum(256);
  sum.add_root(square);
  return sum.value().high;
}
mpq_class length_above(const PlanPoint& p, const PlanPoint& q) { return root_above(kernel::squared_distance(p, q)); }
mpq_class length_below(const PlanPoint& p, const PlanPoint& q) { return root_below(kernel::squared_distance(p, q)); }

// Points of few and of many digits: thirds, doubles, and near ones.
class Points {
 public:
  explicit Points(unsigned seed) : random_(seed) {}
  mpq_class number() {
    const auto whole = [&](int bits) { return static_cast<long>(random_() >> (64 - bits)); };
    switch (random_() % 3) {
      case 0: return mpq_class(whole(5) - 16) / 3;
      case 1: return mpq_class(whole(8) - 128) / 16;
      default: return mpq_class(static_cast<double>(whole(53)) * 0x1p-50 - 4);
    }
  }
  PlanPoint point() {
    mpq_class x = number(), y = number();
    return {x, y};
  }
  mpq_class share() { return mpq_class(static_cast<long>(random_() % 17)) / 16; }
  std::uint64_t operator()() { return random_(); }

 private:
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("sight: the bounds of lengths cover the roundings of the formulas", "[bounds][derived]") {
  const auto length_of = [](Rounded difference) {
    return sqrt(kernel::formulas::dot2d(difference, difference, difference, difference)).count;
  };
  const Bounded coordinate{1, u}, difference = coordinate - coordinate;
  const int roundings = length_of(Rounded{0});
  CHECK(is_least(plan::distance_bound,
                 root_of_two * (difference.error + (power(1 + u, roundings) - 1) * difference.size)));

  // In roundings of the root of 2 times M.
  const int length = length_of(Rounded{1});
  CHECK(length == 3);
  const int over = 2 * (4 + 4 + 1 + 2 + 2 * length) + 2 * 4;
  const Rounded turn_less{1}, squares = kernel::formulas::dot2d(Rounded{1}, Rounded{1}, Rounded{1}, Rounded{1});
  const Rounded image = sqrt(Rounded{length} * Rounded{length} + turn_less * turn_less / squares);
  const int by_image = 4 + 4 * (image.count + image.below + 1);
  const Rounded share = squares / squares;
  const int by_ends = 2 * (share.count + share.below) + 5 + 2 + 2 * length + 1 + length + 2;
  CHECK(by_ends == 37);
  CHECK(by_image == 36);
  CHECK(is_least(plan::rest_bound, root_of_two * std::max({over, by_image, by_ends}) * u));

  CHECK(is_least(plan::whole_bound, power(1 + u, 7) - 1));
}

TEST_CASE("sight: distances and their sums are within their errors, at every scale", "[bounds]") {
  Points points(1);
  for (int round = 0; round < 2000; ++round) {
    const std::array<int, 5> exponents{0, 300, -300, -525, 505};
    const int exponent = exponents[static_cast<std::size_t>(round) % exponents.size()];
    mpq_class scale = 1;
    mpz_mul_2exp(exponent < 0 ? scale.get_den_mpz_t() : scale.get_num_mpz_t(), mpz_class(1).get_mpz_t(),
                 static_cast<mp_bitcnt_t>(std::abs(exponent)));
    std::vector<PlanPoint> p;
    for (int i = 0; i < 4; ++i) {
      PlanPoint at = points.point();
      for (mpq_class& k : at) k *= scale;
      if (std::ranges::find(p, at) == p.end()) p.push_back(at);
    }
    const CellMap map(p, {}, {});
    const plan::SightPoints sight(map);
    plan::SightPoints::Length all{};
    mpq_class low = 0, high = 0;
    for (Index i = 1; i < p.size(); ++i) {
      const auto length = sight.distance(i - 1, i);
      const mpq_class below = length_below(p[i - 1], p[i]), above = length_above(p[i - 1], p[i]);
      REQUIRE(length.error < HUGE_VAL);
      REQUIRE(abs(mpq_class(length.at) - below) <= mpq_class(length.error));
      all = plan::SightPoints::sum(all, length), low += below, high += above;
      REQUIRE(mpq_class(all.at) - mpq_class(all.error) <= high);
      REQUIRE(mpq_class(all.at) + mpq_class(all.error) >= low);
    }
  }
}

TEST_CASE("sight: no path over what is seen of a piece is shorter than the bounds", "[bounds]") {
  Points points(2);
  int beyond = 0, behind = 0, tight = 0;
  for (int round = 0; round < 6000; ++round) {
    const PlanPoint a = points.point(), b = points.point(), root = points.point();
    const int side = sgn(mpq_class(kernel::formulas::orient2d(a, b, root)));
    if (side <= 0) continue;
    mpq_class s = points.share(), t = points.share();
    if (s > t) std::swap(s, t);
    const PlanPoint right_end = kernel::point_along(a, b, s), left_end = kernel::point_along(a, b, t);
    // Rays lead to an end, or over a place between the root and the piece; the goal is anywhere, or near a ray.
    const PlanPoint right_over = kernel::point_along(root, right_end, mpq_class(1) / 3),
                    left_over = kernel::point_along(root, left_end, mpq_class(5) / 7),
                    goal = points() % 4 ? points.point() : kernel::point_along(root, right_end, 2);
    std::vector<PlanPoint> all{a, b, root};
    const auto number = [&](const PlanPoint& p) {
      const auto known = std::ranges::find(all, p);
      if (known != all.end()) return static_cast<Index>(known - all.begin());
      all.push_back(p);
      return static_cast<Index>(all.size()) - 1;
    };
    const Ray right{2, s == 0 ? 0 : number(right_over)}, left{2, t == 1 ? 1 : number(left_over)};
    const Index to = number(goal);
    const CellMap map(all, {}, {});
    plan::SightBounds sight(map);
    sight.goal = to;
    const mpq_class least(sight.rest(2, right, left, 0, 1));
    const mpq_class rest_a = points.share() * 3, rest_b = rest_a + (points.share() - mpq_class(1) / 2) * 2;
    const mpq_class by_ends(sight.by_ends(2, 0, 1, rest_a.get_d(), rest_b.get_d()));
    (mpq_class(kernel::formulas::orient2d(a, b, goal)) < 0 ? beyond : behind) += 1;
    mpq_class nearest = -1;
    for (int k = 0; k <= 32; ++k) {
      const PlanPoint x = kernel::point_along(right_end, left_end, mpq_class(k) / 32);
      const mpq_class length = length_above(root, x) + length_above(x, goal);
      REQUIRE(least <= length);
      if (nearest < 0 || length < nearest) nearest = length;
      const mpq_class from_a = rest_a - length_below(x, a), from_b = rest_b - length_below(x, b);
      REQUIRE(by_ends <= length_above(root, x) + std::max(from_a, from_b));
    }
    tight += nearest - least < mpq_class(1) / 1000;
  }
  CHECK(beyond > 1000);
  CHECK(behind > 1000);
  CHECK(tight > 1500);
}

TEST_CASE("sight: what is left of a path is added to it from below", "[bounds]") {
  Points points(3);
  for (int round = 0; round < 4000; ++round) {
    const double length = std::fabs(points.number().get_d()), rest = std::fabs(points.number().get_d());
    REQUIRE(mpq_class(plan::SightBounds::whole({length, 0}, rest)) <= mpq_class(length) + mpq_class(rest));
  }
}
