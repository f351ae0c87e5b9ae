// SPDX-License-Identifier: GPL-3.0-or-later
// Routes of a disc on floors that are made by hand, a few triangles each: what steps, welds, low passages and border in
// another storey do to a route and to its cost. Expected costs are worked out beside each level.
#include "plumb/plan/floor_planner.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "support/floor_routes.h"
#include "support/nav_builder.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace pipeline;
using namespace plan;
using Answer = FloorRoute::Answer;
const mpq_class half(1, 2);

RouteSettings radius(const mpq_class& r, bool bound = true) {
  RouteSettings out;
  out.radius = r;
  out.bound = bound;
  return out;
}

// Found, with nothing amiss.
FloorRoute checked(FloorRoutes& routes, const ExactPoint& from, const ExactPoint& to, const mpq_class& r) {
  CHECK(is_valid(routes.floors().plan));
  const FloorRoute route = routes(from, to);
  REQUIRE(route.answer == Answer::found);
  CHECK(routes.collision(route, r, 16) == "");
  CHECK(route.plan_length.low <= route.length.high);
  if (route.bound) CHECK(*route.bound <= route.cost.high);
  for (std::size_t i = 1; i < route.pieces.size(); ++i) CHECK(route.pieces[i].p == route.pieces[i - 1].q);
  const FloorRoute back = routes(to, from);
  REQUIRE(back.answer == Answer::found);
  CHECK(mpq_class(back.cost.low / route.cost.high).get_d() == Approx(1).epsilon(0.02));
  return route;
}

double middle(const kernel::RationalInterval& i) { return mpq_class((i.low + i.high) / 2).get_d(); }

// Two floors, one half a unit over the other, beside each other along x = 4.
NavMesh two_levels(kernel::Label stance = 2) {
  NavBuilder b;
  b.box(0, 0, 4, 4, 0, 2);
  b.box(4, 0, 8, 4, half, stance);
  b.portal(PortalKind::step, 0, 1, {ExactPoint{4, 1, 0}, {4, 3, 0}}, {ExactPoint{4, 1, half}, {4, 3, half}}, stance);
  return b.mesh();
}

TEST_CASE("floor planner: a step joins floors point by point, at no cost") {
  const NavMesh mesh = two_levels();
  FloorRoutes point(mesh, {}, radius(0));
  const FloorRoute straight = checked(point, {1, 2, 0}, {7, 2, 1}, 0);
  CHECK(middle(straight.plan_length) == Approx(6).epsilon(0.005));
  CHECK(middle(straight.length) == Approx(6.5).epsilon(0.005));
  CHECK(middle(straight.cost) == Approx(6).epsilon(0.005));
  CHECK(straight.bound == 6);
  const FloorRoute around = checked(point, {1, mpq_class(1, 4), 0}, {7, mpq_class(1, 4), 1}, 0);
  CHECK(middle(around.cost) == Approx(2 * std::hypot(3, 0.75)).epsilon(0.01));
  CHECK(mpq_class(around.cost.high / *around.bound).get_d() < 1.01);
  // A disc that is as wide as the step passes through its middle alone.
  FloorRoutes widest(mesh, {}, radius(1));
  const FloorRoute exact = checked(widest, {1, mpq_class(3, 2), 0}, {7, mpq_class(3, 2), 1}, 1);
  CHECK(std::ranges::any_of(exact.pieces, [](const auto& p) { return p.q == kernel::PlanPoint{4, 2}; }));
  FloorRoutes wider(mesh, {}, radius(1 + mpq_class(1, mpz_class(1) << 60)));
  const FloorRoute stopped = wider({mpq_class(3, 2), mpq_class(3, 2), 0}, {6, mpq_class(3, 2), 1});
  REQUIRE(stopped.answer == Answer::too_narrow);
  CHECK(squared_width(*stopped.passage) == 4);
}

TEST_CASE("floor planner: what a disc sweeps on both sides of a step counts") {
  const NavMesh mesh = two_levels(1);
  FloorRoutes routes(mesh, {.stance = 1, .weights = {{1, 3}}, .window = 1}, radius(half));
  const FloorRoute route = checked(routes, {1, 2, 0}, {7, 2, 1}, half);
  // The centre: 3 + 9. The disc: as much, and half a disc at each end, over its diameter.
  CHECK(middle(route.cost) == Approx(24 + 3.14159265358979 / 2).epsilon(0.001));
  CHECK(mpq_class(route.cost.high / *route.bound).get_d() < 2);
  FloorRoutes standing(mesh, {.stance = 2, .weights = {}, .window = 1}, radius(half));
  CHECK_FALSE(standing.end({7, 2, 1}));
}

TEST_CASE("floor planner: a weld is crossed straight, and its gap is no floor") {
  NavBuilder b;
  b.box(0, 0, 4, 4);
  b.box(mpq_class(17, 4), 0, 8, 4);
  const ExactPoint p{4, 0, 0}, q{4, 4, 0}, p2{mpq_class(17, 4), 0, 0}, q2{mpq_class(17, 4), 4, 0};
  b.portal(PortalKind::weld, 0, 1, {p, q}, {p2, q2});
  b.portal(PortalKind::weld, 1, 0, {q2, p2}, {q, p});
  const NavMesh mesh = b.mesh();
  FloorRoutes point(mesh, {}, radius(0));
  const FloorRoute straight = checked(point, {1, 2, 0}, {7, 2, 0}, 0);
  CHECK(middle(straight.cost) == Approx(6).epsilon(0.005));
  CHECK(std::ranges::count_if(straight.pieces,
                              [](const auto& piece) { return piece.in.beyond != PlanTriangulation::none; }) == 1);
  FloorRoutes disc(mesh, {}, radius(1));
  const FloorRoute wide = checked(disc, {2, 2, 0}, {6, 2, 0}, 1);
  // The capsule, less the gap's part of it, over the diameter.
  CHECK(middle(wide.cost) == Approx(4 + (8 + 3.14159265358979 - 0.5) / 2).epsilon(0.001));
  CHECK(*wide.bound <= wide.cost.high);
  CHECK(*wide.bound > 4);
}

TEST_CASE("floor planner: crouching costs what it is given") {
  // A low passage straight on, and a way around it.
  NavBuilder b;
  b.box(0, 0, 2, 8);
  b.box(2, 0, 6, 2, 0, 1);
  b.box(2, 6, 6, 8);
  b.box(6, 0, 8, 8);
  b.flush(0, 1, {2, 0, 0}, {2, 2, 0}, 1);
  b.flush(0, 2, {2, 6, 0}, {2, 8, 0});
  b.flush(1, 3, {6, 0, 0}, {6, 2, 0}, 1);
  b.flush(2, 3, {6, 6, 0}, {6, 8, 0});
  const NavMesh mesh = b.mesh();
  const ExactPoint from{1, 1, 0}, to{7, 1, 0};
  const auto passes_low = [&](const mpq_class& weight) {
    FloorRoutes routes(mesh, {.stance = 1, .weights = {{1, weight}}, .window = 1}, radius(half));
    const FloorRoute route = checked(routes, from, to, half);
    return std::ranges::any_of(route.pieces, [&](const auto& piece) {
      return mesh.cells[routes.floors().facet_of(piece.in.triangle).cell].stance == 1;
    });
  };
  CHECK(passes_low(1));
  CHECK(passes_low(3));
  CHECK_FALSE(passes_low(5));
  FloorRoutes standing(mesh, {.stance = 2, .weights = {}, .window = 1}, radius(half));
  CHECK(middle(checked(standing, from, to, half).plan_length) > 14);
}

TEST_CASE("floor planner: border counts within the window alone, through all storeys") {
  // A balcony's edge over the middle of a floor.
  const auto level = [](const mpq_class& height) {
    NavBuilder b;
    b.box(0, 0, 8, 4);
    b.box(4, 0, 8, 4, height);
    return b.mesh();
  };
  const ExactPoint from{1, 2, 0}, to{7, 2, half};
  const NavMesh high = level(3), low = level(2);
  FloorRoutes free(high, {.stance = 1, .weights = {}, .window = 3}, radius(half));
  CHECK(middle(checked(free, from, to, half).plan_length) == Approx(6).epsilon(0.005));
  FloorRoutes kept(low, {.stance = 1, .weights = {}, .window = 3}, radius(half));
  CHECK(kept(from, to).answer == Answer::not_found);
  const FloorRoute touched = kept({4, 2, 0}, to);
  CHECK(touched.answer == Answer::start_touched);
  CHECK(touched.obstacle);
  FloorRoutes apart(high, {.stance = 1, .weights = {}, .window = 1}, radius(0));
  CHECK(apart(from, {7, 2, 4}).answer == Answer::unreachable);
}

TEST_CASE("floor planner: the document's checks alone let the disc collide, which is told") {
  NavBuilder b;
  b.box(0, 0, 2, 4);
  b.box(2, 3, 4, 4);
  b.box(4, 0, 6, 4);
  b.flush(0, 1, {2, 3, 0}, {2, 4, 0});
  b.flush(1, 2, {4, 3, 0}, {4, 4, 0});
  const NavMesh mesh = b.mesh();
  RouteSettings settings = radius(mpq_class(2, 5));
  settings.points.checks = RouteChecks::document;
  FloorRoutes routes(mesh, {}, settings);
  const FloorRoute route = routes({half, half, 0}, {mpq_class(11, 2), half, 0});
  REQUIRE(route.answer == Answer::found);
  REQUIRE(route.collision);
  CHECK(routes.collision(route, settings.radius, 64) != "");
}

TEST_CASE("floor planner: a mesh that no bake writes is refused") {
  const auto refused = [](NavBuilder& b) {
    const NavMesh mesh = b.mesh();
    DerivedMesh derived(mesh);
    const auto made = make_nav_floors(derived, {});
    return !made && made.error().code == ErrorCode::bad_face;
  };
  NavBuilder clockwise, star, crossed, flat;
  clockwise.cell({{0, 0, 0}, {0, 4, 0}, {4, 0, 0}});
  CHECK(refused(clockwise));
  star.cell({{0, 0, 0}, {4, 4, 0}, {0, 4, 0}, {4, 0, 0}});
  CHECK(refused(star));
  flat.cell({{0, 0, 0}, {2, 0, 0}, {4, 0, 0}});
  CHECK(refused(flat));
  // Two cells on one side of their portal.
  crossed.box(0, 0, 4, 4);
  crossed.box(0, 0, 4, 2);
  crossed.flush(0, 1, {0, 0, 0}, {4, 0, 0});
  CHECK(refused(crossed));
  NavBuilder sound;
  sound.box(0, 0, 4, 4);
  CHECK_FALSE(refused(sound));
}

TEST_CASE("floor planner: bushwhack finds what dijkstra does for a point") {
  const NavMesh mesh = two_levels();
  RouteSettings settings = radius(0);
  settings.search = PointSearch::bushwhack;
  FloorRoutes bushwhack(mesh, {}, settings), dijkstra(mesh, {}, radius(0));
  const ExactPoint from{1, mpq_class(1, 4), 0}, to{7, mpq_class(7, 2), 1};
  CHECK(bushwhack(from, to).cost.low == dijkstra(from, to).cost.low);
}

}  // namespace
