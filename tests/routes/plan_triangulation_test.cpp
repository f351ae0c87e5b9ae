// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/plan/plan_triangulation.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

using kernel::PlanPoint;
using kernel::PlanRing;
using namespace plan;

PlanRing box(int x0, int y0, int x1, int y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

PlanMap map_of(const std::vector<MapLayer>& layers) {
  const auto made = make_plan_map(layers);
  INFO((made.index() == 1 ? std::get<1>(made).what : ""));
  REQUIRE(made.index() == 0);
  REQUIRE(is_valid(std::get<0>(made)));
  return std::get<0>(made);
}

mpq_class area_of(const PlanTriangulation& t, const mpq_class& weight) {
  mpq_class sum = 0;
  for (PlanTriangulation::Index f = 0; f < t.triangle_count(); ++f)
    if (t.weight(f) == weight)
      sum += kernel::signed_area(
          {t.points[t.from(3 * f)].at, t.points[t.from(3 * f + 1)].at, t.points[t.from(3 * f + 2)].at});
  return sum;
}

TEST_CASE("a map's triangles: each weight has the area of its polygons") {
  const std::vector<MapLayer> layers{
      {MapLayer::Role::cells, "", {{{{box(0, 0, 4, 4)}}, 1}, {{{box(4, 0, 6, 4)}}, 3}, {{{box(6, 0, 9, 4)}}, 3}}},
      {MapLayer::Role::obstacles, "", {{{{box(1, 1, 2, 2)}}, 1}}},
      {MapLayer::Role::regions, "", {{{{box(3, 3, 7, 9)}}, 5}}}};
  const PlanMap map = map_of(layers);
  const auto t = triangulate(map, KeptSegments::obstacles_and_borders);
  REQUIRE(is_valid(t));
  CHECK(area_of(t, 1) == 16 - 1 - 1);
  CHECK(area_of(t, 3) == 20 - 3);
  CHECK(area_of(t, 5) == 4);
  const auto free = triangulate(map, KeptSegments::obstacles);
  REQUIRE(is_valid(free));
  CHECK(area_of(free, 1) == 35);
}

}  // namespace
