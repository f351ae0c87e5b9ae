// SPDX-License-Identifier: GPL-3.0-or-later
// Places on navmeshes: nearest ones, rays, moves, borders, random ones, and what is within a distance. What is decided
// in plan has its tests in tests/routes/cell_walk_test.cpp.
//
// 1. Levels by hand with each degenerate position: edges, corners, storeys, steps, welds.
// 2. Random levels: nearest floors against all facets in fractions (PLUMB_PLACE_CALLS); moves in doubles, one after
//    the other, stay on their component (PLUMB_MOVES). The soak has 100,000 and a million.
// 3. Eight threads are told the same as one.
#include "plumb/pipeline/surface_query.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/points.h"
#include "support/nav_builder.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace pipeline;
using Cells = std::vector<NavMesh::CellIndex>;

int wanted(const char* name, int usual) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : usual;
}

// A mesh with what asks about it.
struct Asked {
  explicit Asked(NavMesh m, kernel::Label s = 1) : mesh(std::move(m)), nav(mesh), query(nav, s) {}
  NavMesh mesh;
  NavQuery nav;
  SurfaceQuery query;
};

// The ground, a ramp beside it, a landing, a gallery that leads back over the ground, and an island.
NavMesh storeys() {
  NavBuilder b;
  b.box(0, 0, 4, 4);
  b.cell({{4, 0, 0}, {8, 0, 3}, {8, 2, 3}, {4, 2, 0}});
  b.box(8, 0, 10, 6, 3);
  b.box(0, 2, 8, 6, 3);
  b.box(20, 20, 22, 22, mpq_class(1) / 2);
  b.flush(0, 1, {4, 0, 0}, {4, 2, 0});
  b.flush(1, 2, {8, 0, 3}, {8, 2, 3});
  b.flush(2, 3, {8, 6, 3}, {8, 2, 3});
  return b.mesh();
}

// Triangles and boxes at random heights, flat and slanted, some joined where they touch.
NavMesh scattered(std::mt19937_64& rng) {
  const auto drawn = [&](int most) { return mpq_class(static_cast<int>(rng() % static_cast<unsigned>(most))); };
  NavBuilder b;
  const auto count = 3 + rng() % 12;
  for (std::size_t i = 0; i < count; ++i) {
    const mpq_class x = drawn(6), y = drawn(6), z = drawn(4), w = 1 + drawn(2), d = 1 + drawn(2);
    const mpq_class rise = rng() % 2 ? mpq_class(0) : drawn(3) - 1;
    if (rng() % 3 == 0) b.cell({{x, y, z}, {x + w, y, z + rise}, {x, y + d, z}});
    else b.cell({{x, y, z}, {x + w, y, z + rise}, {x + w, y + d, z + rise}, {x, y + d, z}});
  }
  return b.link_edges().mesh();
}

ExactPoint difference(const ExactPoint& p, const ExactPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
mpq_class dot(const ExactPoint& p, const ExactPoint& q) { return kernel::formulas::dot(p, q); }

// The squared distance of a point to a triangle in space: that of its projection if this is a mean of the corners, else
// that of its sides.
mpq_class squared_distance(const ExactPoint& at, const std::array<ExactPoint, 3>& t) {
  const ExactPoint u = difference(t[1], t[0]), v = difference(t[2], t[0]), w = difference(at, t[0]);
  const mpq_class uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
  const mpq_class all = uu * vv - uv * uv, s = (wu * vv - wv * uv) / all, r = (wv * uu - wu * uv) / all;
  std::optional<mpq_class> least;
  const auto offer = [&](const mpq_class& a, const mpq_class& b) {
    ExactPoint d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = w[k] - a * u[k] - b * v[k];
    const mpq_class square = dot(d, d);
    if (!least || square < *least) least = square;
  };
  if (s >= 0 && r >= 0 && s + r <= 1) offer(s, r);
  const auto share = [](const mpq_class& a, const mpq_class& b) {
    return std::clamp(mpq_class(a / b), mpq_class(0), mpq_class(1));
  };
  offer(share(wu, uu), 0);
  offer(0, share(wv, vv));
  const ExactPoint e = difference(v, u);
  const mpq_class along = share(dot(difference(w, u), e), dot(e, e));
  offer(1 - along, along);
  return *least;
}
mpq_class plain_squared_distance(const NavMesh& mesh, const ExactPoint& at) {
  std::optional<mpq_class> least;
  for (const NavMesh::Cell& c : mesh.cells)
    for (const NavMesh::Facet& f : c.facets)
      for (std::size_t i = 1; i + 1 < f.corners.size(); ++i) {
        const mpq_class square =
            squared_distance(at, {mesh.points[f.corners[0]], mesh.points[f.corners[i]], mesh.points[f.corners[i + 1]]});
        if (!least || square < *least) least = square;
      }
  return *least;
}

}  // namespace

TEST_CASE("surface query: the nearest floor above, below, beside, on an edge and at a corner") {
  const Asked a(storeys());
  const auto nearest = [&](const ExactPoint& p) { return a.query.nearest(p).value(); };
  CHECK(nearest({1, 1, 1}).place == ExactPlace{0, {1, 1, 0}});
  CHECK(nearest({1, 3, 2}).place == ExactPlace{3, {1, 3, 3}});  // the floor above is nearer
  CHECK(nearest({1, 3, mpq_class(3) / 2}).place.cell == 0);     // both are: the lower number
  CHECK(nearest({-3, -4, 0}).squared_distance == 25);
  CHECK(nearest({-3, -4, 0}).place == ExactPlace{0, {0, 0, 0}});
  CHECK(nearest({6, 1, mpq_class(3) / 2}).squared_distance == 0);  // on the ramp
  CHECK(nearest({6, 1, mpq_class(3) / 2 + 25}).place == ExactPlace{3, {6, 2, 3}});
  CHECK(nearest({4, 1, -7}).place == ExactPlace{0, {4, 1, 0}});  // under the edge of two cells
  CHECK(nearest({21, 21, 10}).place.cell == 4);
  CHECK(!a.query.nearest<mpq_class>({21, 21, 10}, 9));
  CHECK(a.query.nearest<mpq_class>({21, 21, 10}, mpq_class(19) / 2));
  const auto near = a.query.nearest<double>({-3, -4, 0}).value();
  CHECK(near.place == FloorPlace<double>{0, {0, 0, 0}});
  CHECK(near.squared_distance == Approx(25));
  CHECK(!a.query.nearest<double>({NAN, 0, 0}));
  CHECK(!Asked(NavBuilder().mesh()).query.nearest<double>({0, 0, 0}));
}

TEST_CASE("surface query: only floors where the stance fits count") {
  NavBuilder b;
  b.box(0, 0, 2, 2, 0, 1);
  b.box(2, 0, 4, 2, 0, 2);
  b.flush(0, 1, {2, 0, 0}, {2, 2, 0}, 1);
  const Asked low(b.mesh(), 1), high(b.mesh(), 2);
  CHECK(low.query.nearest<mpq_class>({1, 1, 1})->place.cell == 0);
  CHECK(high.query.nearest<mpq_class>({1, 1, 1})->place == ExactPlace{1, {2, 1, 0}});
  CHECK(low.query.raycast<mpq_class>({0, {1, 1, 0}}, {3, 1})->arrives);
  CHECK(!high.query.raycast<mpq_class>({0, {1, 1, 0}}, {3, 1}));
  CHECK(high.query.border_distance<mpq_class>({1, {3, 1, 0}})->squared_distance == 1);
  CHECK(high.query.component(0) == no_component);
  CHECK(low.query.components().size() == 1);
}

TEST_CASE("surface query: rays up a ramp and over a gallery, with heights") {
  const Asked a(storeys());
  const auto below = a.query.below<mpq_class>({1, 1, 1}).value();
  CHECK(below == ExactPlace{0, {1, 1, 0}});
  const auto ray = a.query.raycast<mpq_class>(below, {6, 1}).value();
  CHECK(ray.arrives);
  CHECK(ray.end == ExactPlace{1, {6, 1, mpq_class(3) / 2}});
  const auto stopped = a.query.raycast<mpq_class>({3, {1, 3, 3}}, {1, 0}).value();
  CHECK(!stopped.arrives);
  CHECK(stopped.end == ExactPlace{3, {1, 2, 3}});
  CHECK((*stopped.border)[0] == ExactPoint{0, 2, 3});
  CHECK((*stopped.border)[1] == ExactPoint{8, 2, 3});
  const auto in_doubles = a.query.raycast<double>({3, {1, 3, 3}}, {1, 0}).value();
  CHECK(in_doubles.end == FloorPlace<double>{3, {1, 2, 3}});
  CHECK(!a.query.raycast<double>({3, {1, 1, 3}}, {1, 0}));  // not in its cell
  CHECK(!a.query.move<double>({99, {1, 1, 3}}, {1, 0}));
  CHECK(!a.query.move<double>({3, {1, 3, 3}}, {HUGE_VAL, 0}));
}

TEST_CASE("surface query: an end on an edge that two components share stays in its own (recastnavigation #377, #263)") {
  NavBuilder b;
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2);
  const Asked a(b.mesh());
  CHECK(a.query.component(0) != a.query.component(1));
  const auto check = [&](const auto& from, const auto& target, const auto& back) {
    const auto end = a.query.move(from, target).value();
    CHECK(end.cell == from.cell);
    CHECK(end.point[0] == 2);
    CHECK(a.query.raycast(end, target)->end == end);
    CHECK(a.query.move(end, target) == end);
    CHECK(a.query.move(end, back)->cell == from.cell);
    CHECK(a.query.border_distance(end)->squared_distance == 0);
  };
  check(ExactPlace{0, {1, 1, 0}}, kernel::PlanPoint{3, 1}, kernel::PlanPoint{1, 1});
  check(ExactPlace{1, {3, 1, 0}}, kernel::PlanPoint{1, 1}, kernel::PlanPoint{3, 1});
  check(FloorPlace<double>{0, {1, 1.1, 0}}, std::array{3.3, 1.7}, std::array{.3, 1.7});
  check(FloorPlace<double>{1, {3, 1.1, 0}}, std::array{.3, 1.7}, std::array{3.3, 1.7});
}

TEST_CASE("surface query: steps and welds are passed as a path passes them") {
  NavBuilder b;
  b.box(0, 0, 2, 2);
  b.box(2, 0, 4, 2, mpq_class(1) / 4);
  b.box(5, 0, 7, 2, mpq_class(1) / 4);
  b.portal(PortalKind::step, 0, 1, {ExactPoint{2, 0, 0}, {2, 2, 0}},
           {ExactPoint{2, 0, mpq_class(1) / 4}, {2, 2, mpq_class(1) / 4}});
  b.portal(PortalKind::weld, 1, 2, {ExactPoint{4, 0, mpq_class(1) / 4}, {4, 2, mpq_class(1) / 4}},
           {ExactPoint{5, 0, mpq_class(1) / 4}, {5, 2, mpq_class(1) / 4}});
  const Asked a(b.mesh());
  const ExactPlace from{0, {1, 1, 0}};
  CHECK(a.query.raycast<mpq_class>(from, {6, 1})->end == ExactPlace{2, {6, 1, mpq_class(1) / 4}});
  CHECK(a.query.raycast<mpq_class>(from, {6, mpq_class(3) / 2})->end.cell == 1);
  CHECK(a.query.move<mpq_class>(from, {6, mpq_class(3) / 2})->cell == 2);
  CHECK(a.query.move<double>({0, {1, 1, 0}}, {6, 1.5}) == FloorPlace<double>{2, {6, 1.5, .25}});
  const auto reached = a.query.reach<mpq_class>(from, 4);
  REQUIRE(reached.size() == 3);
  CHECK(reached[0].least == 0);
  CHECK(reached[1].least == Approx(1));
  CHECK(reached[2].least == Approx(4));
}

TEST_CASE("surface query: what is within a walking distance, around a corner") {
  const Asked a(storeys());
  const ExactPlace from{0, {1, 1, 0}};
  const auto cells = [&](const mpq_class& distance) {
    Cells out;
    for (const auto& r : a.query.reach(from, distance)) out.push_back(r.cell);
    return out;
  };
  CHECK(cells(2) == Cells{0});
  CHECK(cells(3) == Cells{0, 1});  // three to the ramp, exactly
  CHECK(cells(mpq_class(29) / 10) == Cells{0});
  CHECK(cells(100) == Cells{0, 1, 2, 3});
  CHECK(a.query.reach<double>({0, {1, 1, 0}}, 100)[2].least == Approx(7));
  // Around the corner (8, 2).
  CHECK(a.query.reach<double>({0, {1, 1, 0}}, 100)[3].most == Approx(std::sqrt(50.0)));
  CHECK(a.query.reach<mpq_class>({0, {9, 9, 0}}, 5).empty());
}

TEST_CASE("surface query: the nearest of several goals, ties by number") {
  const Asked a(storeys());
  const ExactPoint from{1, 1, 0};
  const auto nearest = [&](const std::vector<ExactPoint>& goals) { return a.query.route_to_nearest(from, goals); };
  CHECK(nearest({{3, 3, 0}, {1, 2, 0}, {21, 21, 1}})->first == 1);
  CHECK(nearest({{1, 3, 3}, {7, 1, 3}})->first == 1);  // the first is over the ground, a long way off
  CHECK(nearest({{3, 1, 0}, {1, 3, 0}})->first == 0);
  CHECK(nearest({{1, 3, 0}, {3, 1, 0}})->first == 0);
  CHECK(nearest({{2, 3, 0}, {3, 2, 0}, {50, 50, 0}})->first == 0);  // roots of five
  CHECK(nearest({{21, 21, 1}}).error().code == ErrorCode::unreachable);
  CHECK(nearest({{21, 21, 1}, {50, 50, 0}}).error().code == ErrorCode::unreachable);
  CHECK(nearest({{50, 50, 0}}).error().code == ErrorCode::no_floor);
  CHECK(nearest({}).error().code == ErrorCode::bad_option);
}

TEST_CASE("surface query: components and their areas") {
  const Asked a(storeys());
  const auto all = a.query.components();
  REQUIRE(all.size() == 2);
  CHECK(all[0].cells == Cells{0, 1, 2, 3});
  CHECK(all[0].area == 68);
  CHECK(all[1].area == 4);
  CHECK(a.query.component(0) == a.query.component(3));
  CHECK(a.query.component(0) != a.query.component(4));
}

TEST_CASE("surface query: random places are on their floors, as many as areas say, and the same for a seed") {
  const Asked a(storeys());
  std::mt19937_64 engine(7), again(7);
  std::vector<int> hits(5);
  for (int i = 0; i < 7200; ++i) {
    const ExactPlace place = a.query.random(engine);
    REQUIRE(place == a.query.random(again));
    REQUIRE(a.nav.height(place.cell, place.point[0], place.point[1]) == place.point[2]);
    ++hits[place.cell];
  }
  for (const auto& [cell, area] : {std::pair(0, 16), {1, 8}, {2, 12}, {3, 32}, {4, 4}})
    CHECK(std::abs(hits[static_cast<std::size_t>(cell)] - 100 * area) < 5 * 10 * std::sqrt(area));
  for (int i = 0; i < 100; ++i) CHECK(a.query.random(engine, a.query.component(4)).cell == 4);
  // Halves of the ground.
  int left = 0, all = 0;
  for (int i = 0; i < 4000; ++i) {
    const ExactPlace place = a.query.random(engine);
    if (place.cell == 0) ++all, left += place.point[0] < 1;
  }
  CHECK(std::abs(left - all / 4) < 5 * std::sqrt(all * 3 / 16.0));
}

TEST_CASE("surface query: random places within a walking distance") {
  const Asked a(storeys());
  std::mt19937_64 engine(3);
  const ExactPlace from{3, {1, mpq_class(5) / 2, 3}};
  int on_landing = 0;
  for (int i = 0; i < 300; ++i) {
    const auto place = a.query.random_within(engine, from, 8);
    REQUIRE(place);
    CHECK(place->cell != 0);  // below it, and a long way off
    const auto route = a.nav.route(from.point, place->point, {});
    REQUIRE(route);
    CHECK(route->plan_length.low <= 8);
    on_landing += place->cell == 2;
  }
  CHECK(on_landing > 3);
  CHECK(!a.query.random_within(engine, from, 0));
}

TEST_CASE("surface query: nearest floors of random levels against all facets in fractions") {
  const int calls = wanted("PLUMB_PLACE_CALLS", 2000);
  int ties = 0;
  for (int call = 0, seed = 0; call < calls; ++seed) {
    std::mt19937_64 rng(static_cast<unsigned>(seed));
    const Asked a(scattered(rng));
    for (int k = 0; k < 20; ++k, ++call) {
      const auto coordinate = [&]() -> mpq_class { return mpq_class(static_cast<int>(rng() % 41) - 8) / 4; };
      const ExactPoint at{coordinate(), coordinate(), coordinate()};
      CAPTURE(seed, k, at[0].get_str(), at[1].get_str(), at[2].get_str());
      const mpq_class expected = plain_squared_distance(a.mesh, at);
      const auto found = a.query.nearest(at).value();
      REQUIRE(found.squared_distance == expected);
      REQUIRE(a.nav.height(found.place.cell, found.place.point[0], found.place.point[1]) == found.place.point[2]);
      // The same cell for doubles; the lowest of those that are equally near.
      const auto near = a.query.nearest<double>({at[0].get_d(), at[1].get_d(), at[2].get_d()}).value();
      CHECK(near.squared_distance == Approx(expected.get_d()).margin(1e-12));
      CHECK(near.place.cell == found.place.cell);
      for (NavMesh::CellIndex c = 0; c < a.mesh.cells.size(); ++c) {
        NavMesh one = a.mesh;
        one.cells = {a.mesh.cells[c]};
        const mpq_class alone = plain_squared_distance(one, at);
        if (c < found.place.cell) CHECK(alone > expected);
        if (c > found.place.cell) ties += alone == expected;
      }
    }
  }
  CHECK(ties > calls / 50);
}

TEST_CASE("surface query: property: closed cells are as if they were not there") {
  int closed_starts = 0, stopped = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937_64 rng(seed);
    Asked a(scattered(rng));
    // Asked once before, as doors may close at any time.
    a.query.components();
    a.query.border_distance<mpq_class>({0, a.query.nearest<mpq_class>({0, 0, 0})->place.point});
    NavMesh mesh = a.mesh;
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
      const bool closes = rng() % 3 == 0;
      a.nav.set_closed(c, true);
      a.nav.set_closed(c, closes);
      if (closes) mesh.cells[c].state = std::make_shared<const CellState>(CellState{1, 1, {}});
    }
    std::erase_if(mesh.portals, [&](const NavMesh::Portal& p) { return a.nav.is_closed(p.a) || a.nav.is_closed(p.b); });
    const Asked left(mesh);
    REQUIRE(a.query.components().size() == left.query.components().size());
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) REQUIRE(a.query.component(c) == left.query.component(c));
    for (int k = 0; k < 10; ++k) {
      const auto coordinate = [&]() -> mpq_class { return mpq_class(static_cast<int>(rng() % 41) - 8) / 4; };
      const ExactPoint at{coordinate(), coordinate(), coordinate()};
      const kernel::PlanPoint to{coordinate(), coordinate()};
      CAPTURE(seed, k, at[0].get_str(), at[1].get_str(), at[2].get_str());
      const auto near = a.query.nearest(at), right = left.query.nearest(at);
      REQUIRE(near.has_value() == right.has_value());
      if (!near) continue;
      REQUIRE(near->place == right->place);
      const auto from = near->place;
      const auto ray = a.query.raycast(from, to).value(), right_ray = left.query.raycast(from, to).value();
      REQUIRE(ray.end == right_ray.end);
      REQUIRE(ray.border.has_value() == right_ray.border.has_value());
      stopped += !ray.arrives;
      REQUIRE(a.query.move(from, to) == left.query.move(from, to));
      REQUIRE(a.query.border_distance(from)->squared_distance == left.query.border_distance(from)->squared_distance);
      REQUIRE(a.query.reach<mpq_class>(from, 3).size() == left.query.reach<mpq_class>(from, 3).size());
      std::mt19937_64 one(seed), two(seed);
      REQUIRE(a.query.random(one) == left.query.random(two));
      const auto some = static_cast<NavMesh::CellIndex>(rng() % mesh.cells.size());
      if (!a.nav.is_closed(some)) continue;
      ++closed_starts;
      const ExactPlace within{some, a.mesh.points[a.mesh.cells[some].facets[0].corners[0]]};
      REQUIRE(!a.query.raycast(within, to));
      REQUIRE(!a.query.move(within, to));
      REQUIRE(!a.query.border_distance(within));
    }
  }
  CHECK(closed_starts > 100);
  CHECK(stopped > 500);
}

TEST_CASE("surface query: moves in doubles stay on their component, composed many times") {
  NavBuilder b;
  const mpq_class third = mpq_class(1) / 3;
  b.cell({{0, 0, 0}, {4 + third, 0, 0}, {4, 3 + third, 0}, {0, 3, 0}});
  b.cell({{4 + third, 0, 0}, {9, third, 1}, {9, 3, 1}, {4, 3 + third, 0}});
  b.cell({{0, 3, 0}, {4, 3 + third, 0}, {2, 7, 0}});
  b.cell({{9, third, 1}, {9 + third, third, 1}, {9 + third, 3, 1}, {9, 3, 1}});  // the last is a sliver
  b.link_edges();
  // Another component whose edges touch the first.
  b.cell({{4, 3 + third, 0}, {9, 3, 1}, {9, 8, 1}, {2, 7, 0}});
  const Asked a(b.mesh());
  const std::uint32_t own = a.query.component(0);
  REQUIRE(a.query.component(4) != own);
  std::mt19937_64 rng(1);
  const auto drawn = [&](double width) { return std::ldexp(static_cast<double>(rng() >> 11), -53) * width; };
  FloorPlace<double> place = a.query.below<double>({1, 1, 1}).value();
  std::vector<int> visits(5);
  for (int i = wanted("PLUMB_MOVES", 20000); i > 0; --i) {
    const double reach = i % 7 == 0 ? 20 : 1;
    const auto next =
        a.query.move(place, {place.point[0] + drawn(reach) - reach / 2, place.point[1] + drawn(reach) - reach / 2});
    REQUIRE(next);  // the place was in its cell
    REQUIRE(a.query.component(next->cell) == own);
    place = *next;
    ++visits[place.cell];
  }
  for (const int cell : {0, 1, 2, 3}) CHECK(visits[static_cast<std::size_t>(cell)] > 0);
  const auto exact = a.query.move(ExactPlace{0, {1, 1, 0}}, {100, mpq_class(1) / 7}).value();
  CHECK(exact.point[0] == 9 + third);
}

TEST_CASE("surface query: eight threads at once are told the same") {
  const Asked a(storeys());
  const auto ask = [&](std::vector<FloorPlace<double>>& out) {
    std::mt19937_64 rng(5);
    FloorPlace<double> place = a.query.below<double>({1, 1, 1}).value();
    for (int i = 0; i < 500; ++i) {
      const auto drawn = [&] { return std::ldexp(static_cast<double>(rng() >> 11), -53) * 9 - 1; };
      place = a.query.move(place, {drawn(), drawn()}).value();
      out.push_back(place);
      out.push_back(a.query.raycast(place, {drawn(), drawn()})->end);
      out.push_back(a.query.nearest<double>({drawn(), drawn(), drawn()})->place);
      out.push_back(a.query.border_distance(place)->place);
      out.push_back({a.query.reach(place, drawn() + 1).back().cell, {}});
    }
  };
  std::vector<std::vector<FloorPlace<double>>> told(9);
  ask(told[8]);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 8; ++i) threads.emplace_back([&, i] { ask(told[i]); });
  for (std::thread& t : threads) t.join();
  for (std::size_t i = 0; i < 8; ++i) CHECK(told[i] == told[8]);
}
