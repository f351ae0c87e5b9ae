// SPDX-License-Identifier: LGPL-3.0-or-later
// The filter ladder of a plan: every stage that answers agrees with the exact one, and inputs made so that one stage
// decides.
//
// 1. Three lines through one point (ThreeLines), scaled and moved so that ids, doubles, intervals, fixed-width integers
//    or GMP have to decide on which side of the third line the crossing of two is. decide() returns the sign and the
//    counts, so a test sees which stage answered.
// 2. Where a product of doubles would be denormal, the filter must not answer.
// 3. Degenerate and random input at every scale: whatever stage answers, the exact one gives the same sign.
// 4. The sides of many corners in one call are those of each corner alone, with the same counts.
#include <catch2/catch.hpp>

#include <random>
#include <utility>

#include "plumb/kernel/implicit_plan.h"

using namespace plumb::kernel;

namespace {

constexpr LineSource anywhere{};

// Points (x, y) times a scale, moved by an offset.
PointTable scaled_points(const std::vector<std::pair<int, int>>& xy, const mpz_class& scale,
                         const mpz_class& offset = 0) {
  std::vector<mpz_class> xyz;
  for (const auto& [x, y] : xy) {
    xyz.push_back(x * scale + offset);
    xyz.push_back(y * scale + offset);
    xyz.push_back(0);
  }
  return PointTable::from_integers(xyz, 1);
}

VertexId meet(ImplicitPlan& f, LineId l, LineId m) {
  return f.turn(l, m) == Sign::negative ? f.vertex(l, m) : f.vertex(m, l);
}

struct Decided {
  Sign sign;
  LadderCounts by;
};
Decided decide(ImplicitPlan& f, VertexId v, LineId l) {
  f.counts() = {};
  const Sign s = f.side(v, l);
  return {s, f.counts()};
}

// Three lines through (3, 4), no two points in common, and one that passes it.
const std::vector<std::pair<int, int>> concurrent = {{1, 3}, {5, 5}, {2, 5}, {6, 1}, {3, 1}, {3, 6}, {0, 0}, {9, 2}};
struct ThreeLines {
  ImplicitPlan plan;
  LineId l, m, n, past;
  VertexId v;
  explicit ThreeLines(const PointTable& points)
      : plan(points, 6),
        l(plan.edge(0, 1, anywhere)),
        m(plan.edge(2, 3, anywhere)),
        n(plan.edge(4, 5, anywhere)),
        past(plan.edge(6, 7, anywhere)),
        v(meet(plan, l, m)) {}
};

}  // namespace

TEST_CASE("ladder: a vertex on its own lines, or on lines equal to them, is decided by ids") {
  const PointTable points = scaled_points({{0, 0}, {1, 3}, {3, 4}, {5, 5}, {0, 4}, {6, 4}}, 1);
  ImplicitPlan f(points, 0);
  const LineId l = f.edge(1, 2, anywhere), equal = f.edge(3, 1, anywhere), m = f.edge(4, 5, anywhere);
  const VertexId v = meet(f, l, m);
  for (const LineId k : {l, reversed(l), m, equal}) {
    const Decided d = decide(f, v, k);
    CHECK(d.sign == Sign::zero);
    CHECK(d.by.combinatorial == 1);
    CHECK(d.by.predicates() == 1);
  }
}

TEST_CASE("ladder: an input point on a line made from that point is decided by ids") {
  const PointTable points = scaled_points({{0, 0}, {1, 3}, {3, 4}, {5, 5}, {0, 4}, {6, 9}}, 1);
  ImplicitPlan f(points, 0);
  const LineId l = f.edge(2, 0, anywhere), m = f.edge(4, 2, anywhere);
  const VertexId v = f.turn(l, m) == Sign::negative ? f.vertex(2, l, m) : f.vertex(2, m, l);
  const Decided d = decide(f, v, f.edge(2, 5, anywhere));
  CHECK(d.sign == Sign::zero);
  CHECK(d.by.combinatorial == 1);
}

TEST_CASE("ladder: lines through one input point, or through points over one another, meet there by what made them") {
  // Point 2 is (3, 4), point 5 over it, point 7 a unit beside it.
  for (const int shift : {0, 30, 58, 100}) {
    std::vector<mpz_class> xyz;
    for (const auto& [x, y, z] : std::vector<std::array<int, 3>>{
             {0, 0, 0}, {1, 3, 0}, {3, 4, 0}, {5, 9, 0}, {9, 2, 0}, {3, 4, 7}, {2, 6, 0}, {3, 4, 0}, {7, 1, 0}}) {
      for (const int c : {x, y, z}) xyz.push_back((mpz_class(c) << shift) + (mpz_class(1) << shift) / 3);
      if (xyz.size() == 3 * 8) xyz[3 * 7] += 1;
    }
    const PointTable points = PointTable::from_integers(xyz, 1);
    ImplicitPlan f(points, 0);
    const LineId l = f.edge(1, 2, anywhere), m = f.edge(2, 3, anywhere), same = f.edge(4, 2, anywhere),
                 over = f.edge(6, 5, anywhere), beside = f.edge(7, 8, anywhere), upright = f.at_x(5);
    const VertexId v = meet(f, l, m), point = f.vertex_on(2, l);
    CAPTURE(shift);
    for (const LineId n : {same, reversed(same)}) {
      const Decided d = decide(f, v, n);
      CHECK(d.sign == Sign::zero);
      CHECK(d.by.combinatorial == 1);
    }
    for (const VertexId w : {v, point})
      for (const LineId n : {over, upright}) {
        const Decided d = decide(f, w, n);
        CHECK(d.sign == Sign::zero);
        CHECK(d.by.fixed == (points.native() || d.by.filtered ? 0 : 1));
        CHECK(d.by.predicates() == 1);
      }
    CHECK(decide(f, v, beside).sign == f.side_exact(v, beside));
    CHECK(decide(f, v, beside).sign != Sign::zero);
  }
}

TEST_CASE("ladder: a vertex well off a line is decided by doubles") {
  const PointTable points = scaled_points(concurrent, 1);
  ThreeLines t(points);
  const Decided d = decide(t.plan, t.v, t.past);
  CHECK(d.sign == Sign::negative);  // (3, 4) is on the left of (0,0) -> (9,2)
  CHECK(d.by.filtered == 1);
  CHECK(d.by.predicates() == 1);
}

TEST_CASE("ladder: three lines through one point, none equal, are decided in fixed width") {
  for (const int shift : {0, 30, 60, 100}) {
    const PointTable points = scaled_points(concurrent, mpz_class(1) << shift, (mpz_class(1) << shift) / 3);
    ThreeLines t(points);
    CAPTURE(shift);
    const Decided d = decide(t.plan, t.v, t.n);
    CHECK(d.sign == Sign::zero);
    CHECK(d.by.fixed == 1);
    CHECK(d.by.predicates() == 1);
  }
}

TEST_CASE("ladder: a difference of one unit that doubles do not see is decided in fixed width") {
  // (0,0) -> (2^60 + 1, 2^60) at (2^60 / 2, 2^60 / 2).
  const mpz_class s = mpz_class(1) << 60;
  const PointTable points =
      PointTable::from_integers({0, 0, 0, s + 1, s, 0, s / 2, 0, 0, s / 2, s, 0, 0, s / 2, 0, s, s / 2, 0}, 1);
  ImplicitPlan f(points, 0);
  const LineId l = f.edge(0, 1, anywhere);
  const VertexId v = meet(f, f.edge(2, 3, anywhere), f.edge(4, 5, anywhere));
  CHECK_FALSE(f.side_filtered(v, l).has_value());
  const Decided d = decide(f, v, l);
  CHECK(d.sign == Sign::negative);
  CHECK(d.by.fixed == 1);
}

TEST_CASE("ladder: beyond the filter's safe range intervals decide") {
  const PointTable points = scaled_points(concurrent, mpz_class(1) << 250);  // a : c as 1 : 2^250
  ThreeLines t(points);
  CHECK_FALSE(t.plan.side_filtered(t.v, t.past).has_value());
  const Decided d = decide(t.plan, t.v, t.past);
  CHECK(d.sign == Sign::negative);
  CHECK(d.by.interval == 1);
  CHECK(d.by.predicates() == 1);
}

TEST_CASE("ladder: where a product of doubles would be too small for one, the filter does not tell", "[bounds]") {
  // The vertex (2^-600, 0), right of or on the other side of a line through the origin that is nearly y = 0.
  const PointTable points = scaled_points({{0, 0}}, 1);
  ImplicitPlan f(points, 0);
  const mpz_class big = mpz_class(1) << 600;
  const auto line = [&](const mpz_class& a, const mpz_class& b, const mpz_class& c) {
    return f.line(Coefficients<mpz_class>{a, b, c}, anywhere);
  };
  const VertexId v = meet(f, line(big, 0, -1), line(0, 1, 0));
  for (const int rise : {1, -1}) {
    const LineId l = line(rise, big, 0);
    CHECK_FALSE(f.side_filtered(v, l).has_value());
    CHECK(f.side(v, l) == (rise > 0 ? Sign::positive : Sign::negative));
  }
}

TEST_CASE("ladder: an exact zero of coordinates beyond 126 bits is decided by GMP") {
  for (const int shift : {124, 150, 250, 2000}) {
    const PointTable points = scaled_points(concurrent, mpz_class(1) << shift);
    CHECK_FALSE(points.fixed());
    ThreeLines t(points);
    const Decided d = decide(t.plan, t.v, t.n);
    CHECK(d.sign == Sign::zero);
    CHECK(d.by.exact == 1);
    CHECK(d.by.predicates() == 1);
  }
}

TEST_CASE("ladder: where intervals overflow GMP decides") {
  const PointTable points = scaled_points(concurrent, mpz_class(1) << 1500);  // a : c as 1 : 2^1500
  ThreeLines t(points);
  CHECK_FALSE(t.plan.side_interval(t.v, t.past).has_value());
  const Decided d = decide(t.plan, t.v, t.past);
  CHECK(d.sign == Sign::negative);
  CHECK(d.by.exact == 1);
  CHECK(d.by.predicates() == 1);
}

TEST_CASE("ladder: turn is decided by ids for equal lines, by doubles, in fixed width, by GMP") {
  const auto turned = [](ImplicitPlan& f, LineId l, LineId m) {
    f.counts() = {};
    const Sign s = f.turn(l, m);
    return Decided{s, f.counts()};
  };
  // Parallel lines with sides that doubles round: 1/3-like slopes.
  const mpz_class s = (mpz_class(1) << 60) + 1;
  const auto table = [&](const mpz_class& k) {
    return PointTable::from_integers({0, 0, 0, 3 * s * k, s * k, 0, 0, k, 0, 6 * s * k, 2 * s * k + k, 0, 5, 0, 0}, 1);
  };
  const PointTable fixed = table(1), wide = table(mpz_class(1) << 200);
  ImplicitPlan f(fixed, 0), g(wide, 0);
  const LineId l = f.edge(0, 1, anywhere), m = f.edge(2, 3, anywhere);
  CHECK(turned(f, l, reversed(f.edge(1, 0, anywhere))).by.combinatorial == 1);
  CHECK(turned(f, l, f.edge(2, 4, anywhere)).by.filtered == 1);
  const Decided d = turned(f, l, m);
  CHECK(d.sign == Sign::zero);
  CHECK(d.by.fixed == 1);
  const Decided e = turned(g, g.edge(0, 1, anywhere), g.edge(2, 3, anywhere));
  CHECK(e.sign == Sign::zero);
  CHECK(e.by.exact == 1);
}

TEST_CASE("ladder: where a stage answers it agrees with the exact one, on degenerate and random input at every scale",
          "[bounds]") {
  std::mt19937 random(4);
  LadderCounts answered;
  int zeros = 0, equal = 0;
  for (const int shift : {0, 20, 50, 61, 100, 122, 130, 190, 260, 600, 1100})
    for (int round = 0; round < 40; ++round) {
      // Small grids make parallel, equal and concurrent lines; a nudge of one unit makes nearly such ones.
      const int grid = 2 + static_cast<int>(random() % 5);
      std::vector<mpz_class> xyz;
      for (int i = 0; i < 10; ++i) {
        for (int k = 0; k < 2; ++k) {
          mpz_class c = mpz_class(static_cast<int>(random() % (2 * grid + 1)) - grid) << shift;
          if (random() % 4 == 0) c += static_cast<int>(random() % 3) - 1;
          xyz.push_back(c);
        }
        xyz.push_back(0);
      }
      const PointTable points = PointTable::from_integers(xyz, 1);
      ImplicitPlan f(points, 0);
      std::vector<LineId> lines;
      std::vector<VertexId> vertices;
      for (PointId p = 0; p + 1 < 10; ++p) {
        if (points.integer(p, 0) == points.integer(p + 1, 0) && points.integer(p, 1) == points.integer(p + 1, 1))
          continue;
        lines.push_back(f.edge(p, p + 1, anywhere));
      }
      lines.push_back(f.at_x(3));
      lines.push_back(f.at_y(4));
      for (const LineId l : lines)
        for (const LineId m : lines)
          if (f.turn(l, m) == Sign::negative) vertices.push_back(f.vertex(l, m));
      for (const VertexId v : vertices)
        for (LineId l : lines) {
          if (random() % 2) l = reversed(l);
          const Sign truth = f.side_exact(v, l);
          zeros += truth == Sign::zero;
          const auto agree = [&](std::optional<Sign> s, std::uint64_t& count) {
            if (!s) return true;
            ++count;
            return *s == truth;
          };
          const bool agreed = agree(f.side_combinatorial(v, l), answered.combinatorial) &&
                              agree(f.side_filtered(v, l), answered.filtered) &&
                              agree(f.side_interval(v, l), answered.interval) &&
                              agree(f.side_fixed(v, l), answered.fixed);
          if (!agreed || f.side(v, l) != truth) FAIL("shift " << shift << ", round " << round);
        }
      // Equal lines are one, in each direction; many corners' sides are those of each, and counted as such.
      for (const LineId l : lines)
        for (const LineId m : lines) {
          const auto a = f.exact(l), b = f.exact(m);
          const bool same = a.a * b.b == a.b * b.a && a.a * b.c == a.c * b.a && a.b * b.c == a.c * b.b;
          const bool along = sgn(a.a) == sgn(b.a) && sgn(a.b) == sgn(b.b);
          equal += same && l != m;
          if (f.equal_lines(l, m) != same || f.equal_directed(l, m) != (same && along))
            FAIL("shift " << shift << ", round " << round);
        }
      std::vector<Corner> corners;
      for (const VertexId v : vertices) corners.push_back({lines[0], v});
      std::vector<Sign> together(corners.size()), each;
      for (const LineId l : {lines[0], reversed(lines.back())}) {
        each.clear();
        f.counts() = {};
        for (const VertexId v : vertices) each.push_back(f.side(v, l));
        const LadderCounts by_each = std::exchange(f.counts(), {});
        f.sides(corners, l, together.data());
        const LadderCounts by_all = f.counts();
        if (each != together || by_each.combinatorial != by_all.combinatorial || by_each.filtered != by_all.filtered ||
            by_each.interval != by_all.interval || by_each.fixed != by_all.fixed || by_each.exact != by_all.exact ||
            by_each.max_bits != by_all.max_bits)
          FAIL("shift " << shift << ", round " << round);
      }
    }
  CHECK(equal > 200);
  CHECK(zeros > 5000);
  CHECK(answered.combinatorial > 5000);
  CHECK(answered.filtered > 5000);
  CHECK(answered.interval > 5000);
  CHECK(answered.fixed > 5000);
}

TEST_CASE("ladder: the sides of many corners at once are those of each alone, stage by stage") {
  std::mt19937 random(11);
  for (const int bits : {4, 20, 50}) {
    std::vector<double> xyz;
    for (int i = 0; i < 3 * 40; ++i) xyz.push_back(double(std::int64_t(random()) % (std::int64_t{1} << bits)));
    const PointTable points = PointTable::from_doubles(xyz);
    ImplicitPlan plan(points, 0);
    std::vector<LineId> lines;
    std::vector<Corner> corners;
    for (std::uint32_t i = 1; i + 1 < points.size(); ++i) {
      if (points.approx(i, 0) == points.approx(i + 1, 0)) continue;
      const LineId line = lines.emplace_back(plan.edge(i, i + 1, {edge_kind, false, 0, i}));
      corners.push_back({line, plan.vertex_on(i, line)});
    }
    for (std::uint32_t i = 1; i < 6; ++i) lines.push_back(i % 2 ? plan.at_x(i) : plan.at_y(i));
    for (const LineId l : lines)
      for (const LineId m : lines)
        if (plan.turn(l, m) == Sign::negative) corners.push_back({l, plan.vertex(l, m)});
    std::vector<Sign> together(corners.size());
    for (const LineId made : lines)
      for (const LineId l : {made, reversed(made)}) {
        plan.counts() = {};
        plan.sides(corners, l, together.data());
        const LadderCounts counts = plan.counts();
        LadderCounts alone;
        bool equal = true;
        for (std::size_t i = 0; i < corners.size(); ++i)
          equal = equal && plan.side(corners[i].vertex, l, alone) == together[i] &&
                  plan.side_exact(corners[i].vertex, l) == together[i];
        CHECK(equal);
        CHECK(counts.combinatorial == alone.combinatorial);
        CHECK(counts.filtered == alone.filtered);
        CHECK(counts.fixed == alone.fixed);
        CHECK(counts.max_bits == alone.max_bits);
      }
  }
}
