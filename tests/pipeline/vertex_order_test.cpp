// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a graph's vertices along an axis, and whether three are in line in space, where doubles tell nothing:
// against fractions. The inputs are in line, out of line in height alone, or out of line in plan, by one part in 2^60.
#include "vertex_order.h"

#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/formulas.h"

using namespace plumb::pipeline;

namespace {

// A graph of vertices alone, with doubles around each that leave everything open.
struct Vertices {
  plumb::kernel::PointTable points = plumb::kernel::PointTable::from_integers({0, 0, 0, 5, 7, 11}, 3);
  SurfaceSet set;
  StanceMap map{{{"stand", 1}}, 0, {}, {}};
  NavGraph graph;

  void add(const ExactPoint& p) {
    graph.vertices.push_back(
        {{0, 0, 1e9, 0, 1e9}, GraphVertex::no_cell, static_cast<std::uint32_t>(graph.points.size())});
    graph.points.push_back(p);
  }
};

}  // namespace

TEST_CASE("VertexOrder: along an axis and in line, of points that doubles do not tell apart") {
  std::mt19937 random(7);
  const auto draw = [&]() -> mpq_class {
    mpq_class v(static_cast<int>(random() % 2001) - 1000, 1 + static_cast<int>(random() % 30));
    v.canonicalize();
    return v;
  };
  const mpq_class little(1, mpz_class(1) << 60);
  int in_line = 0, higher = 0, beside = 0;
  for (int round = 0; round < 300; ++round) {
    const ExactPoint p{draw(), draw(), draw()}, way{round % 7 ? draw() : 0, 1 + abs(draw()), draw()};
    const mpq_class t = draw();
    ExactPoint q, r;
    for (std::size_t k = 0; k < 3; ++k) {
      q[k] = p[k] + way[k];
      r[k] = p[k] + t * way[k];
    }
    if (round % 3 == 1) r[2] += little;
    if (round % 3 == 2) r[0] += little;
    Vertices v;
    for (const ExactPoint& at : {p, q, r}) v.add(at);
    VertexOrder order(v.points, v.set, v.map, v.graph);
    const auto from_p = [&](const ExactPoint& to) { return ExactPoint{to[0] - p[0], to[1] - p[1], to[2] - p[2]}; };
    const bool expected = plumb::kernel::formulas::parallel(from_p(q), from_p(r));
    CHECK(order.collinear(0, 1, 2) == expected);
    (expected ? in_line : round % 3 == 1 ? higher : beside) += 1;
    for (const int axis : {0, 1})
      for (VertexRef a = 0; a < 3; ++a)
        for (VertexRef b = 0; b < 3; ++b) {
          const int sign = cmp(v.graph.points[a][axis], v.graph.points[b][axis]);
          CHECK(order.compare(a, b, axis) == (sign > 0) - (sign < 0));
        }
  }
  CHECK(in_line >= 100);
  CHECK(higher >= 90);
  CHECK(beside >= 90);
}

TEST_CASE("VertexOrder: an input point is compared with places between such") {
  Vertices v;
  v.add({0, 0, 0});
  v.add({mpq_class(10, 3), mpq_class(14, 3), mpq_class(22, 3)});
  v.graph.vertices.push_back({{0, 0, 1e9, 0, 1e9}, GraphVertex::no_cell, 0, 1});  // (5, 7, 11) / 3: half way
  VertexOrder order(v.points, v.set, v.map, v.graph);
  CHECK(order.collinear(0, 1, 2));
  CHECK(order.compare(0, 2, 0) < 0);
  CHECK(order.compare(1, 2, 1) > 0);
  v.graph.points[1][2] += mpq_class(1, 1000000);
  v.graph.store = {};  // of the point where it was
  VertexOrder moved(v.points, v.set, v.map, v.graph);
  CHECK_FALSE(moved.collinear(0, 1, 2));
}
