// SPDX-License-Identifier: GPL-3.0-or-later
// How far a floor is from another one at most (`truth_from_found`, `found_from_truth`).
// 1. Distances known by hand: none, beside, over, across a seam, in the middle of a gap, between edges at two heights,
//    and with coordinates whose squares are no doubles.
// 2. Random floors: no sampled point is farther than the answer, and hardly any smaller bound holds; also with noise of
//    any size, near the origin and far from it.
// 3. least_greatest(): no other weights of a table's rows have a smaller greatest value.
#include "plumb/pipeline/compare.h"

#include <cmath>

#include "compare/farthest_point.h"
#include "support/floors.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Distance = std::optional<kernel::Interval>;

// From the one floor to the other, which is the found one, or the true one.
Distance distance_from(const FloorFaces& floor, const FloorFaces& other, bool from_truth) {
  const MatchWindow window{1, 1};
  return from_truth ? truth_from_found(compare(floor, other, {}, window, 1), window)
                    : found_from_truth(compare(other, floor, {}, window, 1), window);
}
kernel::Interval distance(const FloorFaces& floor, const FloorFaces& other) {
  const Distance a = distance_from(floor, other, true), b = distance_from(floor, other, false);
  REQUIRE(a);
  REQUIRE(b);
  CHECK(a->low <= b->high);
  CHECK(b->low <= a->high);
  return {std::min(a->low, b->low), std::max(a->high, b->high)};
}
void check_near(const kernel::Interval& d, double expected) {
  CHECK(d.low <= expected);
  CHECK(d.high >= expected);
  CHECK(d.high <= d.low * (1 + 0x1p-9));
}

}  // namespace

TEST_CASE("floor distance: a floor is nowhere away from itself, nor from one that holds it") {
  const FloorFaces floor = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0)});
  CHECK(distance(floor, floor).high == 0);
  CHECK(distance(floor_of({square(1, 1, 5, 0)}), floor).high > 0);  // it sticks out
  CHECK(distance(floor_of({square(1, 1, 3, 0)}), floor).high == 0);
}

TEST_CASE("floor distance: beside, over, and across a seam") {
  const FloorFaces floor = floor_of({square(0, 0, 4, 0), square(4, 0, 4, 0)});
  check_near(distance(floor_of({square(6, 6, 4, 0)}), floor), std::hypot(2, 6));
  check_near(distance(floor_of({square(2, 0, 4, mpq_class(1, 2))}), floor), 0.5);
  check_near(distance(floor_of({square(3, 0, 2, 5)}), floor), 5);
  for (const bool from_truth : {false, true}) {
    CHECK_FALSE(distance_from({}, floor, from_truth));
    CHECK_FALSE(distance_from(floor, {}, from_truth));
  }
}

TEST_CASE("floor distance: coordinates whose squares are no doubles") {
  const FloorFaces floor = floor_of({square(0, 0, 4, 0)});
  const mpq_class far(mpz_class(1) << 501);
  for (const FloorFaces& other : {floor_of({square(far, 0, 4, 0)}), floor_of({square(0, 0, far, 0)}),
                                  floor_of({square(0, 0, 4, mpz_class(far * far * far))})})
    for (const bool first : {false, true}) {
      const kernel::Interval d = first ? distance(floor, other) : distance(other, floor);
      CHECK(d.low == 0);
      CHECK(d.high == HUGE_VAL);
    }
}

TEST_CASE("floor distance: the farthest of two floors is not a corner") {
  // Over the gap between two strips, in the middle.
  const FloorFaces strips =
      floor_of({{{0, 0, 0}, {1, 0, 0}, {1, 9, 0}, {0, 9, 0}}, {{4, 0, 0}, {5, 0, 0}, {5, 9, 0}, {4, 9, 0}}});
  check_near(distance(floor_of({{{0, 3, 0}, {5, 3, 0}, {5, 4, 0}, {0, 4, 0}}}), strips), 1.5);
}

TEST_CASE("floor distance: no point is farther, and hardly any nearer bound holds") {
  CHECK(check_many("floor distance", 100, [&] {
    const FloorFaces floor = drawn_floor(), other = drawn_floor();
    if (floor.faces.empty() || other.faces.empty()) return;
    const Distance d = distance_from(floor, other, drawn(0, 1) == 0);
    RC_ASSERT(d.has_value());
    RC_ASSERT(d->high <= d->low * (1 + 0x1p-9) || d->high == 0);
    // Points of faces, and a fine net over the other floor.
    const auto at = [](const FloorFaces& f, FloorFaces::Index face, double u, double v) {
      const auto corner = [&](std::size_t i, std::size_t k) { return f.points[f.faces[face].corners[i]][k].get_d(); };
      std::array<double, 3> out{};
      for (std::size_t k = 0; k < 3; ++k)
        out[k] = corner(0, k) + u * (corner(1, k) - corner(0, k)) + v * (corner(2, k) - corner(0, k));
      return out;
    };
    constexpr int net = 40;
    for (FloorFaces::Index f = 0; f < floor.faces.size(); ++f)
      for (int s = 0; s < 4; ++s) {
        const double u = drawn(0, 8) / 8.0, v = (1 - u) * drawn(0, 8) / 8.0;
        const auto p = at(floor, f, u, v);
        double least = HUGE_VAL;
        for (FloorFaces::Index g = 0; g < other.faces.size(); ++g)
          for (int i = 0; i <= net; ++i)
            for (int j = 0; i + j <= net; ++j) {
              const auto q = at(other, g, double(i) / net, double(j) / net);
              least = std::min(least, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
            }
        RC_ASSERT(least <= d->high + 8.0 / net);
      }
  }));
}

// Strips on both sides of a gap, and a band over it: nothing of the band is farther than its middle.
TEST_CASE("floor distance: a gap's middle, however long and narrow it is, and however high") {
  Met met({{"in one plane", 10}, {"lower on one side", 10}, {"below a billionth", 5}});
  CHECK(check_many("distances over gaps", 50, met, [&] {
    const int size = drawn(1, 9);
    const mpq_class width = mpq_class(drawn(1, 9)) / mpz_class(std::string("1") + std::string(size_t(size), '0'));
    const mpq_class height = drawn(0, 1) == 0 ? mpq_class(0) : mpq_class(width * drawn(1, 3));
    const mpq_class far = 7 + width;
    if (size == 9) ++met["below a billionth"];
    ++met[height == 0 ? "in one plane" : "lower on one side"];
    const FloorFaces strips = floor_of(
        {{{0, 0, 0}, {10, 0, 0}, {10, 7, 0}, {0, 7, 0}}, {{0, far, 0}, {10, far, 0}, {10, 14, 0}, {0, 14, 0}}});
    // Over the gap alone, but for its ends.
    const FloorFaces band = floor_of({{{1, 7, height}, {9, 7, height}, {9, far, height}, {1, far, height}}});
    const double w = width.get_d() / 2, h = height.get_d(), expected = std::sqrt(w * w + h * h);
    const Distance d = distance_from(band, strips, drawn(0, 1) == 0);
    RC_ASSERT(d.has_value());
    RC_ASSERT(d->low <= expected * (1 + 1e-9));
    RC_ASSERT(d->high >= expected * (1 - 1e-9));
    RC_ASSERT(d->high <= d->low * (1 + 0x1p-10));
  }));
}

TEST_CASE("floor distance: noise of any size over a floor, near the origin and far away") {
  Met met({{"far away", 10}, {"less than is told", 5}, {"told", 20}});
  CHECK(check_many("distances of noise", 60, met, [&] {
    const bool far = drawn(0, 1) == 0;
    const mpq_class x = far ? mpq_class(mpz_class("4350000001"), 7) : mpq_class(0);
    const int digits = drawn(1, 16);
    const mpz_class unit(std::string("1") + std::string(size_t(digits), '0'));
    std::vector<Corners> faces;
    mpq_class highest = 0;
    std::map<std::pair<int, int>, mpq_class> heights;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        mpq_class z(mpz_class(drawn(1, 999)), unit * 1000);
        z.canonicalize();
        highest = std::max(highest, z);
        heights[{i, j}] = z;
      }
    const auto corner = [&](int i, int j) { return ExactPoint{x + 25 * i, 25 * j, heights[{i, j}]}; };
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        faces.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
        faces.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
      }
    const FloorFaces noise = floor_of(faces), floor = floor_of({square(x, 0, 75, 0)});
    if (far) ++met["far away"];
    const double expected = highest.get_d(), least = 75 * 0x1p-40;
    const Distance d = distance_from(noise, floor, drawn(0, 1) == 0);  // straight down
    RC_ASSERT(d.has_value());
    RC_ASSERT(mpq_class(d->low) <= highest);
    RC_ASSERT(mpq_class(d->high) >= highest);
    if (expected < least * (1 - 0x1p-10)) {
      ++met["less than is told"];
      RC_ASSERT(d->low == 0);
      RC_ASSERT(d->high <= least * (1 + 0x1p-20));  // the size is rounded up
    } else if (expected > least * (1 + 0x1p-10)) {
      ++met["told"];
      RC_ASSERT(d->high <= d->low * (1 + 0x1p-10));
    }
  }));
}

// Stairs whose treads are apart in both ways: what is farthest lies between two edges at two heights.
TEST_CASE("floor distance: between edges at two heights") {
  CHECK(check_many("distances between edges", 50, [&] {
    const mpq_class gap(drawn(1, 8), 4), rise(drawn(1, 8), 4);
    const FloorFaces steps =
        floor_of({{{0, 0, 0}, {100, 0, 0}, {100, 1, 0}, {0, 1, 0}},
                  {{0, 1 + gap, rise}, {100, 1 + gap, rise}, {100, 3 + gap, rise}, {0, 3 + gap, rise}}});
    const FloorFaces band = floor_of({{{1, 1, 0}, {99, 1, 0}, {99, 1 + gap, 0}, {1, 1 + gap, 0}}});
    // A point t from the lower edge is as far as the lesser of t and the way to the upper edge.
    const double g = gap.get_d(), r = rise.get_d(), t = std::min(g, (g * g + r * r) / (2 * g));
    const Distance d = distance_from(band, steps, drawn(0, 1) == 0);
    RC_ASSERT(d.has_value());
    RC_ASSERT(d->low <= t * (1 + 1e-12));
    RC_ASSERT(d->high >= t * (1 - 1e-12));
    RC_ASSERT(d->high <= d->low * (1 + 0x1p-10));
  }));
}

TEST_CASE("mixture: no other weights are better") {
  CHECK(check_many("mixture", 200, [&] {
    const auto rows = static_cast<std::size_t>(drawn(1, 6)), columns = static_cast<std::size_t>(drawn(1, 3));
    ValueTable values(rows, std::vector<double>(columns));
    for (auto& row : values)
      for (double& v : row) v = drawn(0, 20);
    const BestMixture best = least_greatest(values);
    double sum = 0, greatest = -HUGE_VAL;
    for (std::size_t k = 0; k < best.mixture.size; ++k) sum += best.mixture.weights[k];
    RC_ASSERT(sum == 1);
    for (std::size_t c = 0; c < columns; ++c) {
      double value = 0;
      for (std::size_t k = 0; k < best.mixture.size; ++k)
        value += best.mixture.weights[k] * values[best.mixture.items[k]][c];
      greatest = std::max(greatest, value);
    }
    RC_ASSERT(std::fabs(greatest - best.value) < 1e-9);
    // By the other side of the game: weights of columns under which no row is better. Fine steps of them.
    double bound = -HUGE_VAL;
    constexpr int steps = 200;
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; i + j <= steps; ++j) {
        const double w[3] = {i / double(steps), j / double(steps), (steps - i - j) / double(steps)};
        if ((columns < 3 && w[2] > 0) || (columns < 2 && w[1] > 0)) continue;
        double least = HUGE_VAL;
        for (const auto& row : values) {
          double value = 0;
          for (std::size_t c = 0; c < columns; ++c) value += w[c] * row[c];
          least = std::min(least, value);
        }
        bound = std::max(bound, least);
      }
    RC_ASSERT(bound <= best.value + 1e-9);
    RC_ASSERT(bound >= best.value - 20.0 * 3 / steps);
  }));
}
