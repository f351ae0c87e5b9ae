// SPDX-License-Identifier: GPL-3.0-or-later
// Sides on one line in plan are found, however roughly that line is known. The order of a graph's vertices along an
// axis, and whether three are in line in space, where doubles tell nothing: against fractions. The inputs are in line,
// out of line in height alone, or out of line in plan, by one part in 2^60.
#include <gmpxx.h>

#include <catch2/catch.hpp>
#include <random>

#include "flush/link_across.h"
#include "flush/vertex_order.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/formulas.h"
#include "support/linked.h"
#include "support/rounding_count.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("near sides: rough lines that stand for equal ones are no further apart than their bounds",
          "[bounds][derived]") {
  const Rounded once{1};
  const auto [nx, ny, offset] = plan_line(once, once, once, once, once);
  CHECK(nx.count + nx.below == 5);
  CHECK(offset.count + offset.below == 9);
  const Rounded cosine = doubled_cosine(nx, ny), sine = doubled_sine(nx, ny);
  CHECK(is_least(angle_error, cosine.most() - cosine.least()));
  CHECK(serves(angle_error, sine.most() - sine.least()));
  // sqrt 2 + sqrt 8 < 17 / 4; coordinates were rounded before the extent was taken, and its product with the bound is.
  CHECK(is_least(offset_error, (offset.most() - offset.least()) * mpq_class(17, 4) * (1 + u) / (1 - u)));
}

TEST_CASE("near sides: a pair on one line is found, whatever point its lines are relative to", "[bounds]") {
  std::mt19937_64 random(21);
  const auto draw = [&] { return static_cast<double>(random() >> 11) - 0x1p52; };
  // Rounded as ImplicitPlan rounds a line's exact coefficients: all three by one power of two.
  const auto rough = [](const mpq_class& a, const mpq_class& b, const mpq_class& c, double x, double y, HalfEdgeId id,
                        int heading) {
    const auto nearest = [](const mpq_class& v) {
      const double d = v.get_d(), next = std::nextafter(d, sgn(v) * HUGE_VAL);
      return abs(mpq_class(d) - v) <= abs(mpq_class(next) - v) ? d : next;
    };
    const double scale = 0x1p-120;
    const auto [nx, ny, offset] = plan_line(nearest(a) * scale, nearest(b) * scale, nearest(c) * scale, x, y);
    return RoughEdge{id, id, {nx, ny, offset, no_edge}, {-1, -1, -1}, {1, 1, 1}, {heading, heading}};
  };
  for (int round = 0; round < 4000; ++round) {
    const mpq_class px = draw(), py = draw(), qx = draw(), qy = draw();
    const mpq_class a = qy - py, b = px - qx;
    std::vector<RoughEdge> edges;
    double extent = 0;
    for (const int k : {1, -3}) {  // in either direction, and at another scale
      const double x = draw(), y = draw();
      const mpq_class c = -(a * (px - mpq_class(x)) + b * (py - mpq_class(y)));
      extent = std::max({extent, std::fabs(x), std::fabs(y), std::fabs(px.get_d()), std::fabs(py.get_d()),
                         std::fabs(qx.get_d()), std::fabs(qy.get_d())});
      edges.push_back(rough(k * a, k * b, k * c, x, y, k > 0 ? 0 : 1, k > 0 ? 1 : -1));
    }
    REQUIRE(contact_candidates(edges, extent) == std::vector{std::pair(HalfEdgeId{0}, HalfEdgeId{1})});
  }
}

TEST_CASE("near sides: a contact is found however far from it a corner of the surface is") {
  // Two floors on the line from p along d, the first on its right, from p far away, the other on its left for a stretch
  // near p. A ceiling that nobody stands on is over the first but for its beginning: nothing that is left of it is far
  // away.
  const double u = 0x1p-26, p[2] = {11863283 * u, 51423177 * u}, d[2] = {3355421 * u, 2796203 * u}, far = 0x1p24;
  std::string obj, faces;
  std::size_t count = 0;
  const auto add = [&](const std::vector<std::array<double, 2>>& along_and_left, double z) {
    faces += "f";
    for (const auto& [along, left] : along_and_left) {
      obj += "v ";
      plumb::kernel::append_decimal(obj, p[0] + along * d[0] - left * d[1]);
      obj += " ";
      plumb::kernel::append_decimal(obj, p[1] + along * d[1] + left * d[0]);
      obj += " ";
      plumb::kernel::append_decimal(obj, z);
      obj += "\n";
      faces += " " + std::to_string(++count);
    }
    faces += "\n";
  };
  add({{far, 0}, {0, 0}, {0, -64}}, 0);
  add({{8, 0}, {24, 0}, {24, 16}, {8, 16}}, 0);
  add({{40, -far}, {40, far}, {2 * far, far}, {2 * far, -far}}, 0.5);
  BakeTextOptions options;
  options.sides = Sides::up;
  options.numbers = Numbers::binary64;
  const Linked level = link_text(obj + faces, options);
  CHECK(std::ranges::count_if(level.graph.half_edges, [](const HalfEdge& s) { return s.twin != no_half_edge; }) == 2);
}

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
