// SPDX-License-Identifier: GPL-3.0-or-later
// What the wedge method's mesh keeps of simple levels when it is cleared of what is too close to its border.
// 1. Rooms and doors by hand: areas that are kept for every disc, widths just as wide as the agent, the window of
//    heights on floors and slopes.
// 2. The classes of the new boundary, and straight border edges that become one.
// 3. Joints between floors: corners appear on both sides, and what a body ends along is border.
// 4. Many walls that meet in one place.
#include "plumb/pipeline/wedge_stages.h"

#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "support/cleared_walls.h"
#include "support/level_text.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::DiscBound;
using pipeline::ClearWallsOptions;
using surface::EdgeClass;
using surface::TriangleMesh;

const mpq_class tiny(1, mpz_class(1) << 60);

ClearWallsOptions options_of(const mpq_class& radius, const mpq_class& window, std::uint32_t disc = 16,
                             DiscBound bound = DiscBound::tangents) {
  return {.radius = radius, .window = window, .disc_points = disc, .bound = bound};
}

ClearedWalls cleared(const LevelText& level, const ClearWallsOptions& options) {
  ClearedWalls out = clear_level_walls(level.obj(), options);
  CHECK(broken_rule(out, options) == "");
  return out;
}

mpq_class area_of_disc(const ClearWallsOptions& o) {
  return area(kernel::disc_polygon(o.disc_points, o.bound, o.radius));
}

std::size_t points_at(const TriangleMesh& mesh, const mpq_class& x, const mpq_class& y) {
  return static_cast<std::size_t>(
      std::ranges::count_if(mesh.points, [&](const auto& p) { return p[0] == x && p[1] == y; }));
}

const std::vector<DiscBound> both{DiscBound::hull, DiscBound::tangents};

}  // namespace

TEST_CASE("clear_walls: a room keeps what is a radius from its walls, for every disc") {
  const LevelText room = LevelText().slab(0, 0, 10, 10, 0);
  for (const std::uint32_t disc : {4u, 8u, 16u})
    for (const DiscBound bound : both)
      for (const mpq_class& r : std::vector<mpq_class>{mpq_class(1, 3), 4, 5 - tiny})
        CHECK(cleared(room, options_of(r, 1, disc, bound)).area == (10 - 2 * r) * (10 - 2 * r));
}

TEST_CASE("clear_walls: nothing is left of a room that is not wider than the agent") {
  const LevelText room = LevelText().slab(0, 0, 10, 10, 0);
  for (const mpq_class& r : {mpq_class(5), mpq_class(1000)}) {
    const ClearedWalls c = cleared(room, options_of(r, 1));
    CHECK(c.after.triangles.empty());
    CHECK(c.after.points.empty());
    CHECK(c.facts.lost.exact == 100);
  }
}

TEST_CASE("clear_walls: what is blocked takes four sides more and the disc at its corners") {
  // What is under the slab is blocked; the slab is a floor itself, whose border is a window away.
  const LevelText level = LevelText().slab(0, 0, 20, 20, 0).slab(9, 9, 11, 11, 1);
  for (const std::uint32_t disc : {4u, 8u, 16u})
    for (const DiscBound bound : both)
      for (const mpq_class& r : {mpq_class(1, 4), mpq_class(3)}) {
        const ClearWallsOptions options = options_of(r, 1, disc, bound);
        const mpq_class top = r < 1 ? (2 - 2 * r) * (2 - 2 * r) : mpq_class(0);
        CHECK(cleared(level, options).area == (20 - 2 * r) * (20 - 2 * r) - 4 - 8 * r - area_of_disc(options) + top);
      }
}

TEST_CASE("clear_walls: the window is open, upward and downward") {
  // A ledge to stand under, in the middle of a floor: its border is 3 over the floor.
  const LevelText over = LevelText().slab(0, 0, 20, 20, 0).slab(8, 8, 12, 12, 3);
  // The border of a floor in the middle, 3 under a ledge.
  const LevelText under = LevelText().slab(8, 8, 12, 12, 0).slab(0, 0, 20, 20, 3);
  for (const LevelText& level : {over, under}) {
    const mpq_class apart = 18 * 18 + 4;
    CHECK(cleared(level, options_of(1, 3 - tiny)).area == apart);
    CHECK(cleared(level, options_of(1, 3)).area == apart);
    const ClearWallsOptions more = options_of(1, 3 + tiny);
    CHECK(cleared(level, more).area == apart - (16 + 16 + area_of_disc(more) - 4));
  }
}

TEST_CASE("clear_walls: on a slope the window counts along it") {
  for (const mpq_class& slope : {mpq_class(1), mpq_class(1, 2), mpq_class(1, 3)}) {
    const LevelText ramp = LevelText().face({{0, 0, 0}, {12, 0, 12 * slope}, {12, 10, 12 * slope}, {0, 10, 0}});
    for (const std::uint32_t disc : {4u, 16u})
      for (const DiscBound bound : both)
        for (const mpq_class& window : std::vector<mpq_class>{mpq_class(1, 4), slope, slope + tiny, 2}) {
          // At the sides, what is beside a place is as high as it is.
          const mpq_class r = 1, ends = std::min<mpq_class>(r, window / slope);
          const ClearedWalls c = cleared(ramp, options_of(r, window, disc, bound));
          CHECK(c.area == (12 - 2 * ends) * (10 - 2 * r));
        }
  }
}

TEST_CASE("clear_walls: an agent fits through a door that is wider than it, not through one as wide") {
  const mpq_class r(3, 10);
  for (const std::uint32_t disc : {4u, 16u})
    for (const DiscBound bound : both)
      for (const int more : {-1, 0, 1}) {
        const mpq_class half = r + more * tiny;
        const LevelText level = LevelText().slab(0, 0, 4, 8, 0).slab(5, 0, 9, 8, 0).slab(4, 4 - half, 5, 4 + half, 0);
        const ClearedWalls c = cleared(level, options_of(r, 1, disc, bound));
        CHECK(component_count(c.before) == 1);
        CHECK(component_count(c.after) == (more > 0 ? 1 : 2));
      }
}

TEST_CASE("clear_walls: a boundary edge is of the class of the border that took what is beyond") {
  // A disc of 4 tangents is a square. The wall faces to -y.
  const ClearedWalls c = cleared(LevelText().slab(0, 0, 10, 10, 0).wall({3, 5}, {7, 5}, 0, 3), options_of(1, 1, 4));
  CHECK(c.area == 64 - 12);
  for (const auto& e : c.after.boundary) CHECK(e.wall_line == TriangleMesh::none);
  auto length = lengths(c.after);
  CHECK(length[EdgeClass::open] == 32);
  CHECK(length[EdgeClass::blocked] == 6);
  CHECK(length[EdgeClass::inner_wall] == 6 + 2 + 2);  // and its ends
  // Under a slab.
  const ClearedWalls d =
      cleared(LevelText().slab(0, 0, 10, 10, 0).slab(4, 4, 6, 6, 1), options_of(1, mpq_class(1, 2), 4));
  length = lengths(d.after);
  CHECK(length[EdgeClass::open] == 32);
  CHECK(length[EdgeClass::blocked] == 16);
}

TEST_CASE("clear_walls: straight border edges are one, and so are the sides of a wall") {
  // Two floors that are not convex together: their border has corners where they meet.
  const LevelText level = LevelText().slab(0, 0, 10, 10, 0).slab(10, 0, 20, 12, 0).wall({2, 5}, {8, 5}, 0, 3);
  CHECK(cleared(level, options_of(1, 1)).facts.operations == 6 + 1);
}

TEST_CASE("clear_walls: floors in different planes stay joined, with their surfaces") {
  LevelText level;
  level.slab(0, 0, 10, 10, 0);
  level.face({{10, 0, 0}, {20, 0, 5}, {20, 10, 5}, {10, 10, 0}});
  level.slab(20, 0, 30, 10, 5);
  const ClearedWalls c = cleared(level, options_of(1, 3));
  CHECK(component_count(c.after) == 1);
  CHECK(c.area == 28 * 8);
  CHECK(c.after.triangles.size() == 6);
  std::set<std::uint32_t> surfaces;
  for (const auto& t : c.after.triangles) surfaces.insert(t.surface);
  CHECK(surfaces == std::set<std::uint32_t>{0, 1, 2});
  CHECK(lengths(c.after)[EdgeClass::open] == 2 * 28 + 2 * 8);
}

TEST_CASE("clear_walls: what no body touches stays as it is") {
  // A fan of tilted triangles around the middle of a large floor, whose sides nothing is near to.
  LevelText level;
  level.slab(0, 0, 40, 15, 0).slab(0, 25, 40, 40, 0).slab(0, 15, 15, 25, 0).slab(25, 15, 40, 25, 0);
  level.face({{15, 15, 0}, {25, 15, 0}, {20, 20, 1}}).face({{25, 15, 0}, {25, 25, 0}, {20, 20, 1}});
  level.face({{25, 25, 0}, {15, 25, 0}, {20, 20, 1}}).face({{15, 25, 0}, {15, 15, 0}, {20, 20, 1}});
  const ClearedWalls c = cleared(level, options_of(1, 2));
  CHECK(c.area == 38 * 38);
  CHECK(points_at(c.after, 20, 20) == 1);
  CHECK(component_count(c.after) == 1);
}

TEST_CASE("clear_walls: where a body touches a joint from one side, both sides have a corner") {
  // With a disc of 4 in hull, a diamond: its tip around the corner (6, 5) is at (10, 5), where two floors meet.
  const LevelText level =
      LevelText().slab(0, 0, 10, 20, 0).slab(10, 0, 20, 22, 0).face({{5, 9, 1}, {6, 10, 1}, {5, 11, 1}});
  const ClearedWalls c = cleared(level, options_of(4, mpq_class(1, 2), 4, DiscBound::hull));
  CHECK(points_at(c.after, 10, 10) == 1);
  CHECK(component_count(c.after) == 1);
}

TEST_CASE("clear_walls: where a body ends along a joint, the other side of it is border") {
  const LevelText level = LevelText().slab(0, 0, 10, 20, 0).slab(10, 0, 20, 22, 0).slab(4, 8, 6, 12, 1);
  const ClearedWalls c = cleared(level, options_of(4, mpq_class(1, 2), 4, DiscBound::tangents));
  CHECK(component_count(c.after) == 1);
  mpq_class along_joint = 0;
  for (const auto& e : c.after.boundary) {
    const auto& corners = c.after.triangles[e.triangle].corners;
    const auto &p = c.after.points[corners[e.side]], &q = c.after.points[corners[(e.side + 1) % 3]];
    if (p[0] != 10 || q[0] != 10) continue;
    CHECK(e.edge_class == EdgeClass::blocked);
    along_joint += abs(p[1] - q[1]);
  }
  CHECK(along_joint == 12);  // from 4 under the slab to 4 over it
}

TEST_CASE("clear_walls: sides along one line with edges around the end of another wall") {
  // Pairs of arms in four directions, in both orders: L-shaped or straight.
  const std::array<std::array<int, 2>, 4> arms{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  for (const std::uint32_t disc : {4u, 8u, 16u})
    for (const DiscBound bound : both)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
          if (i == j) continue;
          LevelText level = LevelText().slab(0, 0, 20, 20, 0);
          for (const auto& [x, y] : {arms[i], arms[j]}) level.wall({10, 10}, {10 + 3 * x, 10 + 3 * y}, 0, 3);
          cleared(level, options_of(1, 1, disc, bound));
        }
}

TEST_CASE("clear_walls: many walls that meet in one place, and many in little room") {
  LevelText fan, crowd;
  fan.slab(-20, -20, 20, 20, 0);
  crowd.slab(-20, -20, 20, 20, 0);
  for (int i = 0; i < 48; ++i) {
    const int x = (i * 7) % 48 - 24, y = (i * 11) % 48 - 24;
    const auto place = [](int px, int py, int parts) -> kernel::PlanPoint {
      return {mpq_class(px) / parts, mpq_class(py) / parts};
    };
    if (x != 0 || y != 0) fan.wall({0, 0}, place(x, y, 4), 0, 3);
    crowd.wall(place(x, y, 16), place(x + 1, y + i % 3, 16), 0, 3);
  }
  for (const LevelText& level : {fan, crowd})
    for (const std::uint32_t disc : {4u, 16u}) cleared(level, options_of(1, 1, disc));
}
