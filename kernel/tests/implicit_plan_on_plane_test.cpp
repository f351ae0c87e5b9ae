// SPDX-License-Identifier: LGPL-3.0-or-later
// ImplicitPlans on any plane: vertices of three planes and the sides of a fourth, against Cramer's rule in fractions.
#include "plumb/kernel/implicit_plan_on_plane.h"

#include "plumb/kernel/cell.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/point_predicates.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

constexpr LineSource anyone{};

// Rows n . X = -d, in input units.
std::optional<ExactPoint> solve(const PointTable& points, const std::array<SpacePlane, 3>& p) {
  const auto det = [&](int column) {
    const auto at = [&](int row, int k) { return k == column ? mpz_class(-p[row].d) : p[row].n[k]; };
    mpz_class sum = 0;
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      sum += at(0, k) * (at(1, i) * at(2, j) - at(1, j) * at(2, i));
    }
    return sum;
  };
  const mpz_class whole = det(-1);
  if (whole == 0) return std::nullopt;
  ExactPoint x;
  for (int k = 0; k < 3; ++k) {
    x[k] = mpq_class(det(k), whole * points.denominator());
    x[k].canonicalize();
  }
  return x;
}

Sign side_in_fractions(const PointTable& points, const SpacePlane& p, const ExactPoint& at) {
  mpq_class sum = p.d;
  for (int k = 0; k < 3; ++k) sum += p.n[k] * at[k] * points.denominator();
  return sign_of(sgn(sum));
}

}  // namespace

TEST_CASE("plans on planes: a wall, cut by a roof and a ramp") {
  // The wall x = 2; the roof z = 3; the ramp z = y / 2.
  const PointTable points =
      PointTable::from_doubles({2, 0, 0, 2, 4, 0, 2, 0, 4, 0, 0, 3, 1, 0, 3, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 2, 1});
  const AxisTables tables(points);
  const SpacePlane wall = plane_through(points, 0, 1, 2), roof = plane_through(points, 3, 4, 5),
                   ramp = plane_through(points, 6, 7, 8);
  ImplicitPlanOnPlane on_wall(tables, wall, 0);
  CHECK(on_wall.axis() == 0);
  const auto corner = on_wall.meet(roof, anyone, ramp, anyone);
  REQUIRE(corner);
  CHECK(on_wall.point(*corner) == ExactPoint{2, 6, 3});
  CHECK(on_wall.side(*corner, roof) == Sign::zero);
  CHECK(on_wall.side(*corner, wall) == Sign::zero);
  CHECK_FALSE(on_wall.cut(wall, anyone));
  SpacePlane behind = wall;
  behind.d -= points.denominator();  // x >= 3
  CHECK_FALSE(on_wall.cut(behind, anyone));
  CHECK(on_wall.side(*corner, behind) == Sign::negative);
  CHECK_FALSE(on_wall.meet(roof, anyone, roof, anyone));

  // The wall as a polygon, clockwise seen along x, in the part under the ramp and the part above.
  const std::array<PointId, 3> triangle = {0, 2, 1};
  const ConvexCell cell = make_cell(on_wall.plan(), 0, triangle);
  CHECK(doubled_area(on_wall.plan(), cell) == 16);
  const LineId line = on_wall.cut(ramp, anyone).value();
  const Signs signs = sides(on_wall.plan(), cell, line);
  const SplitCell halves = split(on_wall.plan(), cell, line, {signs.data(), signs.size()});
  REQUIRE(is_valid(on_wall.plan(), halves.inside));
  REQUIRE(is_valid(on_wall.plan(), halves.outside));
  for (const Corner& c : halves.inside) {
    const ExactPoint p = on_wall.point(c.vertex);
    CHECK(p[0] == 2);
    CHECK(p[2] >= p[1] / 2);
  }
  CHECK(doubled_area(on_wall.plan(), halves.inside) + doubled_area(on_wall.plan(), halves.outside) == 16);
}

TEST_CASE("property: a vertex of three planes is the same point from each, and on the right side of every fourth") {
  Met met({{"no point", 30},
           {"parallel", 100},
           {"on a plane", 300},
           {"beside it", 100},
           {"order along a line", 200},
           {"small", 50},
           {"huge", 50},
           {"far", 50},
           {"tiny", 50}});
  mpz_class large;
  mpz_ui_pow_ui(large.get_mpz_t(), 2, 500);
  CHECK(check_many("vertices of three planes", 1000, met, [&] {
    const int grid = drawn(1, 5), kind = drawn(0, 3);
    std::vector<mpz_class> xyz;
    for (int i = 0; i < 36; ++i) {
      mpz_class v = drawn(-grid, grid);
      if (kind == 1) v = v * large + (i < 18 ? large * large : mpz_class(0));
      if (kind == 2) v += large;
      xyz.push_back(v);
    }
    const PointTable points = PointTable::from_integers(xyz, kind == 3 ? mpz_class(large * 3) : mpz_class(1));
    const AxisTables tables(points);
    std::array<SpacePlane, 4> planes;
    for (PointId k = 0; k < 4; ++k) {
      RC_PRE(!collinear(points, 3 * k, 3 * k + 1, 3 * k + 2));
      planes[k] = plane_through(points, 3 * k, 3 * k + 1, 3 * k + 2);
      for (PointId i = 0; i < 12; ++i)
        RC_ASSERT(side(planes[k], points, i) == volume(points, 3 * k, 3 * k + 1, 3 * k + 2, i));
      if (drawn(0, 9) == 0) planes[k] = planes[static_cast<std::size_t>(drawn(0, static_cast<int>(k)))];
    }
    const auto expected = solve(points, {planes[0], planes[1], planes[2]});
    for (int base = 0; base < 3; ++base) {
      ImplicitPlanOnPlane on(tables, planes[base], static_cast<PointId>(drawn(0, 11)));
      const SpacePlane &q = planes[(base + 1) % 3], &r = planes[(base + 2) % 3];
      const auto v = on.meet(q, anyone, r, anyone);
      RC_ASSERT(v.has_value() == expected.has_value());
      if (!v) {
        ++met["no point"];
        continue;
      }
      RC_ASSERT(on.point(*v) == *expected);
      for (const SpacePlane& p : planes) {
        const Sign s = side_in_fractions(points, p, *expected);
        RC_ASSERT(on.side(*v, p) == s);
        if (const auto line = on.cut(p, anyone)) RC_ASSERT(on.plan().side(*v, *line) == s);
        else ++met["parallel"];
        ++met[s == Sign::zero ? "on a plane" : "beside it"];
      }
      // Along the line of q: where r and the fourth meet it.
      const LineId along = on.cut(q, anyone).value();
      const auto w = on.meet(q, anyone, planes[3], anyone);
      if (!w) continue;
      const ExactPoint a = on.point(*v), b = on.point(*w);
      const auto [la, lb, lc] = on.plan().exact(along);
      const int i = (on.axis() + 1) % 3, j = (on.axis() + 2) % 3;
      RC_ASSERT(on.plan().order_along(along, *v, *w) ==
                sign_of(sgn(mpq_class(-lb * (a[i] - b[i]) + la * (a[j] - b[j])))));
      ++met["order along a line"];
    }
    ++met[std::array{"small", "huge", "far", "tiny"}[static_cast<std::size_t>(kind)]];
  }));
}
