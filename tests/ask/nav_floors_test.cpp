// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh as floors over one another: areas, border and components against those of the navmesh, and routes against
// what has to be true of any (clear of border, no cheaper than the bound, as dear on the way back), on shipped and
// random levels.
#include "plumb/pipeline/nav_floors.h"

#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "support/floor_routes.h"
#include "support/live_text.h"
#include "support/options_of.h"
#include "support/random_level.h"
#include "support/random_places.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace pipeline;
using namespace plan;
using Index = PlanTriangulation::Index;

// @param radius none: of an agent without width; else the outer bound of what is left to it, for a window of 5/8
Baked baked(Result<Scene> scene, const char* optimise = "count", const char* sides = "up",
            const char* radius = nullptr) {
  BakeArguments a;
  if (radius) a.radius = radius, a.window = "5/8", a.clearance = "outer";
  a.scene = "level.obj";
  a.sides = sides;
  a.stances = {"crawl=0.5", "stand=1.8"};
  a.step = "0.4";
  a.weld = "0.15";
  a.optimise = optimise;
  a.threads = "1";
  BakeOptions options = options_of(a);
  options.mesh = true;
  if (!scene) throw std::runtime_error(scene.error().text());
  auto out = bake(std::move(*scene), options);
  if (!out) throw std::runtime_error(out.error().text());
  return std::move(*out);
}
Result<Scene> example(const char* name, UpAxis up) {
  return import_scene(std::string(PLUMB_SOURCE_DIR) + "/docs/examples/" + name + ".obj", {.up = up});
}

using Segment = std::array<kernel::PlanPoint, 2>;
kernel::RationalInterval length(const std::vector<Segment>& all) {
  kernel::RootSum sum(128);
  for (const auto& [p, q] : all) sum.add_root(kernel::squared_distance(p, q));
  return sum.value();
}

// What is true of the floors of any navmesh.
void check_floors(const NavMesh& mesh, kernel::Label stance) {
  DerivedMesh derived(mesh);
  const auto made = make_nav_floors(derived, {.stance = stance, .weights = {}, .window = 1});
  REQUIRE(made);
  const NavFloors& floors = *made;
  const PlanTriangulation& t = floors.plan.triangulation;
  REQUIRE(is_valid(floors.plan));
  mpq_class area = 0, of_cells = 0;
  for (Index h = 0; h < t.half_edges.size(); h += 3)
    area += kernel::orient2d(t.points[t.from(h)].at, t.points[t.from(h + 1)].at, t.points[t.from(h + 2)].at) / 2;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
    if (mesh.cells[c].open_to() >= stance)
      for (const NavMesh::Facet& f : mesh.cells[c].facets) {
        kernel::PlanRing ring;
        for (const NavMesh::PointIndex p : f.ring()) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
        of_cells += kernel::signed_area(ring);
      }
  CHECK(area == of_cells);
  // All that is not joined is border.
  std::vector<Segment> closed, border;
  for (Index h = 0; h < t.half_edges.size(); ++h)
    if (t.twin(h) == PlanTriangulation::none) closed.push_back({t.points[t.from(h)].at, t.points[t.to(h)].at});
  for (const PlanMap::Segment& s : floors.plan.border.segments)
    border.push_back({floors.plan.border.points[s.from].at, floors.plan.border.points[s.to].at});
  const auto a = length(closed), b = length(border);
  CHECK(a.low <= b.high);
  CHECK(b.low <= a.high);
  // And what is joined is what portals join.
  kernel::UnionFind sets(static_cast<Index>(t.triangle_count()));
  for (Index h = 0; h < t.half_edges.size(); ++h) t.each_side(h, [&](Index side) { sets.unite(h / 3, side / 3); });
  for (const FloorGap& gap : floors.plan.gaps)
    for (const Index h : gap.sides[0].half_edges)
      for (const Index g : gap.sides[1].half_edges) sets.unite(h / 3, g / 3);
  const auto components = pipeline::components(mesh, stance);
  std::map<std::uint32_t, Index> set_of;
  std::set<Index> seen;
  for (const NavFloors::Facet& f : floors.facets)
    for (Index i = f.first; i < f.last; ++i) {
      const auto [known, is_new] = set_of.try_emplace(components[f.cell], sets.find(i));
      CHECK(known->second == sets.find(i));
      if (is_new) CHECK(seen.insert(known->second).second);
    }
}

}  // namespace

TEST_CASE("nav floors: area, border and components are the navmesh's, on shipped levels") {
  for (const auto& [name, up] :
       {std::pair("ruin", UpAxis::y), std::pair("spiral", UpAxis::z), std::pair("staircase", UpAxis::z),
        std::pair("walls_and_fences", UpAxis::z), std::pair("leaning_stairs", UpAxis::z)})
    for (const char* optimise : {"count", "none"}) {
      INFO(name << ' ' << optimise);
      const Baked level = baked(example(name, up), optimise);
      for (const kernel::Label stance : {1, 2}) check_floors(level.mesh(), stance);
    }
}

TEST_CASE("nav floors: random levels: valid floors, clear routes, bounds below costs, no more ways for larger discs") {
  int found = 0, welded = 0, stepped = 0, lost = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    const Baked level = baked(scene_of(random_level(seed)), "count", "both");
    check_floors(level.mesh(), 1);
    const NavFloorOptions options{.stance = 1, .weights = {{1, 3}}, .window = mpq_class(3, 4)};
    std::mt19937 random(seed);
    const auto place = [&] {
      return ExactPoint{drawn_number(random, 8, 4), drawn_number(random, 8, 4), drawn_number(random, 5, 4)};
    };
    std::vector<ExactPoint> places;
    for (int k = 0; k < 40; ++k) places.push_back(place());
    std::map<std::pair<std::size_t, std::size_t>, bool> passable;  // for the disc before
    for (const mpq_class& r : {mpq_class(0), mpq_class(1, 8), mpq_class(1, 3)}) {
      RouteSettings settings;
      settings.radius = r;
      settings.bound = true;
      FloorRoutes routes(level.mesh(), options, settings);
      for (std::size_t k = 1; k < places.size(); ++k) {
        const ExactPoint &from = places[k - 1], &to = places[k];
        if (!routes.end(from) || !routes.end(to)) continue;
        const FloorRoute route = routes(from, to);
        const bool is_found = route.answer == FloorRoute::Answer::found;
        // A way of a larger disc is one of a smaller disc, which only the choice of points may miss.
        const auto [before, is_first] = passable.try_emplace({k - 1, k}, is_found);
        if (is_found && !before->second) ++lost;
        before->second = is_found;
        if (!is_found) continue;
        ++found;
        CHECK(*route.bound <= route.cost.high);
        CHECK(routes.collision(route, r, 8) == "");
        for (std::size_t i = 0; i < route.pieces.size(); ++i) {
          welded += route.pieces[i].in.beyond != PlanTriangulation::none;
          stepped += i > 0 && route.pieces[i].from_height != route.pieces[i - 1].to_height;
        }
        const FloorRoute back = routes(to, from);
        REQUIRE(back.answer == FloorRoute::Answer::found);
        CHECK(*route.bound <= back.cost.high);
        if (r > 0 || std::ranges::any_of(level.mesh().cells, [](const auto& c) { return c.stance == 1; })) continue;
        // No way of a point is shorter than its bound.
        const auto corridor = NavQuery(level.mesh()).route(from, to, {.stance = 1});
        REQUIRE(corridor);
        CHECK(*route.bound <= corridor->plan_length.high);
      }
    }
  }
  CHECK(found > 50);
  CHECK(stepped > 10);
  CHECK(welded > 5);
  CHECK(lost <= 2);
}

TEST_CASE("nav floors: routes on the ruin are clear, cost no less than the bound, and as much both ways") {
  const Baked level = baked(example("ruin", UpAxis::y));
  const mpq_class r(1, 5);
  const NavFloorOptions options{.stance = 1, .weights = {{1, 2}}, .window = mpq_class(5, 8)};
  RouteSettings settings;
  settings.radius = r;
  settings.points.spacing = 0.5;
  FloorRoutes routes(level.mesh(), options, settings);
  std::mt19937 random(1);
  const auto place = [&] {
    return ExactPoint{drawn_number(random, 32, 64), drawn_number(random, 16, 64) - 4, drawn_number(random, 8, 64)};
  };
  int found = 0, stepped = 0;
  for (int k = 0; k < 400 && found < 2; ++k) {
    const ExactPoint from = place(), to = place();
    if (!routes.end(from) || !routes.end(to)) continue;
    const FloorRoute route = routes(from, to);
    if (route.answer != FloorRoute::Answer::found) continue;
    ++found;
    CHECK(routes.collision(route, r, 2) == "");
    const FloorRoute back = routes(to, from);
    REQUIRE(back.answer == FloorRoute::Answer::found);
    CHECK(mpq_class(back.cost.low / route.cost.high).get_d() == Approx(1).epsilon(0.05));
    for (std::size_t i = 1; i < route.pieces.size(); ++i)
      stepped += route.pieces[i].from_height != route.pieces[i - 1].to_height;
  }
  CHECK(found == 2);
  CHECK(stepped > 0);
}

TEST_CASE("nav floors: routes lie within what a bake leaves to an agent of the same radius") {
  // Two ways to the same definition (semantics, section 7): a route's border tests, and the bodies that a bake cuts
  // away.
  for (const auto& [name, up] : {std::pair("spiral", UpAxis::z), std::pair("staircase", UpAxis::z),
                                 std::pair("walls_and_fences", UpAxis::z), std::pair("leaning_stairs", UpAxis::z)}) {
    CAPTURE(name);
    const Baked level = baked(example(name, up)), cleared = baked(example(name, up), "count", "up", "1/5");
    RouteSettings settings;
    settings.radius = mpq_class(1, 5);
    FloorRoutes routes(level.mesh(), {.stance = 1, .weights = {}, .window = mpq_class(5, 8)}, settings);
    const NavQuery left(cleared.mesh());
    const auto holds = [&](const kernel::PlanPoint& at, const mpq_class& height) {
      const auto place = left.locate({at[0], at[1], height}, 1);
      return place && place->height == height;
    };
    std::mt19937 random(1);
    kernel::Interval x(HUGE_VAL, -HUGE_VAL), y = x, z = x;
    for (NavMesh::PointIndex p = 0; p < level.mesh().points.size(); ++p) {
      const auto grow = [](kernel::Interval& i, const mpq_class& v) {
        i = {std::min(i.low, v.get_d()), std::max(i.high, v.get_d())};
      };
      const ExactPoint& at = level.mesh().points[p];
      grow(x, at[0]), grow(y, at[1]), grow(z, at[2]);
    }
    const auto drawn = [&](const kernel::Interval& i) -> mpq_class {
      return mpq_class(i.low + (i.high - i.low) * static_cast<double>(random() % 257) / 256);
    };
    int found = 0;
    for (int k = 0; k < 300 && found < 10; ++k) {
      const ExactPoint from{drawn(x), drawn(y), drawn(z)}, to{drawn(x), drawn(y), drawn(z)};
      if (!routes.end(from) || !routes.end(to)) continue;
      const FloorRoute route = routes(from, to);
      if (route.answer != FloorRoute::Answer::found) continue;
      ++found;
      for (const FloorRoute::Piece& piece : route.pieces) {
        CHECK(holds(piece.p, piece.from_height));
        CHECK(holds(piece.q, piece.to_height));
      }
    }
    CHECK(found > 0);
  }
}
