// SPDX-License-Identifier: LGPL-3.0-or-later
// Cells to CGAL polygons and back.
#include "plumb/kernel/cgal.h"

#include <catch2/catch.hpp>

#include "plumb/kernel/decompose.h"

using namespace plumb::kernel;

namespace {

CgalPolygon polygon(const std::vector<std::pair<mpq_class, mpq_class>>& xy) {
  CgalPolygon p;
  for (const auto& [x, y] : xy) p.push_back({to_cgal(x), to_cgal(y)});
  return p;
}

}  // namespace

TEST_CASE("cgal: fractions go there and back unchanged") {
  for (const char* text : {"0", "1", "-7/3", "123456789012345678901234567890/1234567890123456789012345678901",
                           "-100000000000000000000000000000000000000"}) {
    const mpq_class v(text);
    CHECK(from_cgal(to_cgal(v)) == v);
  }
  CHECK(from_cgal(to_cgal(mpq_class(1)) / 3) == mpq_class(1, 3));  // worked out lazily by CGAL
}

TEST_CASE("cgal: a polygon becomes a cell and comes back equal, counterclockwise, whatever it was") {
  const std::vector<std::pair<mpq_class, mpq_class>> corners = {
      {mpq_class(1, 3), 0}, {4, mpq_class(1, 7)}, {5, 3}, {mpq_class(1, 2), mpq_class(22, 7)}};
  const CgalPolygon counterclockwise = polygon(corners);
  CgalPolygon clockwise = counterclockwise;
  clockwise.reverse_orientation();
  for (const CgalPolygon& p : {counterclockwise, clockwise}) {
    const auto in = corners_from_cgal({p});
    REQUIRE(in);
    CHECK(in->points.denominator() == 42);
    ImplicitPlan plan(in->points, in->corners[0][0]);
    const ConvexCell cell = make_cell(plan, 0, in->corners[0]);
    CHECK(is_valid(plan, cell));
    const CgalPolygon out = to_cgal(plan, cell);
    CHECK(out.is_counterclockwise_oriented());
    CHECK(out == counterclockwise);  // up to where the list starts
    CHECK(from_cgal(out.area()) * 2 * 42 * 42 == doubled_area(plan, cell));
  }
}

TEST_CASE("cgal: corners inside a side leave, what is no convex polygon is refused") {
  const auto in = corners_from_cgal({polygon({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}})});
  REQUIRE(in);
  ImplicitPlan plan(in->points, 0);
  CHECK(to_cgal(plan, make_cell(plan, 0, in->corners[0])) == polygon({{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
  CHECK(to_cgal(plan, ConvexCell()).is_empty());
  CHECK_FALSE(corners_from_cgal({polygon({{0, 0}, {1, 0}})}));
  CHECK_FALSE(corners_from_cgal({polygon({{0, 0}, {1, 1}, {2, 2}})}));
  CHECK_FALSE(corners_from_cgal({polygon({{0, 0}, {4, 0}, {1, 1}, {0, 4}})}));  // a reflex corner
  CHECK_FALSE(corners_from_cgal({polygon({{0, 0}, {2, 2}, {2, 0}, {0, 2}})}));  // crossing itself
}

TEST_CASE("cgal: pieces of a cut have the areas that CGAL works out") {
  const auto in = corners_from_cgal(
      {polygon({{0, 0}, {6, 0}, {6, 6}, {0, 6}}), polygon({{mpq_class(5, 2), 1}, {8, 2}, {3, mpq_class(16, 3)}})});
  REQUIRE(in);
  ImplicitPlan plan(in->points, 0);
  const ConvexCell t = make_cell(plan, 0, in->corners[0]), b = make_cell(plan, 1, in->corners[1]);
  for (const Decomposition d : {Decomposition::bounded, Decomposition::seed}) {
    OutlineSides sides;
    Pieces pieces;
    REQUIRE(decompose_traversable(plan, t, b, d, false, sides, pieces));
    CgalKernel::FT sum = to_cgal(plan, pieces.obstructed).area();
    for (const ConvexCell& c : pieces.free) {
      const CgalPolygon p = to_cgal(plan, c);
      CHECK(p.is_convex());
      CHECK(p.is_counterclockwise_oriented());
      sum += p.area();
    }
    CHECK(sum == 36);
  }
}

TEST_CASE("cgal: a region goes there as a polygon with holes, turned as CGAL wants it, and comes back") {
  const PlanRing outline = {{0, 0}, {0, 9}, {mpq_class(28, 3), 9}, {9, 0}}, hole = {{1, 1}, {2, 1}, {1, 2}};
  const auto polygon = to_cgal(PlanRegion{{outline, hole}});
  REQUIRE(polygon);
  CHECK(polygon->outer_boundary().orientation() == CGAL::COUNTERCLOCKWISE);
  REQUIRE(polygon->number_of_holes() == 1);
  CHECK(polygon->holes_begin()->orientation() == CGAL::CLOCKWISE);
  const PlanRegion back = from_cgal(*polygon);
  CHECK(area(back) == area(PlanRegion{{outline, hole}}));
  CHECK(combine(back, {{outline, hole}}, BooleanOperation::symmetric_difference).empty());
  CHECK(from_cgal(to_cgal(hole)) == hole);
}

TEST_CASE("cgal: what is no polygon with holes does not become one") {
  CHECK_FALSE(to_cgal(PlanRegion{}));
  CHECK_FALSE(to_cgal(PlanRegion{{{{0, 0}, {1, 1}}}}));
  CHECK_FALSE(to_cgal(PlanRegion{{{{0, 0}, {1, 1}, {2, 2}}}}));
  CHECK_FALSE(to_cgal(PlanRegion{{{{0, 0}, {2, 2}, {2, 0}, {0, 2}}}}));
}
