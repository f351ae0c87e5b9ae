// SPDX-License-Identifier: GPL-3.0-or-later
// Routes without a radius on navmeshes made by hand. checked() plans a route and verifies it (support/route_check.h);
// each test names the cells or corners that are right, or the words of an error.
#include "plumb/pipeline/nav_query.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "floor_locator.h"
#include "support/nav_builder.h"
#include "support/route_check.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Points = std::vector<ExactPoint>;
using Cells = std::vector<NavMesh::CellIndex>;
const mpq_class half(1, 2);

Points corner_points(const Route& r) {
  Points out;
  for (const auto& c : r.corners) out.push_back(c.point);
  return out;
}

// The route between two floor points, checked.
Route checked(const NavMesh& mesh, const ExactPoint& from, const ExactPoint& to, kernel::Label stance = 1) {
  REQUIRE(is_valid(mesh));
  const auto r = NavQuery(mesh).route(from, to, {.stance = stance});
  INFO((r ? "" : r.error().message));
  REQUIRE(r);
  REQUIRE(fault_of(mesh, *r, stance, from, to) == "");
  return *r;
}

NavMesh corridor_in_l() {
  NavBuilder b;
  b.box(0, 0, 1, 4);
  b.box(0, 4, 1, 5);
  b.box(1, 4, 6, 5);
  return b.link_edges().mesh();
}

NavMesh stairs(int treads, const mpq_class& rise) {
  NavBuilder b;
  for (int i = 0; i < treads; ++i) b.box(i, 0, i + 1, 2, rise * i);
  for (int i = 1; i < treads; ++i)
    b.portal(PortalKind::step, static_cast<unsigned>(i) - 1, static_cast<unsigned>(i),
             {ExactPoint{i, 0, rise * (i - 1)}, {i, 2, rise * (i - 1)}},
             {ExactPoint{i, 0, rise * i}, {i, 2, rise * i}});
  return b.mesh();
}

// Round and round a pillar [1, 2] x [1, 2] within [0, 3] x [0, 3], a quarter turn a cell that bends over its inner
// corner, rising by one each.
NavMesh spiral(int quarters) {
  NavBuilder b;
  const Points inner = {{2, 1, 0}, {2, 2, 0}, {1, 2, 0}, {1, 1, 0}},
               outer = {{3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {0, 0, 0}};
  const auto raised = [](ExactPoint p, int z) {
    p[2] = z;
    return p;
  };
  for (int q = 0; q < quarters; ++q) {
    const auto i = static_cast<std::size_t>(q % 4), j = static_cast<std::size_t>((q + 1) % 4);
    const ExactPoint a = raised(inner[i], q), b0 = raised(outer[i], q), c = raised(outer[j], q + 1),
                     d = raised(inner[j], q + 1);
    b.cell(2, {{a, b0, d}, {b0, c, d}});
  }
  return b.link_edges().mesh();
}

}  // namespace

TEST_CASE("nav query: floors below a point, on cells, edges and corners") {
  NavBuilder b;
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2);
  b.box(0, 0, 4, 2, 3, 1);
  b.box(0, 0, 4, 2, 2, 0);
  const NavMesh mesh = b.mesh();
  const NavQuery query(mesh);
  const auto cells = [&](const ExactPoint& p, kernel::Label stance, std::optional<mpq_class> reach = {}) {
    const auto place = query.locate(p, stance, reach);
    return place ? place->cells : Cells{};
  };
  CHECK(cells({1, 1, 0}, 1) == Cells{0});
  CHECK(cells({1, 1, mpq_class(29, 10)}, 1) == Cells{0});
  CHECK(cells({1, 1, 3}, 1) == Cells{2});
  CHECK(cells({1, 1, 3}, 2) == Cells{0});
  CHECK(cells({2, 1, 1}, 1) == Cells{0, 1});
  CHECK(cells({2, 2, 1}, 2) == Cells{0, 1});
  CHECK(cells({4, 2, 1}, 2) == Cells{1});
  CHECK(cells({4 + mpq_class(1, mpz_class(1) << 300), 2, 1}, 2).empty());
  CHECK(cells({1, 1, -mpq_class(1, mpz_class(1) << 300)}, 1).empty());
  CHECK(cells({1, 1, 1}, 1, mpq_class(1)) == Cells{0});
  CHECK(cells({1, 1, 1}, 1, mpq_class(99, 100)).empty());
  CHECK(query.locate({1, 1, 7}, 1)->height == 3);
}

TEST_CASE("nav query: floors below points in doubles are those below the same points as fractions") {
  int found = 0, none = 0, several = 0;
  for (const NavMesh& mesh : {corridor_in_l(), stairs(5, mpq_class(1, 3)), spiral(9)}) {
    const NavQuery query(mesh);
    const std::vector<char> closed(mesh.cells.size(), 0);
    const FloorLocator floors(mesh, closed);
    Cells cells;
    const auto check = [&](const std::array<double, 3>& p) {
      const auto place = query.locate({p[0], p[1], p[2]}, 1);
      const auto height = floors.locate(p, 1, cells);
      REQUIRE(height.has_value() == static_cast<bool>(place));
      ++(place ? found : none);
      if (!place) return;
      REQUIRE(cells == place->cells);
      REQUIRE(*height == Approx(place->height.get_d()).margin(1e-12));
      several += cells.size() > 1;
    };
    // At corners and between them, at the floor's height and at the doubles beside these numbers.
    const auto steps = [](double x) {
      return std::array{std::nextafter(x, -HUGE_VAL), x, std::nextafter(x, HUGE_VAL)};
    };
    for (NavMesh::PointIndex i = 0; i < mesh.points.size(); ++i)
      for (NavMesh::PointIndex j = 0; j < mesh.points.size(); ++j) {
        std::array<double, 3> at;
        for (std::size_t k = 0; k < 3; ++k) at[k] = mpq_class((mesh.points[i][k] + mesh.points[j][k]) / 2).get_d();
        for (const double x : steps(at[0]))
          for (const double y : steps(at[1]))
            for (const double z : steps(at[2])) check({x, y, z});
      }
  }
  CHECK(found > 1000);
  CHECK(none > 1000);
  CHECK(several > 500);
}

TEST_CASE("nav query: a path in doubles has the places where it turns back at a portal, or crosses a weld") {
  const auto length_of = [](const NavQuery::Path& path) {
    double sum = 0;
    for (std::size_t k = 1; k < path.points.size(); ++k)
      sum += std::hypot(path.points[k][0] - path.points[k - 1][0], path.points[k][1] - path.points[k - 1][1]);
    return sum;
  };
  NavQuery::Path path;
  NavBuilder fold;
  fold.box(0, 0, 2, 2);
  fold.box(0, 0, 2, 2, 1);
  fold.portal(PortalKind::step, 0, 1, {ExactPoint{0, 2, 0}, {0, 0, 0}}, {ExactPoint{0, 2, 1}, {0, 0, 1}});
  const NavMesh folded = fold.mesh();
  REQUIRE(NavQuery(folded).path({1, 1, 0}, {1, 1, 1}, {.stance = 1}, path) == NavQuery::PathFound::found);
  CHECK(path.length == Approx(2));
  CHECK(length_of(path) == Approx(2));
  NavBuilder gap;
  gap.box(0, 0, 2, 2);
  gap.box(3, 1, 5, 3);
  gap.portal(PortalKind::weld, 0, 1, {ExactPoint{2, 1, 0}, {2, 2, 0}}, {ExactPoint{3, 1, 0}, {3, 2, 0}});
  const NavMesh gapped = gap.mesh();
  REQUIRE(NavQuery(gapped).path({0, 0, 0}, {5, 3, 0}, {.stance = 1}, path) == NavQuery::PathFound::found);
  CHECK(length_of(path) == Approx(path.length));
  CHECK(path.length == Approx(6));
}

TEST_CASE("nav query: heights of cells of several facets") {
  NavBuilder b;
  b.cell(2, {{{0, 0, 0}, {1, 0, 1}, {1, 1, 1}, {0, 1, 0}}, {{1, 0, 1}, {2, 0, 1}, {3, 0, -1}, {1, 1, 1}}});
  const NavMesh mesh = b.mesh();
  const NavQuery query(mesh);
  CHECK(query.height(0, mpq_class(1, 3), half) == mpq_class(1, 3));
  CHECK(query.height(0, 1, half) == mpq_class(1));
  CHECK(!query.height(0, -1, 0));
}

TEST_CASE("nav query: neighbours of a stance, by portal") {
  NavBuilder b;
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2);
  b.box(2, 2, 4, 4, 0, 1);
  b.flush(0, 1, {2, 0, 0}, {2, 1, 0});
  b.flush(0, 1, {2, 1, 0}, {2, 2, 0}, 1);
  b.flush(1, 2, {4, 2, 0}, {2, 2, 0}, 1);
  const NavMesh mesh = b.mesh();
  const NavQuery query(mesh);
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const auto pairs = [&](NavMesh::CellIndex c, kernel::Label stance) {
    Pairs out;
    for (const auto& n : query.neighbours(c, stance)) out.push_back({n.cell, n.portal});
    return out;
  };
  CHECK(pairs(1, 1) == Pairs{{0, 0}, {0, 1}, {2, 2}});
  CHECK(pairs(1, 2) == Pairs{{0, 0}});
  CHECK(pairs(2, 1) == Pairs{{1, 2}});
  CHECK(pairs(2, 2).empty());
}

TEST_CASE("route: round the corner of an L, either way") {
  const NavMesh mesh = corridor_in_l();
  const ExactPoint a = {half, 0, 0}, b = {6, mpq_class(9, 2), 0};
  const Route r = checked(mesh, a, b);
  CHECK(r.cells == Cells{0, 1, 2});
  CHECK(corner_points(r) == Points{a, {1, 4, 0}, b});
  // Both portals meet at the corner: the first is named.
  CHECK(r.corners[1].portal == 0);
  CHECK(r.corners[1].cell == 0);
  CHECK(r.line == Points{a, {1, 4, 0}, b});
  Points back = corner_points(checked(mesh, b, a));
  std::ranges::reverse(back);
  CHECK(back == corner_points(r));
}

TEST_CASE("route: rational lengths have no width, others as little as asked for") {
  NavBuilder builder;
  builder.box(0, 0, 10, 10);
  const NavMesh mesh = builder.mesh();
  const Route exact = checked(mesh, {1, 1, 0}, {4, 5, 0});
  CHECK(exact.length.low == 5);
  CHECK(exact.length.high == 5);
  const NavQuery query(mesh);
  for (const int precision : {24, 53, 128, 1000}) {
    const auto r = query.route({0, 0, 0}, {1, 1, 0}, {.precision = precision});
    REQUIRE(r);
    CHECK(r->length.low * r->length.low < 2);
    CHECK(r->length.high * r->length.high > 2);
    CHECK(r->length.width() * (mpz_class(1) << precision) < 12 * r->length.high);
    CHECK(r->length.width() == r->plan_length.width());
  }
}

TEST_CASE("route: in one cell, to the same point, along edges and through corners") {
  NavBuilder b;
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) b.box(x, y, x + 1, y + 1);
  const NavMesh mesh = b.link_edges().mesh();
  CHECK(corner_points(checked(mesh, {half, half, 0}, {0, 0, 0})) == Points{{half, half, 0}, {0, 0, 0}});
  const Route none = checked(mesh, {1, 1, 0}, {1, 1, 0});
  CHECK(none.corners.size() == 2);
  CHECK(none.portals.empty());
  CHECK(none.length.high == 0);
  CHECK(checked(mesh, {1, 0, 0}, {1, half, 0}).portals.empty());
  CHECK(corner_points(checked(mesh, {1, 0, 0}, {1, 2, 0})) == Points{{1, 0, 0}, {1, 2, 0}});
  CHECK(corner_points(checked(mesh, {0, 0, 0}, {2, 2, 0})) == Points{{0, 0, 0}, {2, 2, 0}});
  CHECK(corner_points(checked(mesh, {0, 1, 0}, {2, 1, 0})) == Points{{0, 1, 0}, {2, 1, 0}});
  // No diagonal neighbour: a corner of the way is the point where four cells meet, and it does not turn.
  const Route r = checked(mesh, {0, 0, 0}, {2, 2, 0});
  CHECK(r.cells.size() == 3);
}

TEST_CASE("route: round a hole") {
  NavBuilder b;
  const int left[] = {0, 2, 3}, right[] = {2, 3, 5};
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 3; ++x)
      if (x != 1 || y == 4) b.box(left[x], y, right[x], y + 1);
  const NavMesh mesh = b.link_edges().mesh();
  const Route r = checked(mesh, {half, half, 0}, {mpq_class(9, 2), half, 0});
  CHECK(corner_points(r) == Points{{half, half, 0}, {2, 4, 0}, {3, 4, 0}, {mpq_class(9, 2), half, 0}});
}

TEST_CASE("route: stairs give two corners a step, straight on") {
  const NavMesh mesh = stairs(4, half);
  const ExactPoint a = {half, 0, 0}, b = {mpq_class(7, 2), 2, mpq_class(3, 2)};
  const Route r = checked(mesh, a, b);
  const mpq_class third(1, 3);
  CHECK(corner_points(r) == Points{a,
                                   {1, third, 0},
                                   {1, third, half},
                                   {2, 1, half},
                                   {2, 1, 1},
                                   {3, 2 - third, 1},
                                   {3, 2 - third, mpq_class(3, 2)},
                                   b});
  CHECK(r.corners[1].cell == 0);
  CHECK(r.corners[2].cell == 1);
  CHECK(r.corners[1].portal == r.corners[2].portal);
  CHECK(r.line == corner_points(r));
  // Three half units up, and a diagonal of 3 by 2.
  const mpq_class low = r.length.low - mpq_class(3, 2);
  CHECK(low * low <= 13);
  CHECK(r.plan_length.low * r.plan_length.low <= 13);
  CHECK(r.plan_length.high * r.plan_length.high >= 13);
  checked(mesh, b, a);
}

TEST_CASE("route: two storeys and a spiral are never mixed up") {
  const NavMesh mesh = spiral(11);
  // Over one place there are three floors.
  const ExactPoint foot = {mpq_class(5, 2), half, 0};
  const NavQuery query(mesh);
  CHECK(query.locate({mpq_class(5, 2), 1, 1}, 1)->cells == Cells{0});
  CHECK(query.locate({mpq_class(5, 2), 1, 7}, 1)->cells == Cells{4});
  const auto start = query.locate(foot, 1), goal = query.locate({mpq_class(5, 2), half, 8}, 1);
  REQUIRE(start);
  REQUIRE(goal);
  CHECK(goal->height == 8);
  const Route r = checked(mesh, {foot[0], foot[1], start->height}, {mpq_class(5, 2), half, 8});
  CHECK(r.cells.size() == 8);
  Points plan = corner_points(r);
  CHECK(plan == Points{foot,
                       {2, 2, 1},
                       {1, 2, 2},
                       {1, 1, 3},
                       {2, 1, 4},
                       {2, 2, 5},
                       {1, 2, 6},
                       {1, 1, 7},
                       {mpq_class(5, 2), half, 8}});
}

TEST_CASE("route: the line follows the facets within a cell") {
  NavBuilder b;
  b.cell(2, {{{0, 0, 0}, {1, 0, 2}, {1, 1, 2}, {0, 1, 0}},
             {{1, 0, 2}, {2, 0, 2}, {2, 1, 2}, {1, 1, 2}},
             {{2, 0, 2}, {3, 0, 0}, {3, 1, 0}, {2, 1, 2}}});
  const NavMesh mesh = b.mesh();
  const Route r = checked(mesh, {0, 0, 0}, {3, 1, 0});
  CHECK(r.corners.size() == 2);
  CHECK(r.line == Points{{0, 0, 0}, {1, mpq_class(1, 3), 2}, {2, mpq_class(2, 3), 2}, {3, 1, 0}});
  CHECK(checked(mesh, {0, 0, 0}, {3, 0, 0}).line.size() == 4);
  CHECK(checked(mesh, {1, 0, 2}, {1, 1, 2}).line.size() == 2);
}

TEST_CASE("route: gaps of one width are crossed straight, where the whole way is shortest") {
  // Two boards, then a floor; each gap is a quarter wide.
  NavBuilder b;
  const mpq_class g(1, 4);
  b.box(0, 0, 1, 8);
  b.box(1 + g, 0, 2 + g, 8);
  b.box(2 + 2 * g, 0, 3 + 2 * g, 8);
  b.portal(PortalKind::weld, 0, 1, {ExactPoint{1, 0, 0}, {1, 8, 0}}, {ExactPoint{1 + g, 0, 0}, {1 + g, 8, 0}});
  b.portal(PortalKind::weld, 2, 1, {ExactPoint{2 + 2 * g, 8, 0}, {2 + 2 * g, 0, 0}},
           {ExactPoint{2 + g, 8, 0}, {2 + g, 0, 0}});
  const NavMesh mesh = b.mesh();
  const Route r = checked(mesh, {0, 1, 0}, {3 + 2 * g, 7, 0});
  CHECK(corner_points(r) ==
        Points{{0, 1, 0}, {1, 3, 0}, {1 + g, 3, 0}, {2 + g, 5, 0}, {2 + 2 * g, 5, 0}, {3 + 2 * g, 7, 0}});
  // sqrt(9 + 36) and the two gaps.
  const mpq_class low = r.plan_length.low - 2 * g, high = r.plan_length.high - 2 * g;
  CHECK(low * low <= 45);
  CHECK(high * high >= 45);
  checked(mesh, {3 + 2 * g, 7, 0}, {0, 1, 0});
}

TEST_CASE("route: a gap that widens is crossed along its perpendiculars") {
  NavBuilder b;
  b.box(0, 0, 4, 1);
  b.cell({{0, 2, 0}, {4, 3, 0}, {4, 5, 0}, {0, 5, 0}});
  b.portal(PortalKind::weld, 0, 1, {ExactPoint{4, 1, 0}, {0, 1, 0}}, {ExactPoint{4, 3, 0}, {0, 2, 0}});
  const NavMesh mesh = b.mesh();
  const Route r = checked(mesh, {0, 0, 0}, {4, 5, 0});
  REQUIRE(r.corners.size() == 4);
  CHECK(r.corners[1].point[0] == r.corners[2].point[0]);
  CHECK(r.corners[1].point[0] > 0);
  CHECK(r.corners[1].point[0] < 4);
  checked(mesh, {4, 5, 0}, {0, 0, 0});
}

TEST_CASE("route: a stance takes only portals that admit it") {
  // Straight ahead is for those who crawl.
  NavBuilder b;
  b.box(0, 0, 1, 3);
  b.box(1, 0, 2, 1, 0, 1);
  b.box(1, 2, 2, 3);
  b.box(2, 0, 3, 3);
  b.flush(0, 1, {1, 0, 0}, {1, 1, 0}, 1);
  b.flush(1, 3, {2, 0, 0}, {2, 1, 0}, 1);
  b.flush(0, 2, {1, 2, 0}, {1, 3, 0}, 2);
  b.flush(2, 3, {2, 2, 0}, {2, 3, 0}, 2);
  const NavMesh mesh = b.mesh();
  CHECK(checked(mesh, {0, 0, 0}, {3, 0, 0}, 1).cells == Cells{0, 1, 3});
  CHECK(checked(mesh, {0, 0, 0}, {3, 0, 0}, 2).cells == Cells{0, 2, 3});
}

TEST_CASE("route: what cannot be answered is told") {
  NavBuilder b;
  b.box(0, 0, 1, 1);
  b.box(1, 0, 2, 1);
  b.info().up = UpAxis::y;
  const NavMesh mesh = b.mesh();
  const NavQuery query(mesh);
  const auto failure = [&](const ExactPoint& from, const ExactPoint& to,
                           NavQuery::RouteOptions o = {}) -> std::pair<ErrorCode, std::string> {
    const auto r = query.route(from, to, o);
    REQUIRE(!r);
    return {r.error().code, r.error().message};
  };
  const auto apart = failure({half, half, 0}, {mpq_class(3, 2), half, 1});
  CHECK(apart.first == ErrorCode::unreachable);
  // In the file's axes.
  CHECK_THAT(apart.second, Catch::Contains("'crawl'") && Catch::Contains("from (0.5, 0, -0.5)") &&
                               Catch::Contains("to (1.5, 0, -0.5)"));
  CHECK(failure({5, 5, 0}, {half, half, 0}).first == ErrorCode::no_floor);
  CHECK_THAT(failure({half, half, 0}, {5, 5, 0}).second, Catch::Contains("goal (5, 0, -5)"));
  CHECK_THAT(failure({half, half, 2}, {half, half, 0}, {.reach = mpq_class(1)}).second,
             Catch::Contains("within 1 below the start"));
  CHECK(failure({0, 0, 0}, {0, 0, 0}, {.stance = 3}).first == ErrorCode::bad_option);
  CHECK(failure({0, 0, 0}, {0, 0, 0}, {.stance = 0}).first == ErrorCode::bad_option);
  // From the common boundary either side is reached.
  CHECK(query.route({1, half, 0}, {2, half, 0}, {}));
  CHECK(query.route({1, half, 0}, {0, half, 0}, {}));
}
