// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/line_table.h"

#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/frame.h"

using namespace plumb::kernel;

namespace {

constexpr LineKind made{20};  // by a test

// Points with coordinates of up to so many bits, and a frame with lines of every kind of numbers. The same seed gives
// the same lines.
struct LineScene {
  explicit LineScene(unsigned seed, int bits) : points(make_points(seed, bits)), frame(points, 0) {
    std::mt19937 random(seed);
    for (std::uint32_t i = 1; i + 1 < points.size(); ++i) frame.edge(i, i + 1, {edge_kind, false, 0, i});
    frame.at_x(2);
    frame.at_y(3);
    const auto draw = [&](int limbs) {
      mpz_class v = 1;
      for (int k = 0; k < limbs; ++k) v = (v << 60) + static_cast<long>(random());
      return mpz_class(random() % 2 ? v : -v);
    };
    for (std::uint32_t i = 0; i < 6; ++i)
      frame.line(Coefficients<mpz_class>{draw(2), draw(3), draw(5)}, {made, false, i, 0});
    for (std::uint32_t i = 6; i < 9; ++i)
      frame.line(Coefficients<mpz_class>{draw(14), draw(15), draw(20)}, {made, false, i, 0});
    const auto twice = frame.exact(2 * 3);  // equal lines, the other way round
    frame.line(Coefficients<mpz_class>{-2 * twice.a, -2 * twice.b, -2 * twice.c}, {made, false, 9, 0});
  }

  static PointTable make_points(unsigned seed, int bits) {
    std::mt19937_64 random(seed);
    std::vector<mpz_class> xyz;
    for (int i = 0; i < 3 * 8; ++i) {
      mpz_class v = 0;
      for (int b = 0; b < bits; b += 30) v = (v << 30) + static_cast<long>(random() % (1 << 30));
      xyz.push_back(v);
    }
    return PointTable::from_integers(xyz, 7);
  }

  PointTable points;
  Frame frame;
};

bool equal(const Coefficients<mpz_class>& l, const Coefficients<mpz_class>& m) {
  return l.a == m.a && l.b == m.b && l.c == m.c;
}

}  // namespace

TEST_CASE("line table: a frame takes over its lines, number by number, and goes on as the other would") {
  for (const int bits : {30, 60, 210})
    for (unsigned seed = 1; seed < 20; ++seed) {
      const LineScene a(seed, bits), b(seed + 100, bits);
      LineTable table;
      table.append(4, a.frame);
      LineTable later;
      later.append(9, b.frame);
      table.append(later, 0);
      REQUIRE(table.size() == a.frame.line_count() + b.frame.line_count());
      CHECK(table.find(3) == nullptr);
      CHECK(table.find(5) == nullptr);
      for (const auto& [surface, scene] : {std::pair(4u, &a), std::pair(9u, &b)}) {
        const LineTable::Group* group = table.find(surface);
        REQUIRE(group);
        Frame frame(scene->points, 0);
        frame.restore(table, *group);
        REQUIRE(frame.line_count() == scene->frame.line_count());
        for (LineId l = 0; l < 2 * frame.line_count(); ++l) {
          REQUIRE(equal(frame.exact(l), scene->frame.exact(l)));
          REQUIRE(frame.source(l) == scene->frame.source(l));
          REQUIRE(frame.representative(l) == scene->frame.representative(l));
          const auto [a, b, c] = frame.approx_line(l);
          const auto [p, q, r] = scene->frame.approx_line(l);
          REQUIRE((std::isnan(a) ? std::isnan(p) : a == p && b == q && c == r));
          for (LineId m = 0; m < l; ++m) {
            if (frame.turn(l, m) != Sign::negative) continue;
            REQUIRE(table.vertex(scene->points, 0, *group, l, m) == frame.exact_vertex(frame.vertex(l, m)));
          }
        }
        // A line made now is found among those taken over.
        const auto known = frame.exact(0);
        const LineId again =
            frame.line(Coefficients<mpz_class>{3 * known.a, 3 * known.b, 3 * known.c}, {made, false, 99, 0});
        CHECK(frame.equal_directed(again, 0));
        frame.reset(1);
        CHECK(frame.line_count() == 0);
        frame.at_x(0);
        CHECK(frame.line_count() == 1);
      }
    }
}

TEST_CASE("line table: ids of diagonals move with the table that they lie in") {
  const LineScene a(1, 30);
  Frame frame(a.points, 0);
  frame.adopt(a.frame, 0, {diagonal_kind, false, 5, 0});
  LineTable first, second;
  first.append(1, a.frame);
  second.append(2, frame);
  first.append(second, 10);
  CHECK(first.lines(*first.find(2))[0].source.id == 15);
  CHECK(first.bytes() > second.bytes());
}

TEST_CASE("line table: a frame adopts a line once under one name, in either direction") {
  const LineScene a(2, 60);
  Frame frame(a.points, 0);
  for (LineId l = 0; l < 2 * a.frame.line_count(); l += 2) {
    const LineSource source = a.frame.source(l);
    const LineId first = frame.adopt(a.frame, l, source);
    CHECK(equal(frame.exact(first), a.frame.exact(l)));
    const std::size_t lines = frame.line_count();
    if (a.frame.representative(l) == l) {
      CHECK(frame.adopt(a.frame, l, source) == first);
      CHECK(frame.adopt(a.frame, l ^ 1u, source) == (first ^ 1u));
      CHECK(frame.line_count() == lines);
    }
    const LineId other_name = frame.adopt(a.frame, l, {made, false, 1000 + l, 0});
    CHECK(frame.equal_directed(other_name, first));
    CHECK(frame.line_count() == lines + 1);
  }
}

TEST_CASE("line table: a frame that is told an equal line adopts as if it had looked for it") {
  const LineScene a(2, 60);
  Frame told(a.points, 0), looking(a.points, 0);
  std::vector<LineId> known(2 * a.frame.line_count(), no_line);  // by line of a: what told has of it
  int equal_ones = 0;
  for (LineId l = 0; l < 2 * a.frame.line_count(); l += 2)
    for (const LineId line : {l, reversed(l)}) {
      const LineId first = a.frame.representative(line);
      const LineId turned = a.frame.equal_directed(line, first) ? 0 : 1;
      const LineId twin = known[first] == no_line ? no_line : known[first] ^ turned;
      equal_ones += twin != no_line;
      const LineId made = told.adopt(a.frame, line, a.frame.source(l), twin);
      REQUIRE(made == looking.adopt(a.frame, line, a.frame.source(l)));
      REQUIRE(told.line_count() == looking.line_count());
      CHECK(told.representative(made) == looking.representative(made));
      CHECK(told.equal_directed(made, told.representative(made)) ==
            looking.equal_directed(made, looking.representative(made)));
      CHECK(equal(told.exact(made), a.frame.exact(line)));
      if (known[first] == no_line) known[first] = made ^ turned;
    }
  CHECK(equal_ones > 15);
}

TEST_CASE("line table: one that was cleared is as new") {
  const LineScene a(3, 30), b(4, 210);
  LineTable fresh, used;
  fresh.append(2, b.frame);
  used.append(7, a.frame);
  const std::size_t bytes = used.bytes();
  used.clear();
  CHECK(used.size() == 0);
  CHECK(used.bytes() == bytes);
  CHECK(used.find(7) == nullptr);
  used.append(2, b.frame);
  REQUIRE(used.size() == fresh.size());
  for (std::uint32_t l = 0; l < used.size(); ++l) {
    const KeptLine &k = used.lines(*used.find(2))[l], &m = fresh.lines(*fresh.find(2))[l];
    CHECK(k.source == m.source);
    if (k.numbers == KeptLine::Numbers::fixed) CHECK(used.fixed(k).c == fresh.fixed(m).c);
    if (k.numbers == KeptLine::Numbers::big) CHECK(used.big(k).c == fresh.big(m).c);
  }
}
