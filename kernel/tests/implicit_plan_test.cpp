// SPDX-License-Identifier: LGPL-3.0-or-later
// Lines and implicit vertices of a plan: what they mean, which lines are equal, how long numbers get.
//
// 1. The meaning of a line's direction, of turn() and of order_along(), on a square with points on the lines of its
//    sides and its diagonal.
// 2. Equal lines share one id: from other points, in other directions, at other scales, and where doubles hold the
//    coefficients of one and not of the other; multiples of one line are equal and their nearest neighbours are not.
// 3. Vertices: exact coordinates, approximate ones within the error that they report, rewind() to a mark, and diagonals
//    through two vertices.
// 4. The bounds on the bits of determinants, which docs/architecture.md states, on the longest lines that there are.
#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/int64.h"
#include "plumb/vcd/levels.h"

using namespace plumb::kernel;
using namespace plumb::vcd;

namespace {

constexpr LineSource anywhere{};

// A 4 x 4 square, clockwise, its middle, and points elsewhere on the lines of its sides and diagonal.
PointTable square() {
  return PointTable::from_doubles(
      {10, 10, 0, 10, 14, 0, 14, 14, 0, 14, 10, 0, 12, 12, 0, 10, 30, 0, 10, -20, 0, 16, 16, 0});
}
enum : PointId { sw, nw, ne, se, middle, far_n, far_s, far_ne };

}  // namespace

TEST_CASE("a line's inside is on the right of its direction; reversed swaps the sides") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, {edge_kind, false, 7, 0}), north = f.edge(nw, ne, {edge_kind, false, 7, 1});
  const LineId x = f.at_x(middle), y = f.at_y(middle);
  const VertexId v = f.vertex(nw, west, north), in = f.vertex(middle, x, reversed(y));
  CHECK(f.side(in, west) == Sign::positive);
  CHECK(f.side(in, reversed(west)) == Sign::negative);
  CHECK(f.side(v, west) == Sign::zero);
  CHECK(f.side(v, x) == Sign::negative);  // x >= 12
  CHECK(f.side(v, y) == Sign::positive);  // y >= 12
  CHECK(f.source(west) == LineSource{edge_kind, false, 7, 0});
  CHECK(f.source(reversed(west)) == LineSource{edge_kind, true, 7, 0});
  CHECK(f.point_of(v) == nw);
  CHECK(f.point_of(f.vertex(west, reversed(y))) == no_point);
  CHECK(f.lines_of(v) == std::array<LineId, 2>{west, north});
}

TEST_CASE("turn: left, right, and zero for parallel lines in either direction") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, anywhere), north = f.edge(nw, ne, anywhere), east = f.edge(ne, se, anywhere);
  CHECK(f.turn(west, north) == Sign::negative);  // clockwise: right
  CHECK(f.turn(north, west) == Sign::positive);
  CHECK(f.turn(west, reversed(north)) == Sign::positive);
  CHECK(f.turn(west, east) == Sign::zero);
  CHECK(f.turn(west, west) == Sign::zero);
  CHECK(f.turn(west, reversed(west)) == Sign::zero);
}

TEST_CASE("order_along: before, after and equal along the line's direction, by input points and crossings alike") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, anywhere), south = f.edge(se, sw, anywhere), north = f.edge(nw, ne, anywhere),
               y = f.at_y(middle);
  const VertexId a = f.vertex(sw, south, west), b = f.vertex(west, reversed(y)), c = f.vertex(nw, west, north),
                 again = f.vertex(west, north);
  CHECK(f.order_along(west, a, b) == Sign::negative);
  CHECK(f.order_along(west, b, c) == Sign::negative);
  CHECK(f.order_along(west, c, a) == Sign::positive);
  CHECK(f.order_along(reversed(west), c, a) == Sign::negative);
  CHECK(f.order_along(west, c, c) == Sign::zero);
  CHECK(f.order_along(west, c, again) == Sign::zero);  // the same point, another vertex
}

TEST_CASE("order_along: points of a line, by their coordinates, among each other and with crossings") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  for (const LineId l : {f.edge(sw, far_n, anywhere), f.edge(far_s, sw, anywhere)}) {
    const VertexId a = f.vertex_on(far_s, l), b = f.vertex_on(nw, l), c = f.vertex_on(far_n, l),
                   twin = f.vertex_on(nw, l);
    const LineId y = f.at_y(middle);
    const VertexId crossing = f.turn(l, y) == Sign::negative ? f.vertex(l, y) : f.vertex(y, l);  // below nw
    CHECK(f.order_along(l, a, b) == Sign::negative);
    CHECK(f.order_along(l, b, c) == Sign::negative);
    CHECK(f.order_along(l, c, a) == Sign::positive);
    CHECK(f.order_along(reversed(l), c, a) == Sign::negative);
    CHECK(f.order_along(l, b, twin) == Sign::zero);
    CHECK(f.order_along(l, b, crossing) == Sign::positive);
    CHECK(f.order_along(l, crossing, b) == Sign::negative);
    CHECK(f.point_of(b) == nw);
    CHECK(exact_point(f, b) == std::array<mpq_class, 2>{0, 4});
  }
}

TEST_CASE("a vertex has exact coordinates relative to the origin, W > 0, whichever way its lines run") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, anywhere), diagonal = f.edge(far_ne, sw, anywhere), x = f.at_x(middle);
  CHECK(exact_point(f, f.vertex(diagonal, x)) == std::array<mpq_class, 2>{2, 2});
  CHECK(exact_point(f, f.vertex(reversed(x), diagonal)) == std::array<mpq_class, 2>{2, 2});
  CHECK(exact_point(f, f.vertex(diagonal, west)) == std::array<mpq_class, 2>{0, 0});
  CHECK(f.exact_vertex(f.vertex(reversed(x), diagonal))[2] > 0);
  const auto meet = f.approx_meet(x, diagonal);
  CHECK(meet[0] == 2.0);
  CHECK(meet[1] == 2.0);
  CHECK(f.crosses_x_lines(f.edge(nw, ne, anywhere)));
  CHECK_FALSE(f.crosses_x_lines(west));
}

TEST_CASE("interning: equal lines from other points, in other directions and at other scales share one id") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, anywhere);
  for (const LineId l : {f.edge(sw, far_n, anywhere), f.edge(far_s, far_n, anywhere), f.at_x(nw), f.at_x(far_s)}) {
    CHECK(f.equal_lines(west, l));
    CHECK(f.equal_directed(west, l));
    CHECK_FALSE(f.equal_directed(west, reversed(l)));
    CHECK(f.representative(l) == f.representative(west));
  }
  const LineId down = f.edge(nw, sw, anywhere);
  CHECK(f.equal_lines(west, down));
  CHECK_FALSE(f.equal_directed(west, down));
  CHECK(f.equal_directed(west, reversed(down)));
  CHECK(f.equal_lines(f.edge(sw, ne, anywhere), f.edge(far_ne, middle, anywhere)));
  CHECK_FALSE(f.equal_lines(west, f.at_x(ne)));  // parallel
  CHECK_FALSE(f.equal_lines(west, f.at_y(sw)));
}

TEST_CASE("interning: equal lines are one if doubles hold the coefficients of one and not of the other", "[bounds]") {
  // b and c have 2 and 201 bits, or 2 and 202, which is beyond the safe range.
  const mpz_class far = mpz_class(3) << 198;
  const PointTable points =
      PointTable::from_integers({0, 0, 0, 0, far, 0, 2, far, 0, 10, far, 0, 13, far, 0, 13, far + 1, 0}, 1);
  for (const bool short_first : {true, false}) {
    ImplicitPlan f(points, 0);
    const LineId first = short_first ? f.edge(1, 2, {}) : f.edge(3, 4, {}),
                 second = short_first ? f.edge(3, 4, {}) : f.edge(1, 2, {});
    CHECK(std::isnan(f.record(first).a) == !short_first);
    CHECK(std::isnan(f.record(second).a) == short_first);
    CHECK(f.equal_directed(first, second));
    CHECK(f.equal_directed(first, reversed(f.edge(2, 1, {}))));
    CHECK_FALSE(f.equal_lines(first, f.edge(3, 5, {})));
  }
}

TEST_CASE("interning: lines are found whose numbers lie half-way between two floats", "[bounds]") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  // Of 2^24 + 1 and 2^24 + 3, to nearest and ties to even, one rounds down and one up.
  for (const long c : {16777217L, 16777219L, -16777217L, -16777219L}) {
    const LineId first = f.line(Coefficients<mpz_class>{0, 1, c}, anywhere);
    CHECK(f.equal_directed(first, f.line(Coefficients<mpz_class>{0, 1, c}, anywhere)));
    CHECK(f.equal_directed(first, f.line(Coefficients<mpz_class>{0, 3, 3 * c}, anywhere)));
  }
}

TEST_CASE("interning: multiples of one line are equal, its nearest neighbours are not", "[bounds]") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  std::mt19937_64 random(1);
  const auto draw = [&](int bits) -> mpz_class {
    return mpz_class(to_gmp(random() >> (64 - bits))) - (mpz_class(1) << (bits - 1));
  };
  for (int i = 0; i < 2000; ++i) {
    const int bits = 2 + static_cast<int>(random() % 60);
    const Coefficients<mpz_class> l{draw(bits), draw(bits), draw(2 * bits > 60 ? 60 : 2 * bits)};
    if (l.a == 0 && l.b == 0) continue;
    mpz_class k = draw(40);
    if (k == 0) k = 1;
    const LineId first = f.line(l, anywhere),
                 multiple = f.line(Coefficients<mpz_class>{l.a * k, l.b * k, l.c * k}, anywhere);
    REQUIRE(f.equal_lines(first, multiple));
    REQUIRE(f.equal_directed(first, multiple) == (k > 0));
    // One unit in the last place of coefficients a thousand bits long.
    const mpz_class big = mpz_class(1) << 1000;
    const Coefficients<mpz_class> near[] = {{l.a * big + 1, l.b * big, l.c * big},
                                            {l.a * big, l.b * big + 1, l.c * big},
                                            {l.a * big, l.b * big, l.c * big + 1}};
    const LineId wide = f.line(Coefficients<mpz_class>{l.a * big, l.b * big, l.c * big}, anywhere);
    REQUIRE(f.equal_lines(first, wide));
    for (const auto& n : near) {
      const LineId other = f.line(n, anywhere);
      const bool equal =
          n.a * l.b == n.b * l.a && n.a * l.c == n.c * l.a && n.b * l.c == n.c * l.b;  // as (a + 1, 0, 0) is
      REQUIRE(f.equal_lines(first, other) == equal);
    }
  }
}

TEST_CASE("approximate vertices are within the errors that they tell", "[bounds]") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  std::mt19937_64 random(2);
  const auto draw = [&] {
    return mpz_class(to_gmp(static_cast<std::int64_t>(random() >> 3) - (std::int64_t{1} << 60)));
  };
  int known = 0;
  for (int i = 0; i < 3000; ++i) {
    const Coefficients<mpz_class> a{draw(), draw(), draw()};
    // From any direction to one that doubles cannot tell from the first.
    const mpz_class turn = mpz_class(1) << (random() % 62);
    const LineId l = f.line(a, anywhere), m = f.line(Coefficients<mpz_class>{a.a + turn, a.b - turn, draw()}, anywhere);
    if (f.turn(l, m) == Sign::zero) continue;
    const VertexId v = f.turn(l, m) == Sign::negative ? f.vertex(l, m) : f.vertex(m, l);
    const auto [x, y, w] = f.exact_vertex(v);
    const auto near = f.approx(v);
    const auto off = [&, &w = w](double at, const mpz_class& exact) {
      return mpq_class(abs(mpq_class(at) - mpq_class(exact, w)));
    };
    if (near.error < HUGE_VAL) {
      ++known;
      REQUIRE(off(near.x, x) <= mpq_class(near.error));
      REQUIRE(off(near.y, y) <= mpq_class(near.error));
    }
    const auto met = f.approx_meet(l, m);
    REQUIRE(off(met[0], x) <= mpq_class(ImplicitPlan::meet_error * std::fabs(met[0])));
    REQUIRE(off(met[1], y) <= mpq_class(ImplicitPlan::meet_error * std::fabs(met[1])));
  }
  CHECK(known > 2000);
  CHECK(known < 3000);
  // x is 3 / 2 of a power of two, from a double of common size to less than the least.
  for (const unsigned half : {400u, 499u, 500u, 537u, 550u}) {
    const mpz_class big = mpz_class(1) << half;
    const LineId l = f.line(Coefficients<mpz_class>{2 * big, -3, 0}, anywhere),
                 m = f.line(Coefficients<mpz_class>{0, big, -1}, anywhere);
    const double x = f.approx_meet(l, m)[0];
    CAPTURE(half, x);
    CHECK((std::isnan(x) || mpq_class(x) * big * big == mpq_class(3, 2)));
    CHECK(std::isnan(x) == (half > 500));
  }
}

TEST_CASE("rewind forgets lines and vertices made since the mark, interning included") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, anywhere);
  const ImplicitPlan::Mark mark = f.mark();
  const LineId north = f.edge(nw, ne, anywhere);
  f.vertex(nw, west, north);
  f.rewind(mark);
  CHECK(f.line_count() == 1);
  const LineId again = f.edge(ne, nw, anywhere);  // the other way: now it is the first of its kind
  CHECK(f.representative(again) == again);
  CHECK(f.equal_directed(f.edge(sw, far_n, anywhere), west));
  f.reset(ne);
  CHECK(f.line_count() == 0);
  CHECK(f.origin() == ne);
}

TEST_CASE("a diagonal is the plan's own line where one passes through both vertices, else a new one with its source") {
  const PointTable points = square();
  ImplicitPlan f(points, sw);
  const LineId west = f.edge(sw, nw, anywhere), north = f.edge(nw, ne, anywhere), east = f.edge(ne, se, anywhere),
               south = f.edge(se, sw, anywhere);
  const VertexId a = f.vertex(sw, south, west), b = f.vertex(nw, west, north), c = f.vertex(ne, north, east),
                 d = f.vertex(se, east, south);
  const std::size_t before = f.line_count();
  CHECK(f.diagonal(a, b) == west);
  CHECK(f.diagonal(b, a) == reversed(west));
  CHECK(f.line_count() == before);
  const LineId l = f.diagonal(a, c);
  CHECK(f.line_count() == before + 1);
  CHECK(f.source(l).kind == diagonal_kind);
  CHECK(f.diagonals().size() == 1);
  CHECK(f.side(a, l) == Sign::zero);
  CHECK(f.side(c, l) == Sign::zero);
  CHECK(f.side(d, l) == Sign::positive);  // on the right of southwest to northeast
  CHECK(f.side(b, l) == Sign::negative);
  CHECK(f.diagonal(c, a) == reversed(l));
}

namespace {

// The longest integer that any side of any vertex to any line takes, over all pairs and triples.
int longest(ImplicitPlan& f, const std::vector<LineId>& lines) {
  std::vector<VertexId> vertices;
  for (const LineId l : lines)
    for (const LineId m : lines)
      if (f.turn(l, m) == Sign::negative) vertices.push_back(f.vertex(l, m));
  f.counts() = {};
  for (const VertexId v : vertices)
    for (const LineId l : lines) f.side_exact(v, l);
  return f.counts().max_bits;
}

// Coordinates of the greatest magnitude below 2^bits, in random signs.
PointTable extreme(std::mt19937& random, int bits, std::size_t n) {
  std::vector<mpz_class> xyz;
  const mpz_class top = (mpz_class(1) << bits) - 1;
  for (std::size_t i = 0; i < 3 * n; ++i) xyz.push_back((top - random() % 2) * (random() % 2 ? 1 : -1));
  return PointTable::from_integers(xyz, 1);
}

}  // namespace

TEST_CASE("bit bound: det3 of edge lines takes at most 4b + 6 bits, whatever the cut") {
  std::mt19937 random(2);
  for (const int b : {4, 24, 53, 100, 125, 300}) {
    int most = 0;
    for (int round = 0; round < 60; ++round) {
      const PointTable points = extreme(random, b, 7);
      ImplicitPlan f(points, 0);
      std::vector<LineId> lines;
      for (PointId p = 1; p + 1 < points.size(); ++p)
        if (points.integer(p, 0) != points.integer(p + 1, 0) || points.integer(p, 1) != points.integer(p + 1, 1))
          lines.push_back(f.edge(p, p + 1, anywhere));
      most = std::max(most, longest(f, lines));
    }
    CAPTURE(b, most);
    CHECK(most <= 4 * b + 6);
    CHECK(most >= 4 * b);  // it is nearly reached: the inputs are the worst
  }
}

TEST_CASE("bit bound: det3 of slab lines takes at most 13b + 27 bits") {
  std::mt19937 random(3);
  for (const int b : {4, 24, 53, 90}) {
    int most = 0;
    for (int round = 0; round < 60; ++round) {
      const PointTable points = extreme(random, b, 15);
      const auto usable = [&](PointId p) {
        const auto d = [&](PointId q, int k) { return mpz_class(points.integer(q, k) - points.integer(p, k)); };
        return d(p + 1, 0) * d(p + 2, 1) != d(p + 1, 1) * d(p + 2, 0);
      };
      if (!usable(0)) continue;
      ImplicitPlan f(points, 0);
      const Levels levels(points, {mpq_class((mpz_class(1) << b) - 1)}, 0);
      const Plane surface(points, std::vector<PointId>{0, 1, 2});
      std::vector<LineId> lines;
      for (PointId p = 3; p < points.size(); p += 3)
        if (usable(p))
          for (const std::uint32_t level : {0u, 1u})
            if (const auto l = slab_line(f, surface, Plane(points, std::vector<PointId>{p, p + 1, p + 2}), levels,
                                         level, anywhere))
              lines.push_back(*l);
      most = std::max(most, longest(f, lines));
    }
    CAPTURE(b, most);
    CHECK(most <= 13 * b + 27);
    CHECK(most >= 13 * b);
  }
}
