// SPDX-License-Identifier: LGPL-3.0-or-later
// Volume collision decomposition (Budde & Kausch, 5) on scenes whose areas are known by hand.
#include <catch2/catch.hpp>

#include <random>

#include "support/volume_scene.h"

using namespace plumb::kernel;
using namespace plumb::vcd;
using namespace plumb::tests;
using Areas = std::map<Label, mpq_class>;

namespace {

const std::vector<Point3> floor8 = {{0, 0, 0}, {0, 8, 0}, {8, 8, 0}, {8, 0, 0}};
const std::vector<mpq_class> three = {1, 2, 3};

// The same areas in both decompositions, with the obstacles in reverse, and where coordinates are long; they sum to the
// surface.
Areas areas_of(VolumeScene& scene, const std::vector<mpq_class>& heights = three, const mpq_class& step = 0) {
  const auto r = scene.decompose(heights, step);
  CHECK(r.total == scene.surface_area());
  CHECK(scene.decompose(heights, step, Decomposition::seed).areas == r.areas);
  CHECK(scene.decompose(heights, step, Decomposition::bounded, true).areas == r.areas);
  CHECK(scene.decompose(heights, step, Decomposition::seed, true).areas == r.areas);
  for (const std::size_t every : {1u, 3u}) CHECK(scene.long_points(every).decompose(heights, step).areas == r.areas);
  scene.long_points(0);
  return r.areas;
}

}  // namespace

TEST_CASE("volume: nothing above: one whole cell of the top stance") {
  VolumeScene scene(floor8);
  const auto r = scene.decompose(three);
  REQUIRE(r.table.cells.size() == 1);
  CHECK(r.table.cells[0].line_count == 0);
  CHECK(r.table.cells[0].label == 3);
  CHECK(r.table.cells[0].witness == no_polygon);
  CHECK(r.areas == Areas{{3, 64}});
}

TEST_CASE("volume: a parallel blocker is one slice, its label that of the last stance that fits under it") {
  VolumeScene scene(floor8);
  scene.slab(2, 2, 4, 4, 1.5);
  CHECK(areas_of(scene) == Areas{{1, 4}, {3, 60}});
  const auto r = scene.decompose(three);
  for (const Cell& c : r.table.cells) CHECK(c.witness == (c.label == 1 ? 1 : no_polygon));
  CHECK(std::ranges::count(r.table.cells, Label{1}, &Cell::label) == 1);
}

TEST_CASE("volume: a parallel blocker out of reach or underneath does nothing") {
  VolumeScene scene(floor8);
  scene.slab(2, 2, 4, 4, 3.5).slab(2, 2, 4, 4, -0.5).slab(9, 9, 12, 12, 1);
  CHECK(areas_of(scene) == Areas{{3, 64}});
  CHECK(scene.decompose(three).table.cells.size() == 1);
}

TEST_CASE("volume: headroom exactly equal to a stance's height fits") {
  for (const int height : {1, 2, 3}) {
    VolumeScene scene(floor8);
    scene.slab(2, 2, 4, 4, height);
    CAPTURE(height);
    CHECK(areas_of(scene) == (height == 3 ? Areas{{3, 64}} : Areas{{static_cast<Label>(height), 4}, {3, 60}}));
  }
  // One unit in the last place less does not.
  VolumeScene scene(floor8);
  scene.slab(2, 2, 4, 4, std::nextafter(2.0, 0.0));
  CHECK(areas_of(scene) == Areas{{1, 4}, {3, 60}});
}

TEST_CASE("volume: a coplanar owner covers, another coplanar polygon takes nothing") {
  VolumeScene owner(floor8);
  owner.slab(2, 2, 10, 4, 0, true);
  CHECK(areas_of(owner) == Areas{{covered, 12}, {3, 52}});
  VolumeScene other(floor8);
  other.slab(2, 2, 10, 4, 0, false);
  CHECK(areas_of(other) == Areas{{3, 64}});
  // Covered comes first: a blocker over the covered part takes only the rest.
  owner.slab(0, 2, 4, 4, 0.5);
  CHECK(areas_of(owner) == Areas{{covered, 12}, {blocked, 4}, {3, 48}});
}

TEST_CASE("volume: a blocker that pierces the surface is cut off beneath, then sliced stance by stance") {
  VolumeScene scene(floor8);
  scene.add({{2, 2, -1}, {2, 4, -1}, {6, 4, 3}, {6, 2, 3}});  // z = x - 3
  CHECK(areas_of(scene) == Areas{{blocked, 2}, {1, 2}, {2, 2}, {3, 58}});
}

TEST_CASE("volume: a blocker that starts at corners of the surface is in its plane there, and below every stance") {
  VolumeScene scene(floor8);
  scene.share_points().add({{0, 0, 0}, {0, 8, 0}, {8, 8, 8}, {8, 0, 8}});  // z = x
  CHECK(areas_of(scene) == Areas{{blocked, 8}, {1, 8}, {2, 8}, {3, 40}});
}

TEST_CASE("volume: the stance loop goes on where a slice is empty, and ends where nothing is left above") {
  VolumeScene scene(floor8);
  scene.add({{2, 2, 1.5}, {2, 4, 1.5}, {4, 4, 2.5}, {4, 2, 2.5}});  // above stance 1, through stance 2
  CHECK(areas_of(scene) == Areas{{1, 2}, {2, 2}, {3, 60}});
  VolumeScene touching(floor8);
  touching.add({{2, 2, 0}, {2, 4, 0}, {4, 4, 1}, {4, 2, 1}});  // from the surface to stance 1 exactly
  CHECK(areas_of(touching) == Areas{{blocked, 4}, {3, 60}});
}

TEST_CASE("volume: the lowest of several blockers decides, whatever their order") {
  VolumeScene scene(floor8);
  scene.slab(0, 0, 8, 8, 2.5).slab(1, 1, 5, 5, 1.5).slab(3, 3, 7, 7, 0.5).slab(4, 0, 5, 8, 0.5);
  CHECK(areas_of(scene) == Areas{{blocked, 16 + 8 - 4}, {1, 16 - 4 - 2}, {2, 64 - 20 - 10}});
}

TEST_CASE("volume: on a tilted surface heights are measured straight up") {
  VolumeScene scene({{0, 0, 0}, {0, 8, 0}, {8, 8, 4}, {8, 0, 4}});  // z = x / 2
  scene.slab(0, 0, 8, 8, 4);                                        // headroom 4 - x / 2
  CHECK(areas_of(scene) == Areas{{blocked, 16}, {1, 16}, {2, 16}, {3, 16}});
  VolumeScene parallel({{0, 0, 0}, {0, 8, 0}, {8, 8, 4}, {8, 0, 4}});
  parallel.add({{2, 2, 2.5}, {2, 4, 2.5}, {4, 4, 3.5}, {4, 2, 3.5}});  // 3/2 above
  CHECK(areas_of(parallel) == Areas{{1, 4}, {3, 60}});
}

TEST_CASE("volume: corners in the middle of a side and a start in one change nothing") {
  VolumeScene scene({{0, 4, 0}, {0, 8, 0}, {8, 8, 0}, {8, 0, 0}, {4, 0, 0}, {0, 0, 0}});
  scene.add({{2, 3, 1.5}, {2, 4, 1.5}, {3, 4, 1.5}, {4, 4, 1.5}, {4, 2, 1.5}, {2, 2, 1.5}});
  CHECK(areas_of(scene) == Areas{{1, 4}, {3, 60}});
}

namespace {

// Boxes on a unit grid: the label of each unit square is known by counting.
Areas counted(std::mt19937& random, int side, int boxes, int widest, VolumeScene& scene) {
  std::vector<Label> label(static_cast<std::size_t>(side * side), 3);
  for (int i = 0; i < boxes; ++i) {
    const int w = 1 + static_cast<int>(random() % widest), h = 1 + static_cast<int>(random() % widest);
    const int x = static_cast<int>(random() % (side - w + 1)), y = static_cast<int>(random() % (side - h + 1)),
              level = static_cast<int>(random() % 3);
    scene.slab(x, y, x + w, y + h, level + 0.5);
    for (int r = y; r < y + h; ++r)
      for (int c = x; c < x + w; ++c) {
        Label& l = label[static_cast<std::size_t>(r * side + c)];
        l = std::min(l, static_cast<Label>(level));
      }
  }
  Areas areas;
  for (const Label l : label) areas[l] += 1;
  return areas;
}

}  // namespace

TEST_CASE("volume: more obstacles than one part takes: tiles, split at medians, give the areas of a direct count") {
  std::mt19937 random(5);
  for (const auto& [side, boxes, widest] :
       {std::array{16, 12, 6}, std::array{16, 13, 6}, std::array{24, 60, 5}, std::array{40, 400, 4}}) {
    VolumeScene scene({{0, 0, 0}, {0, double(side), 0}, {double(side), double(side), 0}, {double(side), 0, 0}});
    const Areas expected = counted(random, side, boxes, widest, scene);
    CAPTURE(side, boxes);
    CHECK(areas_of(scene) == expected);
  }
}

TEST_CASE("volume: more obstacles than are kept prepared: each tile makes its own, with the same areas") {
  std::mt19937 random(6);
  VolumeScene scene({{0, 0, 0}, {0, 90, 0}, {90, 90, 0}, {90, 0, 0}});
  const Areas expected = counted(random, 90, 4200, 2, scene);
  REQUIRE(scene.obstacles() > 4096);
  const auto r = scene.decompose(three);
  CHECK(r.total == scene.surface_area());
  CHECK(r.areas == expected);
}

TEST_CASE("volume: tilted triangles in all directions: seed and bounded, and any order, give equal areas per label") {
  std::mt19937 random(7);
  const auto coordinate = [&](int low, int high) {
    return static_cast<double>(low + static_cast<int>(random() % (high - low + 1)));
  };
  Areas all;
  for (int round = 0; round < 40; ++round) {
    // The surface is tilted every other time; z = (x + 2 y) / 4 keeps heights dyadic.
    const double t = round % 2;
    VolumeScene scene({{0, 0, 0}, {0, 8, 4 * t}, {8, 8, 6 * t}, {8, 0, 2 * t}});
    while (scene.obstacles() < 9) {
      const Point3 a{coordinate(-1, 9), coordinate(-1, 9), coordinate(-2, 8)},
          b{coordinate(-1, 9), coordinate(-1, 9), coordinate(-2, 8)},
          c{coordinate(-1, 9), coordinate(-1, 9), coordinate(-2, 8)};
      const double turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
      if (turn < 0) scene.add({a, b, c});
    }
    for (const auto& [label, area] : areas_of(scene)) all[label] += area;
  }
  for (Label l = blocked; l <= 3; ++l) CHECK(all[l] > 100);
}

TEST_CASE("volume: the cells themselves do not depend on the order of the obstacles") {
  std::mt19937 random(10);
  VolumeScene scene(floor8);
  counted(random, 8, 30, 4, scene);
  scene.add({{1, 1, -1}, {1, 7, 2}, {7, 7, 5}, {7, 1, 2}}).wall({{2, 3, 0}, {6, 5, 0}, {6, 5, 3}, {2, 3, 3}});
  for (const Decomposition d : {Decomposition::bounded, Decomposition::seed}) {
    const auto a = scene.decompose(three, 0, d).table, b = scene.decompose(three, 0, d, true).table;
    REQUIRE(a.cells.size() == b.cells.size());
    CHECK(a.lines == b.lines);
    for (std::size_t i = 0; i < a.cells.size(); ++i)
      CHECK(std::tuple(a.cells[i].label, a.cells[i].witness, a.cells[i].first_line) ==
            std::tuple(b.cells[i].label, b.cells[i].witness, b.cells[i].first_line));
  }
}

TEST_CASE("volume: tiles cut walls' cells, but every obstruction is reported once and whole") {
  // Walls across the floor at x = 1, 2, ...: tile lines run along some and would run through the long one at y = 16.
  VolumeScene scene({{0, 0, 0}, {0, 32, 0}, {32, 32, 0}, {32, 0, 0}});
  for (int x = 1; x < 32; ++x)
    scene.wall({{double(x), 4, 0}, {double(x), 28, 0}, {double(x), 28, 3}, {double(x), 4, 3}});
  scene.wall({{1, 16, 0}, {31, 16, 0}, {31, 16, 3}, {1, 16, 3}});
  const auto r = scene.decompose(three);
  CHECK(r.areas == Areas{{3, 32 * 32}});
  CHECK(r.table.cells.size() >= 62);
  std::map<std::array<std::string, 2>, int> found;
  for (const Obstruction& o : r.table.obstructions) {
    auto ends = scene.ends(r.table, o);
    std::sort(ends.begin(), ends.end());
    ++found[ends];
    CHECK(o.may_cross == 0);
  }
  REQUIRE(found.size() == 32);
  CHECK(found[{"1,16", "31,16"}] == 1);
  for (int x = 1; x < 32; ++x) {
    std::array<std::string, 2> ends = {std::to_string(x) + ",4", std::to_string(x) + ",28"};
    std::sort(ends.begin(), ends.end());
    CHECK(found[ends] == 1);
  }
}

TEST_CASE("volume: walls that end in one corner keep the line across it once") {
  VolumeScene scene({{0, 0, 0}, {0, 32, 0}, {32, 32, 0}, {32, 0, 0}});
  for (int k = 1; k < 12; ++k) scene.wall({{16, 16, 0}, {16.0 + k, 28, 0}, {16.0 + k, 28, 3}, {16, 16, 3}});
  const auto r = scene.decompose(three);
  CHECK(r.table.obstructions.size() == 11);
  const LineTable::Group* group = r.table.kept.find(r.table.cells[0].surface);
  REQUIRE(group);
  std::map<std::array<std::uint32_t, 2>, int> across;
  for (const KeptLine& line : r.table.kept.lines(*group))
    if (line.source.kind == at_x_kind || line.source.kind == at_y_kind)
      CHECK(++across[{line.source.id, line.source.kind == at_x_kind}] == 1);
  CHECK(across.size() >= 12);
}

TEST_CASE("volume: obstacles in a row, whose boxes only touch, cut what they touch no further") {
  // Columns side by side, at quarters and at thirds, which doubles round.
  for (const double width : {0.25, 1.0 / 3}) {
    VolumeScene scene(floor8);
    for (int k = 0; k < 10; ++k) scene.slab(k * width, 2, (k + 1) * width, 4, 1.5);
    const auto r = scene.decompose(three);
    CHECK(r.total == 64);
    CHECK(r.areas.at(1) == 2 * mpq_class(10 * width));
    CHECK(std::ranges::count(r.table.cells, Label{1}, &Cell::label) == 10);
  }
}

TEST_CASE("volume: a crowd of owners: each point is the lowest owner's, and regions stay whole") {
  for (const int count : {32, 33, 60}) {  // before and after they are taken the other way round
    INFO(count);
    // Owner i + 1 is shifted by i: it has what the one before leaves of it, a strip on two sides.
    VolumeScene scene({{0, 0, 0}, {0, 100, 0}, {100, 100, 0}, {100, 0, 0}});
    for (int i = 0; i < count; ++i) scene.slab(i, i, i + 30, i + 30, 0, true);
    scene.slab(0, 0, 100, 100, 1.5);  // over it all
    const mpq_class taken = 900 + 59 * (count - 1);
    CHECK(areas_of(scene) == Areas{{covered, taken}, {1, 10000 - taken}});
    const auto r = scene.decompose(three);
    std::map<PolygonId, std::size_t> cells;
    for (const Cell& c : r.table.cells)
      if (c.label == covered) ++cells[c.witness];
    CHECK(cells.size() == static_cast<std::size_t>(count));
    if (count > 32)
      for (const auto& [witness, number] : cells) CHECK(number == (witness == 1 ? 1u : 2u));
    for (const auto& [witness, area] : scene.areas_by_witness(r.table, covered))
      CHECK(area == (witness == 1 ? 900 : 59));
  }
}

TEST_CASE("volume: an obstacle that stands for others of its outline gives the cells that all of them give") {
  // 40 boxes over a floor of 64 x 8, so that it is split; some have equals: in the floor's plane, where they cover it
  // or do not, or above it.
  const PointTable points = [] {
    std::vector<double> xyz;
    const auto box = [&](double x0, double y0, double x1, double y1, double z) {
      for (const Point3 p : {Point3{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}})
        xyz.insert(xyz.end(), {p.x, p.y, p.z});
    };
    box(0, 0, 64, 8, 0);
    for (int i = 0; i < 40; ++i) {
      const double x = 1.5 * i, y = i % 5;
      box(x, y, x + 1.25, y + 2.5, i % 4 == 0 ? 0 : 0.5 + i % 3);
    }
    return PointTable::from_doubles(xyz);
  }();
  const Levels levels(points, three, 0);
  std::vector<PointId> ids(points.size());
  for (PointId i = 0; i < ids.size(); ++i) ids[i] = i;
  const auto corners = [&](std::uint32_t i) { return std::span<const PointId>(ids).subspan(4 * std::size_t{i}, 4); };
  // Obstacle i has i % 4 equals; one in the floor's plane owns it if i % 8 == 0, and its equals do if i % 3 == 0.
  std::vector<Obstacle> apart, joined;
  PolygonId name = 1;
  for (std::uint32_t i = 1; i <= 40; ++i) {
    Obstacle o{{name++, corners(i)}};
    o.owner = i % 8 == 1;
    apart.push_back(o);
    joined.push_back(o);
    for (std::uint32_t k = 0; k < i % 4; ++k) {
      Obstacle equal{{name++, corners(i)}};
      equal.owner = o.owner && i % 3 == 0;
      apart.push_back(equal);
      ++(equal.owner ? joined.back().equal_owners : joined.back().equal_others);
    }
  }
  const auto cells = [&](const std::vector<Obstacle>& obstacles) {
    VolumeDecomposer decomposer(points, levels, Decomposition::bounded);
    CellTable table;
    decomposer.decompose({0, corners(0)}, obstacles, table);
    return table;
  };
  const CellTable a = cells(apart), b = cells(joined);
  CHECK(a.cells.size() > 40);
  REQUIRE(a.cells.size() == b.cells.size());
  for (std::size_t i = 0; i < a.cells.size(); ++i) {
    REQUIRE((a.cells[i].label == b.cells[i].label && a.cells[i].witness == b.cells[i].witness));
    REQUIRE(std::ranges::equal(a.lines_of(a.cells[i]), b.lines_of(b.cells[i]), [&](LineSource s, LineSource t) {
      // Equal outlines may stand for one another in the lines.
      const auto outline = [](const std::vector<Obstacle>& of, LineSource l) {
        const auto at = std::ranges::find(of, l.id, [](const Obstacle& o) { return o.polygon.id; });
        return l.kind == edge_kind && l.id != 0 ? at->polygon.corners[0] : l.id;
      };
      return s.kind == t.kind && s.index == t.index && outline(apart, s) == outline(joined, t);
    }));
  }
}

TEST_CASE("rise over a level: each answer counts for the stage that gave it") {
  const std::vector<PointId> corners{0, 1, 2};
  // A floor, a point 3 over it and one 1 over it, in whole numbers: the first point is the plane's anchor.
  const auto table = [](const mpz_class& size) {
    return PointTable::from_integers({0, 0, 0, 0, 8 * size, 0, 8 * size, 0, 0, size, size, 3 * size, size, size, size},
                                     1);
  };
  const auto counted = [&](const PointTable& points, PointId p, std::uint32_t level, Sign expected) {
    const Plane plane(points, corners);
    const Levels levels(points, {mpq_class(1), mpq_class(2)}, 0);
    LadderCounts counts;
    CHECK(rise(points, plane, p, levels, level, false, counts) == expected);
    CHECK(counts.predicates() == 1);
    return counts;
  };
  CHECK(counted(table(1), 0, 0, Sign::zero).combinatorial == 1);
  CHECK(counted(table(1), 3, 1, Sign::positive).filtered == 1);
  CHECK(counted(table(1), 3, 2, Sign::positive).filtered == 1);
  const mpz_class longer = (mpz_class(1) << 60) + 1, too_long = (mpz_class(1) << 130) + 1;
  CHECK(counted(table(longer), 3, 1, Sign::positive).fixed == 1);
  CHECK(counted(table(too_long), 3, 1, Sign::positive).exact == 1);
  CHECK(counted(table(too_long), 1, 0, Sign::zero).exact == 1);
}
