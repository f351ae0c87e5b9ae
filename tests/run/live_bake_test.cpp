// SPDX-License-Identifier: GPL-3.0-or-later
// Obstacles that are added to a baked level and removed from it.
//
// The judge is a bake of the level with all obstacles appended: the live bake must give the same navmesh, number by
// number. facts() tells how much was cut again, which must not be everything. Drawn scripts are in
// tests/property/live_bake_property_test.cpp.
#include "plumb/pipeline/live_bake.h"

#include <catch2/catch.hpp>

#include "support/level_text.h"
#include "support/live_text.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::string two_floors() {
  return LevelText()
      .slab(0, 0, 10, 10, 0)
      .slab(10, 0, 20, 10, 0)
      .slab(0, 0, 10, 10, 3)
      .wall({4, 0}, {4, 6}, 0, mpq_class(1) / 2)
      .obj();
}

BakeSettings settings() {
  BakeSettings s;
  s.stances = {{"crouch", 1}, {"stand", 2}};
  s.step = mpq_class(1) / 2;
  s.optimise = Optimise::none;
  s.sides = Sides::up;
  return s;
}

ObstacleId add(LiveBake& live, const std::string& obj) {
  auto id = live.add_obstacle(scene_of(obj));
  if (!id) throw std::runtime_error(id.error().text());
  return *id;
}

// Whether it is, number by number, what a bake of all that is there would be.
bool is_appended(LiveBake& live, const std::string& level, const std::vector<std::string>& there,
                 const BakeSettings& s) {
  const AppendedBake expected = bake_appended(level, there, s);
  REQUIRE(expected.apart);
  return same_navmesh(mesh_of(live), expected.baked.mesh());
}

}  // namespace

TEST_CASE("live bake: a crate down and up again") {
  for (const Optimise goal : {Optimise::none, Optimise::count, Optimise::regular}) {
    BakeSettings s = settings();
    s.optimise = goal;
    const std::string level = two_floors(), box = crate(2, 2, 0, mpq_class(1) / 2);
    LiveBake live = live_of(level, s);
    const NavMesh before = mesh_of(live);
    CHECK(is_appended(live, level, {}, s));
    REQUIRE(add(live, box) == 1);
    CHECK(live.has(1));
    CHECK(live.facts().cuts == 2);  // the floor beneath and the lid, but not the floor beside or above
    const NavMesh during = mesh_of(live);
    CHECK_FALSE(same_navmesh(before, during));
    CHECK(is_appended(live, level, {box}, s));
    REQUIRE(live.remove_obstacle(1));
    CHECK_FALSE(live.has(1));
    CHECK(same_navmesh(before, mesh_of(live)));
    CHECK_FALSE(live.remove_obstacle(1));
    CHECK_FALSE(live.remove_obstacle(2));
    CHECK(live.last() == 1);
  }
}

TEST_CASE("live bake: a lid in reach of a step is reached") {
  const std::string level = two_floors(), box = crate(6, 6, 0, mpq_class(1) / 2);
  LiveBake live = live_of(level, settings());
  add(live, box);
  const NavMesh mesh = mesh_of(live);
  std::size_t steps = 0;
  for (const NavMesh::Portal& p : mesh.portals) steps += p.kind == PortalKind::step;
  CHECK(steps >= 4);
}

TEST_CASE("live bake: what stands in a gap stops the weld across it, and lies over neither side") {
  BakeSettings s = settings();
  s.weld = 1;
  const std::string level = LevelText().slab(0, 0, 2, 2, 0).slab(3, 0, mpq_class(11) / 2, 2, 0).obj(),
                    wall = LevelText().wall({mpq_class(5) / 2, 0}, {mpq_class(5) / 2, 1}, 0, 2).obj();
  LiveBake live = live_of(level, s);
  CHECK(mesh_of(live).portals.size() == 2);
  add(live, wall);
  CHECK(live.facts().cuts == 0);
  CHECK(is_appended(live, level, {wall}, s));
  CHECK(live.remove_obstacle(1));
  CHECK(is_appended(live, level, {}, s));
}

TEST_CASE("live bake: a border goes where a step comes, and with it the weld from a floor above") {
  BakeSettings s = settings();
  s.weld = 1;
  const std::string level = LevelText().slab(0, 0, 2, 2, 1).slab(mpq_class(5) / 2, 0, 4, 2, mpq_class(1) / 2).obj(),
                    low = LevelText().slab(2, 0, mpq_class(5) / 2, 2, 0).obj();
  LiveBake live = live_of(level, s);
  CHECK(mesh_of(live).portals.size() == 2);
  add(live, low);
  CHECK(is_appended(live, level, {low}, s));
  const NavMesh mesh = mesh_of(live);
  REQUIRE(mesh.portals.size() == 1);
  CHECK(mesh.portals[0].kind == PortalKind::step);
  CHECK(live.remove_obstacle(1));
  CHECK(is_appended(live, level, {}, s));
}

TEST_CASE("live bake: crates that stand on, touch and overlap one another, in any order") {
  const std::string level = two_floors();
  const std::vector<std::string> boxes{crate(2, 2, 0, 1),
                                       crate(mpq_class(5) / 2, 2, 1, 1),
                                       crate(3, 2, 0, mpq_class(3) / 2),
                                       crate(mpq_class(5) / 2, mpq_class(5) / 2, 0, 1),
                                       crate(9, 4, 0, 2),
                                       crate(4, 4, mpq_class(5) / 2, 1)};
  for (const Optimise goal : {Optimise::none, Optimise::count}) {
    BakeSettings s = settings();
    s.optimise = goal;
    LiveBake live = live_of(level, s);
    for (const std::string& b : boxes) add(live, b);
    CHECK(is_appended(live, level, boxes, s));
    for (const ObstacleId gone : {2u, 5u, 1u}) CHECK(live.remove_obstacle(gone));
    CHECK(is_appended(live, level, {boxes[2], boxes[3], boxes[5]}, s));
    CHECK(add(live, boxes[1]) == 7);
    CHECK(is_appended(live, level, {boxes[2], boxes[3], boxes[5], boxes[1]}, s));
  }
}

TEST_CASE("live bake: coordinates finer than all before") {
  const std::string level = two_floors();
  const auto thirds = [](const mpq_class& x) {
    std::vector<std::vector<ExactPoint>> faces;
    const mpq_class y(mpq_class(7) / 3), z(mpq_class(1) / 7);
    faces.push_back({{x, y, z}, {x + 1, y, z}, {x + 1, y + 1, z}, {x, y + 1, z}});
    return std::move(*scene_from_polygons(faces));
  };
  LiveBake live = live_of(level, settings());
  const NavMesh before = mesh_of(live);
  const std::string box = crate(2, 2, 0, 1);
  add(live, box);
  REQUIRE(live.add_obstacle(thirds(mpq_class(1) / 3)));
  const std::size_t all = live.facts().cuts;
  CHECK(mesh_of(live).denominator == 21 * before.denominator);
  REQUIRE(live.add_obstacle(thirds(mpq_class(16) / 3)));
  CHECK(live.facts().cuts < all);  // not all again
  CHECK(live.remove_obstacle(2));
  CHECK(live.remove_obstacle(3));
  CHECK(is_appended(live, level, {box}, settings()));
  REQUIRE(live.add_obstacle(thirds(mpq_class(1) / 3)));
  CHECK(live.facts().cuts == all);  // coordinates were coarser again
  CHECK(live.remove_obstacle(4));
  CHECK(live.remove_obstacle(1));
  CHECK(same_navmesh(before, mesh_of(live)));
}

TEST_CASE("live bake: an obstacle with a long coordinate leaves the numbers of the level as short as they are") {
  const std::string level = two_floors();
  const std::string
      far_from_unit =
          "v 1 1 1\nv 2 1 1\nv 2 2.000000000000000000000000000000000000000000001 1\nv 1 2 1\nf -4 -3 -2 -1\n",
      large = "v 1 1 1e60\nv 2 1 1e60\nv 2 2 1e60\nf -3 -2 -1\n";
  for (const std::string& obj : {far_from_unit, large}) {
    LiveBake live = live_of(level, settings());
    const NavMesh before = mesh_of(live);
    const std::string box = crate(2, 2, 0, 1);
    const ObstacleId first = add(live, obj);
    add(live, box);
    CHECK(live.facts().cuts < 10);  // not all again
    CHECK(is_appended(live, level, {obj, box}, settings()));
    CHECK(live.remove_obstacle(first));
    CHECK(is_appended(live, level, {box}, settings()));
    CHECK(live.remove_obstacle(2));
    CHECK(same_navmesh(before, mesh_of(live)));
  }
}

TEST_CASE("live bake: obstacles that come and go for ever take no more and more") {
  // Far from the crates, a step between floors ends where the lower one has no corner.
  const std::string
      level = LevelText().slab(0, 0, 4, 4, 0).slab(0, 100, 4, 104, 0).slab(4, 101, 6, 103, mpq_class(1) / 2).obj(),
      box = crate(1, 1, 0, 1), other = crate(2, 2, 0, 1);
  LiveBake live = live_of(level, settings());
  add(live, other);
  // 4,096 polygons that have gone, and numbers begin anew.
  for (ObstacleId id = 2; id < 702; ++id) {
    REQUIRE(add(live, crate(mpq_class(id) / 10, 1, mpq_class(id) / 10, 1)) == id);  // each has points of its own
    REQUIRE(live.remove_obstacle(id));
    if (id == 600) CHECK(is_appended(live, level, {other}, settings()));  // unused points have gone, numbers have not
  }
  add(live, box);
  CHECK(is_appended(live, level, {other, box}, settings()));
  CHECK(live.remove_obstacle(702));
  CHECK(live.remove_obstacle(1));
  CHECK(is_appended(live, level, {}, settings()));
}

TEST_CASE("live bake: nobody stands inside a closed crate, whose corners are its own") {
  BakeSettings s = settings();
  s.solids = Solids::closed;
  const std::string level = two_floors(), box = crate(2, 2, -1, 3);
  LiveBake live = live_of(level, s);
  add(live, box);
  CHECK(is_appended(live, level, {box}, s));
  const NavMesh mesh = mesh_of(live);
  CHECK(std::ranges::any_of(mesh.cells, [](const NavMesh::Cell& c) { return c.stance == kernel::inside; }));
  const auto refused = live.add_obstacle(scene_of(crate(10, 10, 0, 1)));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::bad_scene);
  CHECK(live.last() == 1);
  CHECK(same_navmesh(mesh, mesh_of(live)));
  CHECK(live.remove_obstacle(1));
  CHECK(is_appended(live, level, {}, s));
}

TEST_CASE("live bake: edges that cross in a point that is no corner, in an obstacle and in the level") {
  // They cross in (3, 3/2), and in (4/3, 5/3).
  const std::string half = "v 2 3 1\nv 4 0 1\nv 4 1 1\nv 0 3 1\nv 0 0 1\nv 3 0 1\nv 3 2 1\nf -7 -6 -5 -4 -3 -2 -1\n",
                    third = "v 4 3 2\nv 0 1 2\nv 0 -1 2\nv 2 3 2\nv 0 3 2\nv 3 0 2\nf -6 -5 -4 -3 -2 -1\n",
                    box = crate(3, mpq_class(3, 2), 1, 1), other = crate(6, 6, 0, 1);
  for (const Solids solids : {Solids::none, Solids::closed}) {
    BakeSettings s = settings();
    s.solids = solids;
    const std::string level = two_floors();
    LiveBake live = live_of(level, s);
    const NavMesh before = mesh_of(live);
    add(live, third);
    CHECK(is_appended(live, level, {third}, s));
    add(live, half);
    add(live, box);  // a corner in the crossing
    CHECK(is_appended(live, level, {third, half, box}, s));
    CHECK(live.remove_obstacle(1));
    CHECK(is_appended(live, level, {half, box}, s));
    CHECK(live.remove_obstacle(2));
    CHECK(live.remove_obstacle(3));
    CHECK(same_navmesh(before, mesh_of(live)));
    // The crossing is no corner of the level, so the crate has its corners for itself.
    LiveBake crossed = live_of(level + half, s);
    add(crossed, box);
    add(crossed, other);
    CHECK(is_appended(crossed, level + half, {box, other}, s));
  }
}

TEST_CASE("live bake: what is inside of a crate far from its sides") {
  BakeSettings s = settings();
  s.solids = Solids::closed;
  const std::string level = two_floors(), box = crate(-10, -10, -10, 40);
  LiveBake live = live_of(level, s);
  add(live, box);
  CHECK(is_appended(live, level, {box}, s));
  CHECK(live.remove_obstacle(1));
  CHECK(is_appended(live, level, {}, s));
}

TEST_CASE("live bake: an agent with a radius keeps away from crates while they are there") {
  BakeSettings s = settings();
  s.radius = mpq_class(3) / 10;
  const std::string level = two_floors();
  const std::vector<std::string> boxes{crate(2, 2, 0, 1), crate(4, 2, 0, mpq_class(1) / 4), crate(9, 4, 0, 2)};
  LiveBake live = live_of(level, s);
  for (const std::string& b : boxes) add(live, b);
  CHECK(is_appended(live, level, boxes, s));
  CHECK(live.remove_obstacle(1));
  CHECK(is_appended(live, level, {boxes[1], boxes[2]}, s));
  // The second has the finest coordinates.
  CHECK(live.remove_obstacle(2));
  CHECK(is_appended(live, level, {boxes[2]}, s));
}

TEST_CASE("live bake: what is small or unreached is left out each time") {
  BakeSettings s = settings();
  s.min_area = 2;
  const std::string level = two_floors(), box = crate(2, 2, 0, 1);
  LiveBake live = live_of(level, s);
  add(live, box);
  CHECK(is_appended(live, level, {box}, s));
  s.min_area = 0;
  s.seed_points = {{1, 1, 1}};
  LiveBake seeded = live_of(level, s);
  add(seeded, box);
  CHECK(is_appended(seeded, level, {box}, s));
  add(seeded, crate(mpq_class(1) / 2, mpq_class(1) / 2, mpq_class(1) / 2, 1));  // around the point
  REQUIRE_FALSE(seeded.mesh());
}

TEST_CASE("live bake: what is refused") {
  BakeSettings s = settings();
  LiveBake live = live_of(two_floors(), s);
  const auto crossed = live.add_obstacle(scene_of("v 0 0 1\nv 1 1 1\nv 1 0 1\nv 0 1 1\nf 1 2 3 4\n"));
  REQUIRE_FALSE(crossed);
  CHECK(crossed.error().code == ErrorCode::bad_face);
  CHECK(live.last() == 0);
  s.method = Method::wedge;
  s.stances = {{"stand", 2}};
  const auto wedge = bake_live(scene_of(two_floors()), s);
  REQUIRE_FALSE(wedge);
  CHECK(wedge.error().code == ErrorCode::bad_option);
}

TEST_CASE("live bake: an obstacle without area changes nothing") {
  const std::string level = two_floors();
  LiveBake live = live_of(level, settings());
  const NavMesh before = mesh_of(live);
  add(live, "v 0 0 1\nv 1 1 1\nv 2 2 1\nf 1 2 3\n");
  CHECK(same_navmesh(before, mesh_of(live)));
  CHECK(live.remove_obstacle(1));
}
