// SPDX-License-Identifier: GPL-3.0-or-later
// Levels whose areas and obstructions are known by hand. z is up.
#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

#include "support/bake_text.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::blocked;
using kernel::covered;
using Stances = std::vector<pipeline::Stance>;

/// Faces given by their corners, numbered in the order of the calls.
struct Level {
  std::string obj;
  Level& face(std::initializer_list<const char*> corners) {
    for (const char* corner : corners) obj += std::string("v ") + corner + '\n';
    obj += 'f';
    for (std::size_t i = corners.size(); i > 0; --i) obj += " -" + std::to_string(i);
    obj += '\n';
    return *this;
  }
  /// A horizontal rectangle that faces up.
  Level& slab(const std::string& x0, const std::string& y0, const std::string& x1, const std::string& y1,
              const std::string& z) {
    return face({(x0 + ' ' + y0 + ' ' + z).c_str(), (x1 + ' ' + y0 + ' ' + z).c_str(),
                 (x1 + ' ' + y1 + ' ' + z).c_str(), (x0 + ' ' + y1 + ' ' + z).c_str()});
  }
};

BakedText bake(const Level& level, Stances stances, const char* step = "0",
               pipeline::Sides sides = pipeline::Sides::both) {
  BakeTextOptions options;
  options.stances = std::move(stances);
  options.step = mpq_class(step);  // a fraction
  options.sides = sides;
  BakedText baked = bake_text(level.obj, options);
  CHECK(baked.measures.held == baked.measures.polygons);
  return baked;
}

/// The obstructions of one surface as "x0..x1 may_cross", ascending, touching intervals of one verdict joined.
/// For walls that stand along the x axis.
std::vector<std::string> obstructions(const BakedText& baked, std::uint32_t surface, std::uint32_t wall) {
  pipeline::CellGeometry geometry(baked.scene.points, baked.set, baked.map);
  struct Interval {
    mpq_class from, to;
    kernel::Label may_cross;
  };
  std::vector<Interval> all;
  for (const vcd::Obstruction& o : baked.map.table.obstructions) {
    if (o.surface != surface || o.wall != wall) continue;
    const auto ends = geometry.ends(o);
    CHECK(ends[0][0] != ends[1][0]);
    all.push_back({std::min(ends[0][0], ends[1][0]), std::max(ends[0][0], ends[1][0]), o.may_cross});
  }
  std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.from < b.from; });
  std::vector<Interval> joined;
  for (const Interval& next : all) {
    if (!joined.empty() && joined.back().to == next.from && joined.back().may_cross == next.may_cross)
      joined.back().to = next.to;
    else joined.push_back(next);
  }
  std::vector<std::string> out;
  for (const Interval& i : joined) {
    std::ostringstream text;
    text << i.from << ".." << i.to << ' ' << i.may_cross;
    out.push_back(text.str());
  }
  return out;
}

using Texts = std::vector<std::string>;

/// Whether the open segment (x0, y)-(x1, y) at height 0 enters the interior of a cell of the surface.
bool inside_a_cell(const BakedText& baked, std::uint32_t surface, const mpq_class& x0, const mpq_class& x1,
                   const mpq_class& y) {
  pipeline::CellGeometry geometry(baked.scene.points, baked.set, baked.map);
  for (const vcd::Cell& cell : baked.map.table.cells) {
    if (cell.surface != surface) continue;
    const std::vector<pipeline::ExactPoint> corners = geometry.vertices(cell);
    // Where the line of that y runs through the interior of a convex cell: between the crossings of its border.
    std::vector<mpq_class> at;
    bool below = false, above = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto &p = corners[i], &q = corners[(i + 1) % corners.size()];
      below = below || p[1] < y;
      above = above || p[1] > y;
      if (p[1] == q[1] || (p[1] < y) == (q[1] < y)) continue;
      at.push_back(p[0] + (q[0] - p[0]) * (y - p[1]) / (q[1] - p[1]));
    }
    if (!below || !above) continue;
    REQUIRE(at.size() == 2);
    if (std::max(x0, std::min(at[0], at[1])) < std::min(x1, std::max(at[0], at[1]))) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a ramp under a slab is walkable as far as the headroom lasts") {
  // The ramp z = x / 2 leaves 3 - x / 2 of headroom: 2 or more up to x = 2.
  const Level level = Level().face({"0 0 0", "4 0 2", "4 2 2", "0 2 0"}).slab("0", "0", "4", "2", "3");
  const auto found = areas_by_surface(bake(level, {{"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{blocked, 4}, {1, 4}});
  CHECK(found[1] == AreaByLabel{{1, 8}});
}

TEST_CASE("a pyramid over a floor leaves a square where one can stand") {
  // Sides of exactly 45 degrees: the height over the floor is the distance d to the nearest side of the square.
  const Level level = Level()
                          .slab("0", "0", "6", "6", "0")
                          .face({"0 0 0", "6 0 0", "3 3 3"})
                          .face({"6 0 0", "6 6 0", "3 3 3"})
                          .face({"6 6 0", "0 6 0", "3 3 3"})
                          .face({"0 6 0", "0 0 0", "3 3 3"});
  const auto found = areas_by_surface(bake(level, {{"crawl", 1}, {"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{blocked, 36 - 16}, {1, 16 - 4}, {2, 4}});
  for (int side = 1; side <= 4; ++side) CHECK(found[side] == AreaByLabel{{2, 9}});
}

TEST_CASE("a pyramid hanging tip down takes the square in which it is too low") {
  // Tip at height 1 over the middle, sides rise 1 in 1: the height at distance d from the middle (greatest of
  // |x|, |y|) is 1 + d; a stance of 3/2 loses d < 1/2, one of 2 loses d < 1, one of 9/10 nothing.
  const Level level = Level()
                          .slab("-3", "-3", "3", "3", "0")
                          .face({"-2 -2 3", "2 -2 3", "0 0 1"})
                          .face({"2 -2 3", "2 2 3", "0 0 1"})
                          .face({"2 2 3", "-2 2 3", "0 0 1"})
                          .face({"-2 2 3", "-2 -2 3", "0 0 1"});
  const auto found =
      areas_by_surface(bake(level, {{"crawl", mpq_class(9, 10)}, {"crouch", mpq_class(3, 2)}, {"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{1, 1}, {2, 4 - 1}, {3, 36 - 4}});
}

TEST_CASE("two stances under a tilted roof change where the roof is exactly that high") {
  // The roof z = 1/2 + x / 3 is 1 high at x = 3/2 and 9/5 at x = 39/10.
  const Level level = Level().slab("0", "0", "6", "2", "0").face({"0 0 0.5", "6 0 2.5", "6 2 2.5", "0 2 0.5"});
  const auto found = areas_by_surface(bake(level, {{"crawl", 1}, {"stand", mpq_class(9, 5)}}));
  CHECK(found[0] == AreaByLabel{{blocked, 3}, {1, mpq_class(24, 5)}, {2, mpq_class(21, 5)}});
  CHECK(found[1] == AreaByLabel{{2, 12}});
}

TEST_CASE("headroom exactly equal to the height fits, and anything less does not") {
  const Level level =
      Level().slab("0", "0", "2", "2", "0").slab("0", "0", "1", "2", "1.8").slab("1", "0", "2", "2", "1.799999999");
  const auto found = areas_by_surface(bake(level, {{"crawl", mpq_class(9, 10)}, {"stand", mpq_class(9, 5)}}));
  CHECK(found[0] == AreaByLabel{{1, 2}, {2, 2}});
  // Without a lower stance the lower half is blocked.
  CHECK(areas_by_surface(bake(level, {{"stand", mpq_class(9, 5)}}))[0] == AreaByLabel{{blocked, 2}, {1, 2}});
  // Equality at each of three heights.
  const Level steps = Level()
                          .slab("0", "0", "3", "1", "0")
                          .slab("0", "0", "1", "1", "1")
                          .slab("1", "0", "2", "1", "2")
                          .slab("2", "0", "3", "1", "3");
  CHECK(areas_by_surface(bake(steps, {{"crawl", 1}, {"crouch", 2}, {"stand", 3}}))[0] ==
        AreaByLabel{{1, 1}, {2, 1}, {3, 1}});
}

TEST_CASE("coplanar floors: the lower number owns the overlap, and a covered point is never blocked") {
  const Level floors = Level().slab("0", "0", "4", "4", "0").slab("2", "2", "6", "6", "0");
  auto found = areas_by_surface(bake(floors, {{"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{1, 16}});
  CHECK(found[1] == AreaByLabel{{covered, 4}, {1, 12}});

  Level roofed = floors;
  roofed.slab("3", "3", "5", "5", "1");  // one square over both floors, three over the second alone
  found = areas_by_surface(bake(roofed, {{"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{blocked, 1}, {1, 15}});
  CHECK(found[1] == AreaByLabel{{covered, 4}, {blocked, 3}, {1, 9}});
  CHECK(found[2] == AreaByLabel{{1, 4}});
}

TEST_CASE("three coplanar floors: each point has one owner") {
  const Level level = Level().slab("0", "0", "3", "1", "0").slab("1", "0", "4", "1", "0").slab("2", "0", "5", "1", "0");
  const auto found = areas_by_surface(bake(level, {{"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{1, 3}});
  CHECK(found[1] == AreaByLabel{{covered, 2}, {1, 1}});
  CHECK(found[2] == AreaByLabel{{covered, 2}, {1, 1}});
}

TEST_CASE("a coplanar polygon that nobody walks on takes nothing away") {
  // The second face looks down; with --sides up it only obstructs, and at its own height nothing.
  const Level level =
      Level().slab("0", "0", "4", "4", "0").face({"2 2 0", "2 6 0", "6 6 0", "6 2 0"}).slab("1", "1", "3", "3", "-1");
  const auto found = areas_by_surface(bake(level, {{"stand", 2}}, "0", pipeline::Sides::up));
  CHECK(found[0] == AreaByLabel{{1, 16}});
  CHECK(found[1].empty());
  CHECK(found[2] == AreaByLabel{{blocked, 4}});
}

TEST_CASE("a crate on a floor blocks what it stands on") {
  const Level level = Level()
                          .slab("0", "0", "5", "5", "0")
                          .slab("2", "2", "3", "3", "1")
                          .face({"2 2 0", "2 3 0", "3 3 0", "3 2 0"})
                          .face({"2 2 0", "3 2 0", "3 2 1", "2 2 1"})
                          .face({"3 2 0", "3 3 0", "3 3 1", "3 2 1"})
                          .face({"3 3 0", "2 3 0", "2 3 1", "3 3 1"})
                          .face({"2 3 0", "2 2 0", "2 2 1", "2 3 1"});
  const auto both = areas_by_surface(bake(level, {{"stand", 2}}));
  CHECK(both[0] == AreaByLabel{{blocked, 1}, {1, 24}});
  CHECK(both[1] == AreaByLabel{{1, 1}});
  CHECK(both[2] == AreaByLabel{{covered, 1}});
  const auto up = areas_by_surface(bake(level, {{"stand", 2}}, "0", pipeline::Sides::up));
  CHECK(up[0] == both[0]);
  CHECK(up[2].empty());
}

TEST_CASE("a slope that cuts through a floor obstructs only where it is above") {
  // The blade z = x - 2 over 0 <= x <= 4: above the floor from x = 2 on; 2 high at x = 4.
  const Level level = Level().slab("0", "0", "4", "3", "0").face({"0 0 -2", "4 0 2", "4 3 2", "0 3 -2"});
  const auto found = areas_by_surface(bake(level, {{"crawl", 1}, {"stand", 2}}));
  CHECK(found[0] == AreaByLabel{{blocked, 3}, {1, 3}, {2, 6}});
  // The blade itself is walked on, and the floor hangs over its lower half: 2 - x of headroom.
  CHECK(found[1] == AreaByLabel{{blocked, 3}, {1, 3}, {2, 6}});
}

TEST_CASE("an L-shaped floor and an L-shaped ceiling") {
  // The ceiling covers the L but for its foot's end [3,4]x[0,1].
  const Level level = Level()
                          .face({"0 0 0", "4 0 0", "4 1 0", "1 1 0", "1 4 0", "0 4 0"})
                          .face({"0 0 1", "3 0 1", "3 1 1", "1 1 1", "1 4 1", "0 4 1"});
  const AreaByLabel found = areas(bake(level, {{"stand", 2}}));
  CHECK(found == AreaByLabel{{blocked, 6}, {1, 1 + 6}});
}

TEST_CASE("a face that is not planar is judged by the triangles of its fan") {
  // Corner 3 is lifted by 1: triangle (1 2 3) is level with it, triangle (1 3 4) is not; both are 45 degrees or less.
  const Level level = Level().slab("0", "0", "1", "1", "-1").face({"0 0 0", "1 0 0", "1 1 1", "0 1 0"});
  const BakedText baked = bake(level, {{"crawl", 1}, {"stand", mpq_class(3, 2)}});
  // Over triangle (1 2 3) the height is 1 + y, over (1 3 4) it is 1 + x: 3/2 where the smaller coordinate is 1/2.
  CHECK(areas_by_surface(baked)[0] == AreaByLabel{{1, mpq_class(3, 4)}, {2, mpq_class(1, 4)}});
  CHECK(baked.set.split_faces == std::vector<std::uint32_t>{1});
}

TEST_CASE("a wall that ends inside a floor obstructs exactly its trace") {
  const Level level = Level().slab("0", "0", "4", "4", "0").face({"1 2 0", "3 2 0", "3 2 3", "1 2 3"});
  const BakedText baked = bake(level, {{"stand", 2}});
  CHECK(obstructions(baked, 0, 1) == Texts{"1..3 0"});
  CHECK(areas(baked) == AreaByLabel{{1, 16}});
  CHECK_FALSE(inside_a_cell(baked, 0, 1, 3, 2));
}

TEST_CASE("a triangular wall obstructs from where it is higher than the step") {
  // 2 (x - 1) high: more than 1/2 from x = 5/4 on.
  const Level level = Level().slab("0", "0", "4", "4", "0").face({"1 2 0", "3 2 0", "3 2 4"});
  CHECK(obstructions(bake(level, {{"stand", 2}}, "0"), 0, 1) == Texts{"1..3 0"});
  const BakedText baked = bake(level, {{"stand", 2}}, "1/2");
  CHECK(obstructions(baked, 0, 1) == Texts{"5/4..3 0"});
  CHECK_FALSE(inside_a_cell(baked, 0, mpq_class(5, 4), 3, 2));
}

TEST_CASE("a wall hanging over a floor lets pass what fits below it") {
  // Its lower edge is x high: a stance of 3/2 is stopped before x = 3/2, one of 5/2 before x = 5/2.
  const Level level = Level().slab("0", "0", "4", "4", "0").face({"1 2 1", "3 2 3", "3 2 5", "1 2 5"});
  const BakedText baked = bake(level, {{"crawl", mpq_class(3, 2)}, {"stand", mpq_class(5, 2)}});
  CHECK(obstructions(baked, 0, 1) == Texts{"1..3/2 0", "3/2..5/2 1"});
  CHECK(areas(baked) == AreaByLabel{{2, 16}});
}

TEST_CASE("the step decides which wall obstructs") {
  // Low walls 2/5 and 1/2 high, one hanging from exactly the agent's height, one buried.
  const Level level = Level()
                          .slab("0", "0", "4", "6", "0")
                          .face({"1 1 0", "3 1 0", "3 1 0.4", "1 1 0.4"})
                          .face({"1 2 0", "3 2 0", "3 2 0.5", "1 2 0.5"})
                          .face({"1 3 2", "3 3 2", "3 3 4", "1 3 4"})
                          .face({"1 4 -3", "3 4 -3", "3 4 0", "1 4 0"});
  const auto with_step = [&](const char* step) {
    const BakedText baked = bake(level, {{"stand", 2}}, step);
    std::vector<Texts> found;
    for (const std::uint32_t wall : {1, 2, 3, 4}) found.push_back(obstructions(baked, 0, wall));
    return found;
  };
  const Texts whole{"1..3 0"}, none;
  CHECK(with_step("0") == std::vector<Texts>{whole, whole, none, none});
  CHECK(with_step("2/5") == std::vector<Texts>{none, whole, none, none});
  CHECK(with_step("1/2") == std::vector<Texts>{none, none, none, none});
}

TEST_CASE("a wall on a slope is measured from the slope") {
  // Floor z = x / 2; the wall's top is level at 2, so 2 - x / 2 above the floor: more than 1 before x = 2.
  const Level level = Level().face({"0 0 0", "4 0 2", "4 4 2", "0 4 0"}).face({"0 2 -1", "4 2 -1", "4 2 2", "0 2 2"});
  CHECK(obstructions(bake(level, {{"stand", 2}}, "1"), 0, 1) == Texts{"0..2 0"});
  CHECK(obstructions(bake(level, {{"stand", 2}}, "0"), 0, 1) == Texts{"0..4 0"});
}
