// SPDX-License-Identifier: LGPL-3.0-or-later
// Rational points of the unit circle, and the polygons inside and around the disc.
#include "plumb/kernel/disc.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "plumb/kernel/formulas.h"

using namespace plumb::kernel;

namespace {

mpq_class squared(const PlanPoint& p) { return p[0] * p[0] + p[1] * p[1]; }

// Of the angle of point j of n, in (-pi, pi], less what it would be at equal angles.
double off_angle(const PlanPoint& p, std::uint32_t j, std::uint32_t n) {
  const double wanted = 2 * std::numbers::pi * j / n, is = std::atan2(p[1].get_d(), p[0].get_d());
  return std::remainder(is - wanted, 2 * std::numbers::pi);
}

}  // namespace

TEST_CASE("disc: points are on the circle, in order, near equal angles, short") {
  for (std::uint32_t n = min_disc_points; n <= max_disc_points; n += 4) {
    const std::vector<PlanPoint> points = disc_points(n);
    REQUIRE(points.size() == n);
    bool right = points[0] == PlanPoint{1, 0} && points[n / 4] == PlanPoint{0, 1};
    for (std::uint32_t j = 0; j < n; ++j) {
      const PlanPoint &p = points[j], &q = points[(j + 1) % n];
      right = right && squared(p) == 1 && std::fabs(off_angle(p, j, n)) < 1.0 / 256;
      right = right && formulas::determinant(p[0], p[1], q[0], q[1]) > 0;
      for (const mpq_class& x : p) right = right && mpz_sizeinbase(x.get_den_mpz_t(), 2) <= 17;
    }
    INFO(n);
    CHECK(right);
  }
}

TEST_CASE("disc: the points of N are among those of 2 N, and others of one angle are one") {
  for (const std::uint32_t n : {4u, 12u, 16u, 100u, 256u}) {
    const auto few = disc_points(n), many = disc_points(2 * n);
    for (std::uint32_t j = 0; j < n; ++j) CHECK(few[j] == many[2 * j]);
  }
  CHECK(disc_points(12)[1] == disc_points(60)[5]);
}

TEST_CASE("disc: a quarter turn and, but at odd eighths, a mirror image of a point is a point") {
  for (const std::uint32_t n : {4u, 8u, 16u, 24u, 60u, 512u}) {
    const auto points = disc_points(n);
    for (std::uint32_t j = 0; j < n; ++j) {
      CHECK(points[(j + n / 4) % n] == PlanPoint{-points[j][1], points[j][0]});
      const bool odd_eighth = 8 * j % n == 0 && 8 * j / n % 2 == 1;
      if (!odd_eighth) {
        CHECK(points[(n - j) % n] == PlanPoint{points[j][0], -points[j][1]});
        CHECK(points[(n + n / 4 - j) % n] == PlanPoint{points[j][1], points[j][0]});
      }
    }
  }
  CHECK(disc_points(8)[1] == PlanPoint{mpq_class(697, 985), mpq_class(696, 985)});  // near the diagonal
}

TEST_CASE("disc: the hull is inside, the tangents around, each nested, edges and corners agree") {
  const mpq_class radius(3, 10);
  mpq_class hull_before = 0, tangents_before = 4;
  for (const std::uint32_t n : {4u, 8u, 16u, 32u, 64u}) {
    for (const DiscBound bound : {DiscBound::hull, DiscBound::tangents}) {
      const DiscPolygon polygon = disc_polygon(n, bound, radius);
      REQUIRE(polygon.corners.size() == n);
      REQUIRE(polygon.edges.size() == n);
      for (std::size_t k = 0; k < n; ++k) {
        const DiscPolygon::Edge& e = polygon.edges[k];
        for (std::size_t c = 0; c < n; ++c) {
          const mpq_class away = e.normal[0] * polygon.corners[c][0] + e.normal[1] * polygon.corners[c][1] - e.offset;
          CHECK((c == k || c == (k + 1) % n ? away == 0 : away < 0));
        }
        CHECK((bound == DiscBound::hull ? squared(polygon.corners[k]) == radius * radius
                                        : squared(polygon.corners[k]) > radius * radius));
        // A tangent is at the radius from the middle, an edge of the hull nearer.
        const mpq_class length = e.normal[0] * e.normal[0] + e.normal[1] * e.normal[1];
        CHECK((bound == DiscBound::hull ? e.offset * e.offset < radius * radius * length
                                        : e.offset * e.offset == radius * radius * length));
      }
    }
    const mpq_class hull = area(disc_polygon(n, DiscBound::hull, 1)),
                    tangents = area(disc_polygon(n, DiscBound::tangents, 1));
    CHECK(hull > hull_before);
    CHECK(tangents <= tangents_before);
    CHECK(hull.get_d() < std::numbers::pi);
    CHECK(tangents.get_d() > std::numbers::pi);
    hull_before = hull;
    tangents_before = tangents;
  }
  CHECK(area(disc_polygon(4, DiscBound::hull, 1)) == 2);
  CHECK(area(disc_polygon(4, DiscBound::tangents, 1)) == 4);
}
