// SPDX-License-Identifier: GPL-3.0-or-later
// What formulas of Koutsoumpas' document say, and what is right (docs/theory/routes.md). Where a whole stage is
// concerned, the test stands with that stage: disturbances, barriers, sums without a unit, lines at the rim,
// collisions.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <numbers>

#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/plan_triangulation.h"
#include "plumb/plan/steiner_graph.h"
#include "support/plan_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Point = std::array<double, 2>;

TEST_CASE("document: (1) to (4) are tangents only with a minus in (2)") {
  const Point k{1, 2}, c{5, 5};
  const double r = 0.75, x = k[0] - c[0], y = k[1] - c[1], d = std::hypot(x, y);
  const auto off = [&](double a, double b) {
    // How far the lines' distances from both centres are from r, at most.
    double worst = 0;
    for (const double sign : {-1.0, 1.0}) {
      const double constant = sign * r * std::hypot(a, b) - a * k[0] - b * k[1];
      for (const Point& p : {k, c})
        worst = std::max(worst, std::fabs(std::fabs(a * p[0] + b * p[1] + constant) / std::hypot(a, b) - r));
    }
    return worst;
  };
  CHECK(off(y * d / (d * d), -x * d / (d * d)) < 1e-12);
  CHECK(off(y * d / (d * d), x * d / (d * d)) > 0.5);
}

TEST_CASE("document: (9) lacks v0, and (10) is a half turn about the middle of v1 v2") {
  const Point v0{3, 1}, v1{7, 2}, v2{4, 6};
  const auto side = [](const Point& a, const Point& b, const Point& p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
  };
  const auto inside = [&](const Point& p) {
    return side(v0, v1, p) >= 0 && side(v1, v2, p) >= 0 && side(v2, v0, p) >= 0;
  };
  int within = 0, turned = 0, without = 0, all = 0;
  for (double a = 1.0 / 64; a < 1; a += 1.0 / 32)
    for (double b = 1.0 / 64; b < 1; b += 1.0 / 32) {
      ++all;
      const Point lacking{a * (v1[0] - v0[0]) + b * (v2[0] - v0[0]), a * (v1[1] - v0[1]) + b * (v2[1] - v0[1])};
      const Point p{v0[0] + lacking[0], v0[1] + lacking[1]};
      const Point half_turn{v1[0] + v2[0] - p[0], v1[1] + v2[1] - p[1]};
      within += inside(p);
      turned += inside(p) || inside(half_turn);
      without += inside(lacking);
    }
  CHECK(turned == all);
  CHECK(within > all / 2 - all / 16);
  CHECK(within < all / 2 + all / 16);
  CHECK(without < within / 2);
}

TEST_CASE("document: (25) and (26) lack the radius") {
  const double r = 2.5;
  const Point c{1, 1};
  for (double t = 0; t <= std::numbers::pi; t += 0.25) {
    const Point mended{c[0] + r * std::sin(t), c[1] + r * std::cos(t)}, said{c[0] + std::sin(t), c[1] + std::cos(t)};
    CHECK(std::hypot(mended[0] - c[0], mended[1] - c[1]) == Approx(r));
    CHECK(std::hypot(said[0] - c[0], said[1] - c[1]) == Approx(1));
  }
}

TEST_CASE(
    "document: angles between obstacles and other edges may be 90 degrees and more in a constrained triangulation") {
  const auto map = map_of({{plan::MapLayer::Role::floors, "", {{{{{{0, 0}, {10, 0}, {14, 4}, {-4, 4}}}}, 1}}}});
  const auto t = plan::triangulate(map, plan::KeptSegments::obstacles);
  bool obtuse = false;
  for (plan::PlanTriangulation::Index h = 0; h < 3 * t.triangle_count(); ++h) {
    if (t.half_edges[h].kind != plan::SegmentKind::obstacle || !t.is_open(t.prev(h))) continue;
    const auto &p = t.points[t.from(h)].at, &q = t.points[t.to(h)].at, &o = t.points[t.apex(h)].at;
    obtuse = obtuse || (q[0] - p[0]) * (o[0] - p[0]) + (q[1] - p[1]) * (o[1] - p[1]) <= 0;
  }
  CHECK(obtuse);
}

TEST_CASE("document: valid points 60 degrees apart around a vertex make a chord at 0.866 r") {
  // To 30 bits: (1, 0) and (1/2, sqrt(3)/2), both a radius of 1 away from the origin.
  const kernel::PlanPoint p{1, 0}, q{mpq_class(1, 2), mpq_class(929887697, 1 << 30)}, v{0, 0};
  CHECK(kernel::squared_distance(v, q).get_d() == Approx(1));
  CHECK(std::sqrt(kernel::squared_distance(v, p, q).get_d()) == Approx(0.8660254).epsilon(1e-6));
}

TEST_CASE("Steiner points: intervals grow by the ratio from each end, and the larger one of an overlap ends") {
  const auto at = plan::steiner_positions(16, {1, 2}, {1, 2});
  CHECK(at == std::vector<double>{1, 2, 4, 8, 12, 14, 15});
  // A finer series from the end reaches farther.
  const auto uneven = plan::steiner_positions(16, {1, 2}, {1, 1.25});
  for (std::size_t i = 1; i < uneven.size(); ++i) CHECK(uneven[i] > uneven[i - 1]);
  CHECK(uneven[2] - uneven[1] < 3);
  CHECK(plan::steiner_positions(1, {0.75, 2}, {0.75, 2}).empty());
  CHECK(plan::steiner_positions(2, {1, 2}, {1, 2}) == std::vector<double>{1});
}

}  // namespace
