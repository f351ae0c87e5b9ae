// SPDX-License-Identifier: GPL-3.0-or-later
#include "point_pool.h"

#include <catch2/catch.hpp>

#include "support/linked.h"
#include "support/random_level.h"
#include "vertex_edges.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("point pool: what names tell of cuts is what their coordinates tell") {
  std::uint64_t straight = 0, cuts = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Linked level = link_text(random_level(seed), {.stances = {{"stand", 2}}, .step = mpq_class(1, 4)}, 0);
    const LinkedLevel linked{level.baked.scene, level.baked.set, level.baked.map, level.graph};
    PointPool pool(linked), other(linked);
    const auto vertices = static_cast<VertexRef>(std::min<std::size_t>(level.graph.vertices.size(), 60));
    std::mt19937 random(seed);
    const auto drawn = [&](const auto& names) { return names[random() % names.size()]; };
    // Cuts through edges of cells, several along one line; other cuts between these.
    std::vector<PointPool::Name> names;
    for (VertexRef v = 0; v < vertices; ++v) names.push_back(v);
    const auto side = [&](PointPool::Name p, PointPool::Name q, PointPool::Name r) {
      return kernel::turn_exact(other.exact(p)[0], other.exact(p)[1], other.exact(q)[0], other.exact(q)[1],
                                other.exact(p)[0], other.exact(p)[1], other.exact(r)[0], other.exact(r)[1]);
    };
    for (int line = 0; line < 6; ++line) {
      const PointPool::Name p = drawn(names), q = drawn(names);
      if (other.exact(p)[0] == other.exact(q)[0] && other.exact(p)[1] == other.exact(q)[1]) continue;
      for (int i = 0; i < 40; ++i) {
        const PointPool::Name from = drawn(names), to = drawn(names);
        if (side(p, q, from) * side(p, q, to) >= 0) continue;
        // Both pools name them alike, and one of them never makes a coordinate before it is asked.
        const PointPool::Name cut = pool.cut(p, q, from, to);
        REQUIRE(other.cut(p, q, from, to) == cut);
        names.push_back(cut);
        ++cuts;
      }
    }
    for (int i = 0; i < 3000; ++i) {
      const PointPool::Name a = drawn(names), b = drawn(names), c = drawn(names);
      const int turned = side(a, b, c);
      REQUIRE(pool.turn(a, b, a, c) == turned);
      const PointPool::Name d = drawn(names);
      const ExactPoint &p = other.exact(a), &q = other.exact(b), &r = other.exact(c), &s = other.exact(d);
      REQUIRE(pool.turn(a, b, c, d) == kernel::turn_exact(p[0], p[1], q[0], q[1], r[0], r[1], s[0], s[1]));
      REQUIRE(pool.same(a, b) == (other.exact(a) == other.exact(b)));
      straight += turned == 0;
    }
  }
  CHECK(cuts > 300);
  CHECK(straight > 2000);
}

TEST_CASE("vertex edges: one vertex takes the place of another, where it is wanted, in edges that come later too") {
  EdgeMesh mesh;
  mesh.add_face(std::array{0u, 1u, 2u});
  VertexEdges edges(mesh);
  edges.replace(1, 5, [](EdgeMesh::Id) { return true; });
  CHECK(mesh[1].from == 5);
  mesh.add_face(std::array{1u, 5u, 2u});
  edges.replace(5, 0, [](EdgeMesh::Id e) { return e != 4; });
  CHECK(mesh[1].from == 0);
  CHECK(mesh[4].from == 5);
  edges.replace(0, 7, [](EdgeMesh::Id) { return true; });
  edges.replace(5, 8, [](EdgeMesh::Id) { return true; });
  CHECK(mesh[0].from == 7);
  CHECK(mesh[1].from == 7);
  CHECK(mesh[4].from == 8);
  CHECK(mesh[3].from == 1);
}
