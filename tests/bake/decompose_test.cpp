// SPDX-License-Identifier: GPL-3.0-or-later
// What is within reach of a floor by less than doubles tell. Obstacles that are passed by unseen do nothing: cell by
// cell, decompose() gives what every polygon against every other one gives.
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <sstream>

#include "obstacle_index.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/decompose.h"
#include "plumb/vcd/volume.h"
#include "support/bake_text.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

// A unit square, and another one over it.
std::string two_storeys(const std::string& floor, const std::string& ceiling) {
  std::string obj;
  for (const std::string& z : {floor, ceiling})
    for (const char* corner : {"0 0 ", "1 0 ", "1 1 ", "0 1 "}) obj += std::string("v ") + corner + z + "\n";
  return obj + "f 1 2 3 4\nf 5 6 7 8\n";
}

AreaByLabel baked(const std::string& obj, const mpq_class& height, pipeline::Numbers numbers) {
  BakeTextOptions o;
  o.stances = {{"stand", height}};
  o.numbers = numbers;
  return areas(bake_text(obj, o));
}

}  // namespace

TEST_CASE("decompose: a ceiling too low by less than the rounding of the height or of the floor is found") {
  const AreaByLabel blocked{{kernel::blocked, 1}, {1, 1}}, free{{1, 2}};
  // 17/10 is more than the double next to it by 4.4e-17; so much higher may a ceiling be than the sum of that and the
  // floor.
  CHECK(baked(two_storeys("-1.7", "4.1e-17"), mpq_class(17, 10), pipeline::Numbers::binary64) == blocked);
  CHECK(baked(two_storeys("-1.7", "4.5e-17"), mpq_class(17, 10), pipeline::Numbers::binary64) == free);
  // In units of 10^-20 the floor is rounded, down to -10^20.
  CHECK(baked(two_storeys("-0.99999999999999995000", "0.00000000000000004999"), 1, pipeline::Numbers::decimal) ==
        blocked);
  CHECK(baked(two_storeys("-0.99999999999999995000", "0.00000000000000005000"), 1, pipeline::Numbers::decimal) == free);
}

namespace {

using Corner = std::array<int, 3>;
using Face = std::vector<Corner>;
constexpr std::uint32_t no_group = kernel::BoxGroups::none;

std::string obj(const std::vector<Face>& faces) {
  std::map<Corner, int> number;
  std::ostringstream points, text;
  for (const Face& f : faces) {
    text << 'f';
    for (const Corner& c : f) {
      const auto [at, is_new] = number.try_emplace(c, static_cast<int>(number.size()) + 1);
      if (is_new) points << "v " << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
      text << ' ' << at->second;
    }
    text << '\n';
  }
  return points.str() + text.str();
}

Face square(int x, int y, int side, int z) {
  return {{x, y, z}, {x + side, y, z}, {x + side, y + side, z}, {x, y + side, z}};
}

// Without groups: all polygons whose boxes say that they may obstruct.
vcd::CellTable all_against_all(const BakedText& baked, const BakeTextOptions& options) {
  std::vector<mpq_class> heights;
  for (const pipeline::Stance& s : options.stances) heights.push_back(s.height);
  const vcd::Levels levels(baked.scene.points, heights, options.step);
  vcd::VolumeDecomposer decomposer(baked.scene.points, levels, options.decomposition);
  vcd::CellTable out;
  const auto& surfaces = baked.set.surfaces;
  const pipeline::SurfaceIndex index(baked.scene.points, baked.set);
  for (std::uint32_t i = 0; i < surfaces.size(); ++i) {
    if (surfaces[i].kind != pipeline::SurfaceKind::traversable) continue;
    std::vector<vcd::Obstacle> others;
    kernel::Box reach = index.box(i);
    reach.high[2] += mpq_class(heights.back() * baked.scene.points.denominator()).get_d();
    for (std::uint32_t k = 0; k < surfaces.size(); ++k)
      if (k != i && reach.touches(index.box(k)) &&
          (surfaces[k].kind == pipeline::SurfaceKind::vertical || reach.overlaps_in_plan(index.box(k))))
        others.push_back({{k, baked.set.corners_of(surfaces[k])},
                          surfaces[k].kind == pipeline::SurfaceKind::vertical,
                          surfaces[k].kind == pipeline::SurfaceKind::traversable && k < i});
    decomposer.decompose({i, baked.set.corners_of(surfaces[i])}, others, out);
  }
  return out;
}

std::vector<std::string> told(const vcd::CellTable& table) {
  std::vector<std::string> out;
  for (const vcd::Cell& c : table.cells) {
    std::ostringstream text;
    text << c.surface << ' ' << static_cast<int>(c.label) << ' ' << c.witness;
    for (const kernel::LineSource& l : table.lines_of(c))
      text << ' ' << static_cast<int>(l.kind) << ',' << l.reversed << ',' << l.id << ',' << l.index;
    out.push_back(text.str());
  }
  return out;
}

struct Groups {
  std::size_t groups = 0, grouped = 0, equal = 0;
};
// What was found, once decompose() is what it should be.
Groups checked(const std::string& text, BakeTextOptions options = {}) {
  const BakedText baked = bake_text(text, options);
  CHECK(baked.measures.held == baked.measures.polygons);
  const auto ours = told(baked.map.table), theirs = told(all_against_all(baked, options));
  const auto [our, their] = std::ranges::mismatch(ours, theirs);
  INFO((our == ours.end() ? "no more cells" : *our) << " for " << (their == theirs.end() ? "none" : *their));
  CHECK((our == ours.end() && their == theirs.end()));
  const pipeline::ObstacleGroups found = pipeline::obstacle_groups(baked.scene.points, baked.set, nullptr);
  std::set<std::uint32_t> groups(found.group.begin(), found.group.end());
  groups.erase(no_group);
  return {groups.size(), found.group.size() - static_cast<std::size_t>(std::ranges::count(found.group, no_group)),
          found.equal.size()};
}

}  // namespace

TEST_CASE("obstacle groups: equal outlines are one, whatever corner they begin with and whichever way they run") {
  std::vector<Face> faces = {square(0, 0, 20, 0)};
  for (int copy = 0; copy < 20; ++copy) {  // more than leave a surface in one part
    for (Face f : {square(2, 2, 9, 1), square(0, 0, 20, 0)}) {
      std::rotate(f.begin(), f.begin() + copy % 4, f.end());
      if (copy % 3 == 0) std::ranges::reverse(f);
      faces.push_back(std::move(f));
    }
    faces.push_back({{2, 2, 1}, {11, 2, 1}, {11, 11, 1}});  // half of one, and no copy of it
  }
  const Groups both = checked(obj(faces));
  CHECK(both.equal == 19 + 20 + 19);
  // Those that face down are of another kind.
  BakeTextOptions up;
  up.sides = pipeline::Sides::up;
  CHECK(checked(obj(faces), up).equal == both.equal - 2);
  // Under, between and over them, the witness is the lowest.
  const BakedText baked = bake_text(obj(faces), {});
  for (const vcd::Cell& c : baked.map.table.cells)
    if (c.label == kernel::covered && baked.set.surfaces[c.surface].corner_count == 4 && c.line_count == 0)
      CHECK((c.witness == 0 || c.witness == 1));
}

TEST_CASE("obstacle groups: parts of one planar face are apart; with another face welded on, they need not be") {
  const Face cross = {{4, 0, 0},  {8, 0, 0},  {8, 4, 0}, {12, 4, 0}, {12, 8, 0}, {8, 8, 0},
                      {8, 12, 0}, {4, 12, 0}, {4, 8, 0}, {0, 8, 0},  {0, 4, 0},  {4, 4, 0}};
  CHECK(checked(obj({cross})).groups == 1);
  CHECK(checked(obj({cross, cross})).equal > 0);
  Face above = cross;
  for (Corner& c : above) c[2] = 1;
  CHECK(checked(obj({cross, above, square(3, 3, 6, 0)})).groups == 2);
  // Arms of the cross are welded with a square in its middle, which lies in the rest of it.
  checked(obj({cross, square(4, 4, 4, 0)}));
  CHECK(areas(bake_text(obj({cross, square(4, 4, 4, 0)}), {})) == AreaByLabel{{kernel::covered, 16}, {1, 80}});
  // A tilted one.
  Face tilted = cross;
  for (Corner& c : tilted) c[2] = c[0] / 4;
  CHECK(checked(obj({tilted, above})).groups >= 1);
}

TEST_CASE("obstacle groups: parts of a face that is not planar may lie over each other") {
  // The fan of a face that winds around its first corner more than once.
  Face screw = {{0, 0, 0}};
  const Corner around[] = {{9, 0, 0}, {9, 9, 0}, {-9, 9, 0}, {-9, -9, 0}, {9, -9, 0}};
  for (int k = 0; k < 50; ++k) screw.push_back({around[k % 5][0], around[k % 5][1], k / 5});
  const BakedText baked = bake_text(obj({screw}), {});
  CHECK(areas(baked)[kernel::blocked] > 0);
  checked(obj({screw}));
}

TEST_CASE("obstacle groups: polygons around a point, side by side, over each other, and all around") {
  // Directions on the boundary of a square, in order.
  std::vector<Corner> rim;
  for (int k = 0; k < 40; ++k) rim.push_back({20, k - 20, 0});
  for (int k = 0; k < 40; ++k) rim.push_back({20 - k, 20, 0});
  for (int k = 0; k < 40; ++k) rim.push_back({-20, 20 - k, 0});
  for (int k = 0; k < 40; ++k) rim.push_back({k - 20, -20, 0});
  const auto fan = [&](int apex, int height, int step, int begin = 0) {
    std::vector<Face> out;
    for (int k = begin; k + step <= begin + 160; k += step) {
      Corner a = rim[k % 160], b = rim[(k + step) % 160];
      a[2] = height + k / step % 2;  // no two are in one plane
      b[2] = height + (k / step + 1) % 2;
      out.push_back({{0, 0, apex}, a, b});
    }
    return out;
  };
  const std::vector<Face> cone = fan(8, 0, 2);
  CHECK(checked(obj(cone)).grouped == cone.size());
  // Two around one point, one over the other: two groups, which know of each other.
  std::vector<Face> two = cone;
  for (Face& f : fan(8, 1, 2, 1)) two.push_back(std::move(f));
  const Groups layers = checked(obj(two));
  CHECK(layers.groups == 2);
  CHECK(layers.grouped >= two.size() - 2);  // what reaches over the first direction may be in none
  // One that takes half of all directions, and a polygon with a corner of 180 degrees there.
  std::vector<Face> half = cone;
  half.push_back({{0, 0, 8}, {20, 0, 9}, {0, 20, 9}, {-20, 0, 9}});
  half.push_back({{0, 0, 8}, {5, 0, 8}, {0, -5, 8}, {-5, 0, 8}});
  CHECK(checked(obj(half)).grouped >= cone.size());
  // Everything over everything: no group.
  std::vector<Face> heap;
  for (int k = 0; k < 40; ++k) heap.push_back({{0, 0, 0}, {20, k - 60, k + 1}, {20, 60 - k, k + 1}});
  CHECK(checked(obj(heap)).groups == 0);
}

TEST_CASE("obstacle groups: random fans, copies and levels") {
  std::mt19937 random(5);
  const auto at = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::size_t groups = 0, equal = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<Face> faces = {square(-9, -9, 18, -1)};
    for (int k = at(30, 70); k > 0; --k) {
      const int z = at(0, 2);
      Face f = {{0, 0, 1}, {at(-9, 9), at(-9, 9), z}, {at(-9, 9), at(-9, 9), z}};
      if (at(0, 3)) {  // narrow
        f[2] = f[1];
        f[2][static_cast<std::size_t>(at(0, 1))] += at(0, 1) ? 1 : -1;
      }
      if (f[1] == f[2] || f[1] == f[0] || f[2] == f[0]) continue;
      faces.push_back(f);
      if (at(0, 9) == 0) faces.push_back({f[1], f[2], f[0]});
    }
    BakeTextOptions options;
    options.sides = at(0, 1) ? pipeline::Sides::up : pipeline::Sides::both;
    options.stances = {{"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
    const Groups found = checked(obj(faces), options);
    groups += found.groups;
    equal += found.equal;
    const std::string level = random_level(static_cast<unsigned>(round));
    equal += checked(level, options).equal;
  }
  CHECK(groups > 20);
  CHECK(equal > 40);
}
