// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/optimise.h"

#include <catch2/catch.hpp>

#include <sstream>

#include "support/partition_check.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using pipeline::MergedCells;
using pipeline::Optimise;

namespace {

// Faces of corners x y z.
using Face = std::vector<std::array<double, 3>>;
std::string obj(const std::vector<Face>& faces) {
  std::ostringstream out;
  out.precision(17);
  for (const Face& f : faces) {
    for (const auto& c : f) out << "v " << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
    out << 'f';
    for (std::size_t k = f.size(); k > 0; --k) out << " -" << k;
    out << '\n';
  }
  return out.str();
}
Face floor(double x0, double y0, double x1, double y1, double z = 0) {
  return {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
}

struct Result {
  Linked level;
  MergedCells partition;
};
Result optimise(const std::vector<Face>& faces, Optimise goal = Optimise::count, bool one_surface = false) {
  BakeTextOptions options;
  options.sides = pipeline::Sides::up;
  Result r{link_text(obj(faces), options), {}};
  const BakedText& b = r.level.baked;
  r.partition =
      pipeline::optimise(b.scene.points, b.set, b.map, r.level.graph, {.goal = goal, .one_surface = one_surface});
  CHECK(fault(r.level, r.partition) == "");
  return r;
}
std::size_t pieces(const std::vector<Face>& faces) { return optimise(faces).partition.pieces.size(); }

// Tiles of a grid, where pattern has a #.
std::vector<Face> tiles(const std::vector<std::string>& pattern) {
  std::vector<Face> out;
  for (std::size_t y = 0; y < pattern.size(); ++y)
    for (std::size_t x = 0; x < pattern[y].size(); ++x)
      if (pattern[y][x] == '#') out.push_back(floor(double(x), -double(y) - 1, double(x) + 1, -double(y)));
  return out;
}
// A floor polygon.
std::vector<Face> polygon(const std::vector<std::array<double, 2>>& corners) {
  Face f;
  for (const auto& c : corners) f.push_back({c[0], c[1], 0});
  return {f};
}

}  // namespace

TEST_CASE("optimise: shapes whose minimum is known") {
  CHECK(pieces({floor(0, 0, 3, 2)}) == 1);
  CHECK(pieces(tiles({"####", "####", "####"})) == 1);
  CHECK(pieces(tiles({"#.", "##"})) == 2);           // L
  CHECK(pieces(tiles({"###", ".#."})) == 2);         // T
  CHECK(pieces(tiles({"#.#", "###"})) == 3);         // U: neither corner is in the cone of the other
  CHECK(pieces(tiles({".#.", "###", ".#."})) == 3);  // plus
  CHECK(pieces(tiles({"##.", ".##"})) == 2);         // S: one cut for both corners
  CHECK(pieces(tiles({"#.#.#", "#####"})) == 4);     // comb
  CHECK(pieces(tiles({"###", "#.#", "###"})) == 4);  // ring: 4 reflex corners, one hole
}

TEST_CASE("optimise: a star of five has the optimum of CGAL") {
  const auto r =
      optimise(polygon({{0, 10}, {-2, 3}, {-10, 3}, {-4, -2}, {-6, -9}, {0, -5}, {6, -9}, {4, -2}, {10, 3}, {2, 3}}));
  CHECK(r.partition.lower_bound == 4);
  CHECK(r.partition.exact_regions == 1);
  CHECK(r.partition.exact_optimum == 4);
  CHECK(r.partition.pieces.size() == 4);
}

TEST_CASE("optimise: regions that touch themselves at a point, or surround such a one") {
  CHECK(pieces(tiles({"#.", ".#"})) == 2);
  CHECK(pieces(tiles({"##.", "#.#", ".##"})) >= 4);
  CHECK(pieces(tiles({"####", "#.##", "##.#", "####"})) >= 5);
  CHECK(pieces(tiles({"#####", "#.#.#", "#####", "#.#.#", "#####"})) <= 14);
}

TEST_CASE("optimise: a wall within a region stays a border of pieces") {
  std::vector<Face> level = {floor(0, 0, 4, 4)};
  level.push_back({{1, 2, 0}, {3, 2, 0}, {3, 2, 3}, {1, 2, 3}});
  const auto r = optimise(level);
  CHECK(r.partition.pieces.size() == 2);  // cut where its line goes on
  CHECK(r.partition.lower_bound == 1);
}

TEST_CASE("optimise: cuts that no single one can leave go all where the whole is convex") {
  // Four rectangles around a square, none of which can be joined with another.
  CHECK(pieces({floor(0, 0, 2, 1), floor(2, 0, 3, 2), floor(1, 2, 3, 3), floor(0, 1, 1, 3), floor(1, 1, 2, 2)}) == 1);
}

TEST_CASE("optimise: a ramp that winds over itself") {
  // Two turns of eight wedges around a pillar, 4 up each turn.
  std::vector<Face> level;
  const double x[] = {4, 3, 0, -3, -4, -3, 0, 3}, y[] = {0, 3, 4, 3, 0, -3, -4, -3};
  for (int i = 0; i < 20; ++i) {
    const auto at = [&](int k, double r) { return std::array<double, 3>{r * x[k % 8], r * y[k % 8], 0.5 * k}; };
    level.push_back({at(i, 1), at(i, 2), at(i + 1, 2)});
    level.push_back({at(i, 1), at(i + 1, 2), at(i + 1, 1)});
  }
  const auto r = optimise(level);
  CHECK(r.partition.regions == 1);
  CHECK(r.partition.hole_free_regions == 1);
  CHECK(r.partition.pieces.size() ==
        20);  // every corner at the pillar needs a cut, and no two see each other from their cones
  CHECK(r.partition.exact_regions == 0);  // CGAL takes simple polygons only
}

TEST_CASE("optimise: what each goal keeps") {
  const std::vector<Face> level = tiles({"####", "#..#", "####"});
  const auto none = optimise(level, Optimise::none);
  CHECK(none.partition.pieces.size() == none.level.graph.first_half_edge.size() - 1);
  const auto regular = optimise(level, Optimise::regular);
  CHECK(regular.partition.pieces.size() < 12);
  std::vector<Face> slope = {floor(0, 0, 2, 2), {{2, 0, 0}, {4, 0, 1}, {4, 2, 1}, {2, 2, 0}}};
  CHECK(optimise(slope).partition.pieces.size() == 1);
  CHECK(optimise(slope, Optimise::count, true).partition.pieces.size() == 2);
}

TEST_CASE("optimise: random levels are partitioned exactly, alike for any number of threads") {
  int merged = 0, cut = 0, holes = 0, several = 0, exact = 0, goals[3] = {};
  for (unsigned seed = 0; seed < 400; ++seed) {
    BakeTextOptions options;
    options.stances = {{"crawl", mpq_class(1)}, {"stand", mpq_class(2)}};
    options.sides = seed % 2 ? pipeline::Sides::both : pipeline::Sides::up;
    const Linked level = link_text(random_level(seed), options);
    const BakedText& b = level.baked;
    const auto goal = seed % 5 == 0 ? Optimise::regular : seed % 5 == 1 ? Optimise::none : Optimise::count;
    ++goals[static_cast<int>(goal)];
    const pipeline::OptimiseOptions one{.goal = goal, .one_surface = seed % 7 == 0, .threads = 1},
        two{.goal = goal, .one_surface = seed % 7 == 0, .threads = 2};
    const MergedCells p = pipeline::optimise(b.scene.points, b.set, b.map, level.graph, one);
    INFO("seed " << seed);
    REQUIRE(fault(level, p) == "");
    REQUIRE(p.pieces.size() >= p.lower_bound);
    REQUIRE(p.exact_cells <= p.exact_optimum);
    const MergedCells q = pipeline::optimise(b.scene.points, b.set, b.map, level.graph, two);
    REQUIRE(p.edges.size() == q.edges.size());
    for (std::size_t i = 0; i < p.edges.size(); ++i)
      REQUIRE(
          (p.edges[i].from == q.edges[i].from && p.edges[i].to == q.edges[i].to && p.edges[i].twin == q.edges[i].twin));
    for (const auto& piece : p.pieces) {
      merged += piece.cell_count > 1;
      cut += !piece.whole;
    }
    holes += p.hole_free_regions < p.regions;
    several += p.regions > 1;
    exact += p.exact_optimum > p.exact_regions;
  }
  CHECK(merged > 100);
  CHECK(cut > 100);
  CHECK(holes > 20);
  CHECK(several > 100);
  CHECK(exact > 100);
}
