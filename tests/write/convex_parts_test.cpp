// SPDX-License-Identifier: GPL-3.0-or-later
#include "convex_parts.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "plumb/pipeline/conforming_mesh.h"

using namespace plumb;
using namespace plumb::pipeline;

namespace {

using Ring = std::vector<kernel::RoundedPlace>;

double doubled_area(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[(i + 1) % ring.size()];
    sum += a[0] * b[1] - a[1] * b[0];
  }
  return sum;
}

// The number of parts; 0 if there is no cut. Each is convex and within bounds, and together they are the ring.
std::size_t count_parts(const Ring& ring, std::size_t most = any_number) {
  RingParts parts;
  RingCutter cutter;
  const bool cut = cutter.cut(ring, most, parts);
  CHECK(cutter.can_cut(ring, most) == cut);
  double area = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto part = parts[p];
    Ring places;
    for (const std::uint32_t i : part) places.push_back(ring.at(i));
    CHECK(kernel::state_of(places) == kernel::RingState::kept);
    CHECK(part.size() <= most);
    area += doubled_area(places);
  }
  if (cut) CHECK(area == Approx(doubled_area(ring)));
  return parts.size();
}

}  // namespace

TEST_CASE("convex parts: a convex ring stays, straight corners and all") {
  CHECK(count_parts({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}}) == 1);
}

TEST_CASE("convex parts: a reflex corner takes one cut, two that face one another take one together") {
  CHECK(count_parts({{0, 0}, {2, -1}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}) == 2);
  CHECK(count_parts({{0, 0}, {3, 1}, {6, 0}, {6, 4}, {3, 3}, {0, 4}}) == 2);
  CHECK(count_parts({{0, 0}, {6, 0}, {6, 4}, {5, 1}, {3, 4}, {1, 1}, {0, 4}}) >= 3);  // two teeth
}

TEST_CASE("convex parts: a spiral whose corners see few others") {
  CHECK(count_parts({{0, 0},
                     {9, 0},
                     {9, 9},
                     {0, 9},
                     {0, 3},
                     {6, 3},
                     {6, 6},
                     {3, 6},
                     {3, 5},
                     {5, 5},
                     {5, 4},
                     {1, 4},
                     {1, 8},
                     {8, 8},
                     {8, 1},
                     {0, 1}}) > 3);
}

TEST_CASE("convex parts: of all that may be chopped off, that whose lesser side is greatest, each time") {
  std::mt19937 random(34);
  for (int round = 0; round < 400; ++round) {
    // On a parabola or a circle, of as many corners as may be a side of a cut.
    const std::size_t n = 4 + random() % 12, most = 3 + random() % 4;
    std::set<int> along;
    while (along.size() < n) along.insert(static_cast<int>(random() % 97));
    Ring ring;
    for (const int t : along) {
      if (round % 2) ring.push_back({double(t), double(t * t)});
      else ring.push_back({double(std::cos(t * 2 * M_PI / 97)), double(std::sin(t * 2 * M_PI / 97))});
    }
    RingParts parts;
    REQUIRE(RingCutter().cut(ring, most, parts));
    // The same with nothing kept from cut to cut.
    const auto area = [&](const std::vector<std::uint32_t>& of, std::size_t first, std::size_t count) {
      Ring places;
      for (std::size_t k = 0; k < count; ++k) places.push_back(ring[of[(first + k) % of.size()]]);
      return kernel::doubled_area(places);
    };
    std::vector<std::uint32_t> left(n);
    std::iota(left.begin(), left.end(), 0u);
    std::size_t part = 0;
    for (; left.size() > most; ++part) {
      std::size_t best = 0;
      double best_area = 0;
      const kernel::Interval all = area(left, 0, left.size());
      for (std::size_t first = 0; first < left.size(); ++first) {
        const kernel::Interval off = area(left, first, most);
        if (const double least = std::min(off.low, (all - off).low); least > best_area) best = first, best_area = least;
      }
      std::rotate(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(best), left.end());
      REQUIRE(std::ranges::equal(parts[part], std::span(left).first(most)));
      left.erase(left.begin() + 1, left.begin() + static_cast<std::ptrdiff_t>(most - 1));
    }
    REQUIRE(std::ranges::equal(parts[part], left));
    CHECK(parts.size() == part + 1);
  }
}

TEST_CASE("convex parts: at most so many corners, and no part without area") {
  Ring ring;
  for (int i = 0; i < 10; ++i) ring.push_back({double(i), double(i * i)});
  CHECK(count_parts(ring, 3) == 8);
  CHECK(count_parts(ring, 6) == 2);
  // Nearly all corners on one line.
  CHECK(count_parts({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {2, 1}}, 3) == 4);
  CHECK(count_parts({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 1}}, 3) == 4);
}

TEST_CASE("convex parts: none where the ring is turned over, has no area, or crosses itself") {
  CHECK(count_parts({{0, 0}, {0, 2}, {2, 0}}) == 0);
  CHECK(count_parts({{0, 0}, {1, 1}, {2, 2}}) == 0);
  CHECK(count_parts({{0, 0}, {2, 2}, {2, 0}, {0, 2}}) == 0);
}

TEST_CASE("convex parts: none of a ring that comes to a place twice without a way between") {
  CHECK(count_parts({{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}) == 0);
  CHECK(count_parts({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}) == 0);
}

TEST_CASE("convex parts: a convex ring is always cut into triangles, however many of its corners are straight") {
  std::mt19937 random(5);
  std::uint64_t straight = 0;
  for (int i = 0; i < 400; ++i) {
    // The hull of a few points of a small grid, with all grid points along it.
    Ring points;
    for (int k = 0; k < 5; ++k)
      points.push_back({static_cast<double>(random() % 6), static_cast<double>(random() % 6)});
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    Ring hull;
    const auto run = [&](const auto& sorted) {
      const std::size_t base = hull.size();
      for (const auto& p : sorted) {
        while (hull.size() > base + 1 && kernel::orientation(hull[hull.size() - 2], hull.back(), p) <= 0)
          hull.pop_back();
        hull.push_back(p);
      }
      hull.pop_back();
    };
    run(points);
    run(Ring(points.rbegin(), points.rend()));
    if (hull.size() < 3) continue;
    Ring ring;
    for (std::size_t k = 0; k < hull.size(); ++k) {
      const auto &p = hull[k], &q = hull[(k + 1) % hull.size()];
      const auto steps = static_cast<int>(std::gcd(std::lround(q[0] - p[0]), std::lround(q[1] - p[1])));
      for (int s = 0; s < steps; ++s)
        ring.push_back({p[0] + s * (q[0] - p[0]) / steps, p[1] + s * (q[1] - p[1]) / steps});
    }
    straight += ring.size() > hull.size();
    REQUIRE(count_parts(ring, 3) == ring.size() - 2);
  }
  CHECK(straight > 100);
}
