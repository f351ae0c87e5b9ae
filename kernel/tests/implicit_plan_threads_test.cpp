// SPDX-License-Identifier: LGPL-3.0-or-later
// Many threads ask one plan: the answers are those of one thread, and each counts its own.
#include <thread>

#include "plumb/kernel/implicit_plan.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

struct Answers {
  std::vector<Sign> signs;
  LadderCounts counts;
};

// Every vertex and every line; `side` and the others as a thread asks them.
template <class Side, class Turn, class Order>
std::vector<Sign> ask(const ImplicitPlan& plan, VertexId vertices, const Side& side, const Turn& turn,
                      const Order& order) {
  std::vector<Sign> out;
  for (LineId l = 0; l < 2 * plan.line_count(); ++l) {
    for (LineId m = 0; m < 2 * plan.line_count(); ++m) out.push_back(turn(l, m));
    std::vector<VertexId> on;
    for (VertexId v = 0; v < vertices; ++v) {
      out.push_back(side(v, l));
      if (out.back() == Sign::zero) on.push_back(v);
    }
    for (const VertexId v : on)
      for (const VertexId w : on) out.push_back(order(l, v, w));
  }
  return out;
}

bool equal(const LadderCounts& a, const LadderCounts& b) {
  return a.combinatorial == b.combinatorial && a.filtered == b.filtered && a.interval == b.interval &&
         a.fixed == b.fixed && a.exact == b.exact && a.max_bits == b.max_bits;
}

}  // namespace

TEST_CASE("plans: many threads ask one, and each counts what it asked") {
  mpz_class large;
  mpz_ui_pow_ui(large.get_mpz_t(), 2, 400);
  LadderCounts all;
  for (const int kind : {0, 1, 2}) {  // machine integers, fixed ones, GMP
    std::vector<mpz_class> xyz;
    for (const int v : {0, 0, 3, 1, 6, 2, 0, 5, 7, 0, 1, 1, 2, 4, 4, 2, 3, 3, 5, 1}) {
      xyz.push_back(kind == 0   ? mpz_class(v)
                    : kind == 1 ? mpz_class(v * (mpz_class(1) << 100) + v % 2)
                                : mpz_class(v * large + v % 3));
      if (xyz.size() % 3 == 2) xyz.push_back(0);
    }
    const PointTable points = PointTable::from_integers(xyz, 1);
    REQUIRE(points.native() == (kind == 0));
    REQUIRE(points.fixed() == (kind < 2));
    ImplicitPlan plan(points, 0);
    std::vector<LineId> lines;
    for (PointId p = 0; p < points.size(); ++p)
      lines.push_back(plan.edge(p, (p + 3) % static_cast<PointId>(points.size()), {}));
    lines.push_back(plan.at_x(3));
    lines.push_back(plan.at_y(4));
    VertexId vertices = 0;
    for (const LineId l : lines)
      for (const LineId m : lines)
        if (plan.turn(l, m) == Sign::negative) vertices = plan.vertex(l, m) + 1;
    for (PointId p = 0; p < points.size(); ++p) vertices = plan.vertex_on(p, lines[p]) + 1;
    plan.diagonal(0, vertices / 2);

    plan.counts() = {};
    const std::vector<Sign> expected = ask(
        plan, vertices, [&](VertexId v, LineId l) { return plan.side(v, l); },
        [&](LineId l, LineId m) { return plan.turn(l, m); },
        [&](LineId l, VertexId v, VertexId w) { return plan.order_along(l, v, w); });
    const LadderCounts counted = plan.counts();
    all += counted;
    Answers answers[4];
    std::vector<std::thread> threads;
    for (Answers& a : answers)
      threads.emplace_back([&plan, vertices, &a] {
        a.signs = ask(
            plan, vertices, [&](VertexId v, LineId l) { return plan.side(v, l, a.counts); },
            [&](LineId l, LineId m) { return plan.turn(l, m, a.counts); },
            [&](LineId l, VertexId v, VertexId w) { return plan.order_along(l, v, w, a.counts); });
      });
    for (std::thread& t : threads) t.join();
    for (const Answers& a : answers) {
      CHECK(a.signs == expected);
      CHECK(equal(a.counts, counted));
    }
    CHECK(equal(plan.counts(), counted));
  }
  CHECK(all.combinatorial > 0);
  CHECK(all.filtered > 0);
  CHECK(all.fixed > 0);
  CHECK(all.exact > 0);
}
