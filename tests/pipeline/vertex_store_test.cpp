// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/vertex_store.h"

#include <catch2/catch.hpp>
#include <thread>

#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/vertex_reader.h"
#include "support/linked.h"
#include "support/random_level.h"

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
