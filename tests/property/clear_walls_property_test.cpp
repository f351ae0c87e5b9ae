// SPDX-License-Identifier: GPL-3.0-or-later
// What clear_walls leaves of random levels is what the other method leaves, and what taking one body after the other
// from one triangle after the other does, with bodies found by eliminating the place along the border.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/plan_region.h"
#include "support/cleared_walls.h"
#include "support/property.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using kernel::DiscBound;
using kernel::PlanPoint;
using kernel::PlanRing;

namespace {

// x[0] * x + x[1] * y + x[2]
using Linear = std::array<mpq_class, 3>;

mpq_class at(const Linear& f, const PlanPoint& p) { return f[0] * p[0] + f[1] * p[1] + f[2]; }

// What of a triangle is in the body of a border edge. A place p is in it iff some t has f(p) + slope t >= 0 for all of
// these; each pair of a lower and an upper bound for t makes one condition on p alone. What is 0 everywhere only
// touches.
PlanRing section(const std::array<kernel::ExactPoint, 3>& triangle, const kernel::ExactPoint& from,
                 const kernel::ExactPoint& to, const pipeline::ClearWallsOptions& options) {
  struct Condition {
    Linear f;
    mpq_class slope;
  };
  std::vector<Condition> conditions{{{0, 0, 0}, 1}, {{0, 0, 1}, -1}};
  for (const auto& e : kernel::disc_polygon(options.disc_points, options.bound, options.radius).edges) {
    const mpq_class nx(e.normal[0]), ny(e.normal[1]);
    conditions.push_back(
        {{-nx, -ny, e.offset + nx * from[0] + ny * from[1]}, nx * (to[0] - from[0]) + ny * (to[1] - from[1])});
  }
  const Linear floor = kernel::exact_plane(triangle[0], triangle[1], triangle[2]).x;
  for (const int sign : {1, -1})
    conditions.push_back(
        {{sign * floor[0], sign * floor[1], options.window + sign * (floor[2] - from[2])}, -sign * (to[2] - from[2])});
  PlanRing ring;
  for (const auto& p : triangle) ring.push_back({p[0], p[1]});
  const auto keep = [&](const Linear& f) {
    if (sgn(f[0]) == 0 && sgn(f[1]) == 0) {
      if (sgn(f[2]) <= 0) ring.clear();
      return;
    }
    kernel::clip_half_plane(
        ring, [&](const PlanPoint& p) { return at(f, p); },
        [](const PlanPoint& p, const mpq_class& a, const PlanPoint& q, const mpq_class& b) {
          return kernel::point_along(p, q, a / (a - b));
        });
  };
  for (const Condition& low : conditions) {
    if (sgn(low.slope) == 0) keep(low.f);
    if (sgn(low.slope) <= 0) continue;
    for (const Condition& high : conditions) {
      if (sgn(high.slope) >= 0) continue;
      Linear both;
      for (std::size_t k = 0; k < 3; ++k) both[k] = high.f[k] * low.slope - low.f[k] * high.slope;
      keep(both);
    }
  }
  return ring;
}

mpq_class area_left(const surface::TriangleMesh& mesh, const pipeline::ClearWallsOptions& options) {
  mpq_class sum = 0;
  for (const auto& t : mesh.triangles) {
    const std::array corners{mesh.points[t.corners[0]], mesh.points[t.corners[1]], mesh.points[t.corners[2]]};
    std::vector<PlanRing> left(1);
    for (const auto& p : corners) left[0].push_back({p[0], p[1]});
    for (const auto& e : mesh.boundary) {
      const auto& c = mesh.triangles[e.triangle].corners;
      const PlanRing taken = section(corners, mesh.points[c[e.side]], mesh.points[c[(e.side + 1) % 3]], options);
      if (taken.size() < 3 || sgn(kernel::signed_area(taken)) == 0) continue;
      std::vector<PlanRing> next;
      for (const PlanRing& piece : left)
        for (PlanRing& cell : combine({{piece}}, {{taken}}, kernel::BooleanOperation::subtract))
          next.push_back(std::move(cell));
      left = std::move(next);
    }
    for (const PlanRing& piece : left) sum += kernel::signed_area(piece);
  }
  return sum;
}

pipeline::ClearWallsOptions drawn_options(std::uint32_t disc) {
  return {.radius = mpq_class(drawn(1, 12)) / 8,
          .window = mpq_class(drawn(1, 24)) / 8,
          .disc_points = disc,
          .bound = drawn(0, 1) == 0 ? DiscBound::hull : DiscBound::tangents};
}

}  // namespace

TEST_CASE("clear_walls: regions and components are those of the other method") {
  Met met({{"something left", 60}, {"several left", 20}, {"steep window", 20}});
  CHECK(check_many("clear_walls as clear", 150, met, [&] {
    std::string level = random_level(static_cast<unsigned>(drawn(1, 1000000)));
    if (drawn(0, 1) == 0) level = beyond_doubles(level);
    const auto options = drawn_options(drawn(0, 1) == 0 ? 4 : 16);
    const ClearedWalls c = clear_level_walls(level, options);
    RC_ASSERT(broken_rule(c, options) == "");
    met["something left"] += sgn(c.area) != 0;
    met["several left"] += c.vcd_components > 1;
    met["steep window"] += options.window < options.radius;
  }));
}

TEST_CASE("clear_walls: regions are what one body after the other leaves") {
  Met met({{"something left", 15}});
  CHECK(check_many("clear_walls as differences", 40, met, [&] {
    const std::string level = random_level(static_cast<unsigned>(drawn(1, 1000000)));
    const auto options = drawn_options(4);
    const ClearedWalls c = clear_level_walls(level, options);
    RC_ASSERT(c.area == area_left(c.before, options));
    met["something left"] += sgn(c.area) != 0;
  }));
}
