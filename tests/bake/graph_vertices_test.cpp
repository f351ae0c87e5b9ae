// SPDX-License-Identifier: GPL-3.0-or-later
// The exact places of a graph's vertices: made once, whoever asks, and the same whatever lines were kept.
// Turns of a graph's vertices: exact where doubles alone misjudge them, and the bounds of their filter recomputed.
#include <catch2/catch.hpp>
#include <random>
#include <thread>

#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/vertex_reader.h"
#include "support/linked.h"
#include "support/random_level.h"
#include "support/rounding_count.h"
#include "vertex_predicates.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("kept values: each is made once, whoever asks, and stays where it is") {
  LazyValues<std::vector<int>> values;
  values.fit(1000);
  std::vector<const std::vector<int>*> found[4];
  {
    std::vector<std::jthread> threads;
    for (auto& mine : found)
      threads.emplace_back([&values, &mine] {
        for (std::uint32_t i = 0; i < 1000; ++i) {
          const auto* known = values.find(i);
          mine.push_back(known ? known : &values.keep(i, std::vector<int>(3, static_cast<int>(i))));
        }
      });
  }
  CHECK(values.made() == 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    CHECK(*values.find(i) == std::vector<int>(3, static_cast<int>(i)));
    for (const auto& mine : found) CHECK(mine[i] == values.find(i));
  }
}

TEST_CASE("kept values: move with their owner, are numbered anew, are not copied") {
  LazyValues<int> values;
  values.fit(4);
  for (const int i : {0, 1, 3}) values.keep(static_cast<std::uint32_t>(i), 10 * i);
  LazyValues<int> copy(values);
  copy.fit(4);
  CHECK(copy.find(0) == nullptr);
  LazyValues<int> moved(std::move(values));
  CHECK(*moved.find(3) == 30);
  const std::uint32_t number[] = {1, 0xffffffffu, 2, 0};
  moved.renumber(number, 3);
  CHECK(*moved.find(0) == 30);
  CHECK(*moved.find(1) == 0);
  CHECK(moved.find(2) == nullptr);
  CHECK(moved.made() == 2);
  moved.fit(8);
  CHECK(*moved.find(0) == 30);
  CHECK(moved.find(7) == nullptr);
  moved.clear();
  CHECK(moved.made() == 0);
  CHECK(moved.keep(7, 5) == 5);
}

namespace {

// Without its kept lines.
StanceMap bare(StanceMap map) {
  map.table.kept = {};
  return map;
}

}  // namespace

TEST_CASE("vertices: kept lines give the places that provenance gives") {
  std::uint64_t vertices = 0, by_lines = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const std::string obj = random_level(seed);
    Linked level = link_text(obj, {.stances = {{"crawl", mpq_class(1, 2)}, {"stand", 2}}, .step = mpq_class(1, 4)},
                             mpq_class(1, 4));
    const StanceMap without = bare(level.baked.map);
    const NavGraph copy = level.graph;
    VertexReader kept(level.baked.scene.points, level.baked.set, level.baked.map, level.graph);
    VertexReader made(level.baked.scene.points, level.baked.set, without, copy);
    for (VertexRef v = 0; v < level.graph.vertices.size(); ++v) {
      REQUIRE(kept[v] == made[v]);
      const auto &p = kept.plan(v), &q = made.plan(v);
      REQUIRE(p.w > 0);
      REQUIRE(p.x * q.w == q.x * p.w);
      REQUIRE(p.y * q.w == q.y * p.w);
      ++vertices;
      by_lines +=
          level.graph.vertices[v].point == kernel::no_point && level.graph.vertices[v].lines[1] != kernel::no_line;
    }
    CHECK(level.graph.store.points.made() == level.graph.vertices.size());
  }
  CHECK(by_lines > vertices / 10);
}

TEST_CASE("decompose: lines beyond the bytes to keep are made again by later stages, with the same result") {
  std::uint64_t made = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const BakedText baked = bake_text(random_level(seed), {.stances = {{"stand", 2}}});
    const SurfaceIndex index(baked.scene.points, baked.set);
    const auto map = [&](std::size_t bytes) {
      kernel::LadderCounts counts;
      DecomposeOptions options;
      options.stances = {{"stand", 2}};
      options.kept_bytes = bytes;
      return decompose(baked.scene.points, baked.set, index, options, counts);
    };
    const StanceMap all = map(std::size_t{1} << 30), none = map(0);
    CHECK(none.table.kept.size() == 0);
    CHECK(none.table.lines == all.table.lines);
    const auto before = SurfacePlan::lines_made();
    const Measures a = measure(baked.scene.points, baked.set, all, 0, 1);
    CHECK(SurfacePlan::lines_made() == before);
    const Measures b = measure(baked.scene.points, baked.set, none, 0, 1);
    made += SurfacePlan::lines_made() - before;
    CHECK(a.traversable.exact == b.traversable.exact);
    CHECK(a.stances[0].exact == b.stances[0].exact);
    CHECK(a.held == b.held);
    const auto mesh_of = [&](const StanceMap& m, auto&& compare) {
      const NavGraph graph = link(baked.scene.points, baked.set, index, m, {});
      NavMeshInfo info;
      info.stances = m.stances;
      compare(construct(info, {baked.scene, baked.set, m, graph}, optimise(baked.scene.points, baked.set, m, graph, {}),
                        2));
    };
    mesh_of(all, [&](const NavMesh& one) {
      mesh_of(none, [&](const NavMesh& other) {
        CHECK(other.points == one.points);
        CHECK(other.cells == one.cells);
        CHECK(other.portals == one.portals);
        CHECK(other.obstructions == one.obstructions);
      });
    });
  }
  CHECK(made > 200);
}

namespace {

// A graph of vertices alone, in units of a table without points.
struct Vertices {
  plumb::kernel::PointTable points = plumb::kernel::PointTable::from_integers({0, 0, 0}, 1);
  SurfaceSet set;
  StanceMap map{{{"stand", 1}}, 0, {}, {}};
  NavGraph graph;

  // By the doubles that it is truncated to: the error is at most what is missing, and perhaps one rounding more.
  void add(const mpq_class& x, const mpq_class& y) {
    const auto missing = [](const mpq_class& v) { return mpq_class(abs(v - mpq_class(v.get_d()))); };
    const double error = std::nextafter(mpq_class(std::max(missing(x), missing(y))).get_d(), HUGE_VAL);
    graph.vertices.push_back({{x.get_d(), y.get_d(), missing(x) + missing(y) == 0 ? 0 : error},
                              GraphVertex::no_cell,
                              static_cast<std::uint32_t>(graph.points.size())});
    graph.points.push_back({x, y, 0});
  }
  int side() const {
    VertexPredicates p(points, set, map, graph);
    return static_cast<int>(p.side(0, 1, 2));
  }
  int exact_side() const {
    const auto& [p, q, r] = std::tie(graph.points[0], graph.points[1], graph.points[2]);
    return sgn(mpq_class((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])));
  }
};

}  // namespace

TEST_CASE("VertexPredicates: the bound of a determinant covers its roundings", "[bounds][derived]") {
  // A difference and a product; then only the sign counts. The bound adds its terms, and is multiplied.
  const Rounded difference{1}, product = difference * difference;
  CHECK(product.count == 3);
  CHECK(is_least(VertexPredicates::det_error, product.error() / product.least() * (1 + u) / power(1 - u, 3)));
  // Four differences and three errors are added, and two terms of the bound; then it is compared.
  const Rounded spread = VertexPredicates::spread(Rounded{4}, Rounded{2});
  CHECK(spread.count + 3 <= 14);
}

TEST_CASE("VertexPredicates: sides of nearly straight ways, by doubles that are exact, and by such that are not",
          "[bounds]") {
  std::mt19937_64 random(31);
  const auto draw = [&]() -> mpq_class {
    return mpq_class(static_cast<long>(random() >> 10)) / 64;
  };  // a part of 64, 54 bits in all
  int straight = 0;
  for (int round = 0; round < 8000; ++round) {
    Vertices v;
    const mpq_class x = draw(), y = draw(), dx = draw(), dy = draw(), t(static_cast<long>(random() % 1024), 1024);
    const mpq_class moved(static_cast<long>(random() % 5) - 2, round % 2 ? 64 : 1);
    for (const auto& [px, py] : {std::pair(x, y), std::pair(mpq_class(x + dx), mpq_class(y + dy)),
                                 std::pair(mpq_class(x + t * dx + moved), mpq_class(y + t * dy))}) {
      if (round % 4 < 2) v.add(mpq_class(px.get_d()), mpq_class(py.get_d()));
      else v.add(px, py);
    }
    straight += v.exact_side() == 0;
    REQUIRE(v.side() == v.exact_side());
    VertexPredicates p(v.points, v.set, v.map, v.graph);
    REQUIRE(p.compare(0, 2, 0) == sgn(mpq_class(v.graph.points[0][0] - v.graph.points[2][0])));
  }
  CHECK(straight > 100);
}

TEST_CASE("VertexPredicates: sides where the differences of exact doubles are rounded", "[bounds]") {
  std::mt19937_64 random(32);
  const auto part = [&](int bits) { return std::ldexp(static_cast<double>(random() >> (64 - bits)), -bits); };
  int misjudged = 0;
  for (int round = 0; round < 1000; ++round) {
    // From below 1 to between 4 and 8, whose differences have three bits more than a double; nearly on that line, as
    // near as doubles get.
    const double px = part(53), py = part(53), qx = 4 + 4 * part(50), qy = 4 + 4 * part(50), t = 2 * part(53);
    const double rx = px + t * (qx - px), ry = py + t * (qy - py);
    Vertices v;
    for (const auto& [x, y] : {std::pair(px, py), std::pair(qx, qy), std::pair(rx, ry)}) v.add(x, y);
    const double in_doubles = (qx - px) * (ry - py) - (qy - py) * (rx - px);
    misjudged += (in_doubles > 0) - (in_doubles < 0) == -v.exact_side();
    REQUIRE(v.side() == v.exact_side());
  }
  CHECK(misjudged > 10);
}

TEST_CASE("VertexPredicates: products that underflow tell nothing", "[bounds]") {
  // The products of (q - p) x (r - p) are 2^20 + 1/2 of the least double and a little more, which is rounded up, and
  // what was a little more than that before the difference that it is of was rounded, and is rounded down now.
  Vertices v;
  v.add(0, mpq_class(-0x1p-553));
  v.add(mpq_class(0x1p-500 * (1 + 0x1p-52)), mpq_class(0x1p-500 * (1 + 0x1p-21)));
  v.add(mpq_class(0x1p-554), mpq_class(0x1p-554 * (-1 + 0x1p-21 - 0x1p-52)));
  CHECK(v.exact_side() == -1);
  CHECK(v.side() == -1);
}
