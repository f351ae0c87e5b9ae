// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/floor_distance.h"

#include <cmath>

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
