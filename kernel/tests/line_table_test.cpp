// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/line_table.h"
#include "plumb/kernel/int64.h"

#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "plumb/kernel/implicit_plan.h"

using namespace plumb::kernel;

namespace {

constexpr LineKind made{20};  // by a test

// Points with coordinates of up to so many bits, and a plan with lines of every kind of numbers. The same seed gives
// the same lines.
struct LineScene {
  explicit LineScene(unsigned seed, int bits) : points(make_points(seed, bits)), plan(points, 0) {
    std::mt19937 random(seed);
    for (std::uint32_t i = 1; i + 1 < points.size(); ++i) plan.edge(i, i + 1, {edge_kind, false, 0, i});
    plan.at_x(2);
    plan.at_y(3);
    const auto draw = [&](int limbs) {
      mpz_class v = 1;
      for (int k = 0; k < limbs; ++k) v = (v << 60) + to_gmp(static_cast<std::int64_t>(random()));
      return mpz_class(random() % 2 ? v : -v);
    };
    for (std::uint32_t i = 0; i < 6; ++i)
      plan.line(Coefficients<mpz_class>{draw(2), draw(3), draw(5)}, {made, false, i, 0});
    for (std::uint32_t i = 6; i < 9; ++i)
      plan.line(Coefficients<mpz_class>{draw(14), draw(15), draw(20)}, {made, false, i, 0});
    const auto twice = plan.exact(2 * 3);  // equal lines, the other way round
    plan.line(Coefficients<mpz_class>{-2 * twice.a, -2 * twice.b, -2 * twice.c}, {made, false, 9, 0});
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
  ImplicitPlan plan;
};

bool equal(const Coefficients<mpz_class>& l, const Coefficients<mpz_class>& m) {
  return l.a == m.a && l.b == m.b && l.c == m.c;
}

}  // namespace

TEST_CASE("line table: a plan takes over its lines, number by number, and goes on as the other would") {
  for (const int bits : {30, 60, 210})
    for (unsigned seed = 1; seed < 20; ++seed) {
      const LineScene a(seed, bits), b(seed + 100, bits);
      LineTable table;
      table.append(4, a.plan);
      LineTable later;
      later.append(9, b.plan);
      table.append(later, 0);
      REQUIRE(table.size() == a.plan.line_count() + b.plan.line_count());
      CHECK(table.find(3) == nullptr);
      CHECK(table.find(5) == nullptr);
      for (const auto& [surface, scene] : {std::pair(4u, &a), std::pair(9u, &b)}) {
        const LineTable::Group* group = table.find(surface);
        REQUIRE(group);
        ImplicitPlan plan(scene->points, 0);
        plan.restore(table, *group);
        REQUIRE(plan.line_count() == scene->plan.line_count());
        for (LineId l = 0; l < 2 * plan.line_count(); ++l) {
          REQUIRE(equal(plan.exact(l), scene->plan.exact(l)));
          REQUIRE(plan.source(l) == scene->plan.source(l));
          REQUIRE(plan.representative(l) == scene->plan.representative(l));
          const auto [a, b, c] = plan.approx_line(l);
          const auto [p, q, r] = scene->plan.approx_line(l);
          REQUIRE((std::isnan(a) ? std::isnan(p) : a == p && b == q && c == r));
          for (LineId m = 0; m < l; ++m) {
            if (plan.turn(l, m) != Sign::negative) continue;
            REQUIRE(table.vertex(scene->points, 0, *group, l, m) == plan.exact_vertex(plan.vertex(l, m)));
          }
        }
        // A line made now is found among those taken over.
        const auto known = plan.exact(0);
        const LineId again =
            plan.line(Coefficients<mpz_class>{3 * known.a, 3 * known.b, 3 * known.c}, {made, false, 99, 0});
        CHECK(plan.equal_directed(again, 0));
        plan.reset(1);
        CHECK(plan.line_count() == 0);
        plan.at_x(0);
        CHECK(plan.line_count() == 1);
      }
    }
}

TEST_CASE("line table: ids of diagonals move with the table that they lie in") {
  const LineScene a(1, 30);
  ImplicitPlan plan(a.points, 0);
  plan.adopt(a.plan, 0, {diagonal_kind, false, 5, 0});
  LineTable first, second;
  first.append(1, a.plan);
  second.append(2, plan);
  first.append(second, 10);
  CHECK(first.lines(*first.find(2))[0].source.id == 15);
  CHECK(first.bytes() > second.bytes());
}

TEST_CASE("line table: a plan adopts a line once under one name, in either direction") {
  const LineScene a(2, 60);
  ImplicitPlan plan(a.points, 0);
  for (LineId l = 0; l < 2 * a.plan.line_count(); l += 2) {
    const LineSource source = a.plan.source(l);
    const LineId first = plan.adopt(a.plan, l, source);
    CHECK(equal(plan.exact(first), a.plan.exact(l)));
    const std::size_t lines = plan.line_count();
    if (a.plan.representative(l) == l) {
      CHECK(plan.adopt(a.plan, l, source) == first);
      CHECK(plan.adopt(a.plan, l ^ 1u, source) == (first ^ 1u));
      CHECK(plan.line_count() == lines);
    }
    const LineId other_name = plan.adopt(a.plan, l, {made, false, 1000 + l, 0});
    CHECK(plan.equal_directed(other_name, first));
    CHECK(plan.line_count() == lines + 1);
  }
}

TEST_CASE("line table: a plan that is told an equal line adopts as if it had looked for it") {
  const LineScene a(2, 60);
  ImplicitPlan told(a.points, 0), looking(a.points, 0);
  std::vector<LineId> known(2 * a.plan.line_count(), no_line);  // by line of a: what told has of it
  int equal_ones = 0;
  for (LineId l = 0; l < 2 * a.plan.line_count(); l += 2)
    for (const LineId line : {l, reversed(l)}) {
      const LineId first = a.plan.representative(line);
      const LineId turned = a.plan.equal_directed(line, first) ? 0 : 1;
      const LineId twin = known[first] == no_line ? no_line : known[first] ^ turned;
      equal_ones += twin != no_line;
      const LineId made = told.adopt(a.plan, line, a.plan.source(l), twin);
      REQUIRE(made == looking.adopt(a.plan, line, a.plan.source(l)));
      REQUIRE(told.line_count() == looking.line_count());
      CHECK(told.representative(made) == looking.representative(made));
      CHECK(told.equal_directed(made, told.representative(made)) ==
            looking.equal_directed(made, looking.representative(made)));
      CHECK(equal(told.exact(made), a.plan.exact(line)));
      if (known[first] == no_line) known[first] = made ^ turned;
    }
  CHECK(equal_ones > 15);
}

TEST_CASE("line table: one that was cleared is as new") {
  const LineScene a(3, 30), b(4, 210);
  LineTable fresh, used;
  fresh.append(2, b.plan);
  used.append(7, a.plan);
  const std::size_t bytes = used.bytes();
  used.clear();
  CHECK(used.size() == 0);
  CHECK(used.bytes() == bytes);
  CHECK(used.find(7) == nullptr);
  used.append(2, b.plan);
  REQUIRE(used.size() == fresh.size());
  for (std::uint32_t l = 0; l < used.size(); ++l) {
    const KeptLine &k = used.lines(*used.find(2))[l], &m = fresh.lines(*fresh.find(2))[l];
    CHECK(k.source == m.source);
    if (k.numbers == KeptLine::Numbers::fixed) CHECK(used.fixed(k).c == fresh.fixed(m).c);
    if (k.numbers == KeptLine::Numbers::big) CHECK(used.big(k).c == fresh.big(m).c);
  }
}
