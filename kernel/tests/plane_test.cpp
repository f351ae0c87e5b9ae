// SPDX-License-Identifier: LGPL-3.0-or-later
// Heights over a plane: rise() at every stage of its ladder, slab lines, and the obstacle filter, which may only turn
// away what does nothing.
#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/point_predicates.h"
#include "plumb/vcd/levels.h"

using namespace plumb::kernel;
using namespace plumb::vcd;

namespace {

const std::vector<PointId> first3 = {0, 1, 2};

Sign exact_rise(const PointTable& t, PointId p, const mpq_class& height) {
  mpz_class u[3], v[3], d[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = t.integer(1, k) - t.integer(0, k);
    v[k] = t.integer(2, k) - t.integer(0, k);
    d[k] = t.integer(p, k) - t.integer(0, k);
  }
  const mpz_class n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  const mpq_class value = mpq_class(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]) - mpq_class(n[2]) * height;
  return sign_of(sgn(value) * sgn(n[2]));
}

}  // namespace

TEST_CASE("rise: every stage agrees with the exact one; each decides where it should", "[bounds]") {
  std::mt19937 random(8);
  LadderCounts all;
  int zeros = 0;
  for (const int shift : {0, 10, 40, 52, 80, 110, 140, 400})
    for (int round = 0; round < 200; ++round) {
      std::vector<mpz_class> xyz;
      for (int i = 0; i < 18; ++i) {
        mpz_class c = mpz_class(static_cast<int>(random() % 9) - 4) << shift;
        if (random() % 4 == 0) c += static_cast<int>(random() % 3) - 1;
        xyz.push_back(c);
      }
      const PointTable points = PointTable::from_integers(xyz, 1);
      const mpz_class turn =
          (points.integer(1, 0) - points.integer(0, 0)) * (points.integer(2, 1) - points.integer(0, 1)) -
          (points.integer(1, 1) - points.integer(0, 1)) * (points.integer(2, 0) - points.integer(0, 0));
      if (turn == 0) continue;
      const mpq_class unit = mpq_class(mpz_class(1) << shift);
      const std::vector<mpq_class> heights = {unit / 3, unit, 2 * unit};
      const Levels levels(points, heights, unit / 7);
      const Plane plane(points, first3);
      LadderCounts counts;
      for (PointId p = 0; p < 6; ++p)
        for (std::uint32_t level = 0; level <= levels.step(); ++level)
          for (const bool below : {false, true}) {
            const mpq_class h = level == 0               ? mpq_class(0)
                                : level == levels.step() ? mpq_class(unit / 7)
                                                         : heights[level - 1];
            const Sign truth = exact_rise(points, p, below ? mpq_class(-h) : h);
            zeros += truth == Sign::zero;
            const double height = below ? -levels[level].approx : levels[level].approx;
            const auto filtered = rise_filtered(points, plane, p, height);
            if ((filtered && *filtered != truth) || rise(points, plane, p, levels, level, below, counts) != truth)
              FAIL("shift " << shift << ", round " << round);
          }
      all += counts;
      if (shift == 400) CHECK(counts.fixed == 0);
      if (shift <= 110) CHECK(counts.exact == 0);
    }
  CHECK(zeros > 1000);
  CHECK(all.combinatorial > 1000);
  CHECK(all.filtered > 10000);
  CHECK(all.fixed > 1000);
  CHECK(all.exact > 1000);
}

TEST_CASE("the obstacle filter keeps what overlaps by less than doubles see", "[bounds]") {
  std::mt19937_64 random(11);
  const auto draw = [&] { return static_cast<double>(random() >> 13); };  // 51 bits
  int over = 0;
  for (int round = 0; round < 4000; ++round) {
    // A corner of the obstacle next to an edge p -> q of the surface, the others far on its left.
    const double px = draw(), py = draw(), dx = draw(), dy = draw(),
                 t = static_cast<double>(1 + random() % 1023) / 1024;
    const double x = std::nearbyint(px + t * dx) + static_cast<double>(random() % 3) - 1,
                 y = std::nearbyint(py + t * dy) + static_cast<double>(random() % 3) - 1;
    const PointTable points = PointTable::from_doubles({px, py, 0, px + dx, py + dy, 0, px + dy, py - dx, 0, x, y, 1,
                                                        x - dx - dy, y - dy + dx, 1, x + dx - dy, y + dy + dx, 1});
    if (orientation(points, 2, 0, 1, 3) != Sign::negative) continue;
    ++over;
    const Plane plane(points, first3);
    const std::vector<PointId> corners = {3, 4, 5};
    const ObstacleFilter filter(points, {0, first3}, plane, 2, 0);
    Reach reach;
    REQUIRE_FALSE(filter.certainly_harmless({{1, corners}}, reach));
  }
  CHECK(over > 1000);
}

TEST_CASE("levels: the surface, the stances and the step, in the points' integer units") {
  const PointTable halves = PointTable::from_doubles({0.5, 0, 0});
  const Levels levels(halves, {mpq_class(1, 2), mpq_class(9, 5)}, mpq_class(2, 5));
  CHECK(levels.stance_count() == 2);
  CHECK(levels.step() == 3);
  CHECK(levels[0].numerator == 0);
  CHECK(levels[1].numerator == 1);
  CHECK(mpq_class(levels[2].numerator, levels[2].denominator) == mpq_class(18, 5));
  CHECK(mpq_class(levels[3].numerator, levels[3].denominator) == mpq_class(4, 5));
  CHECK(levels[2].approx == 3.6);
  CHECK(levels.fixed());
  CHECK_FALSE(Levels(halves, {mpq_class(mpz_class(1) << 200, 3)}, 0).fixed());
}

TEST_CASE("slab lines: inside is where the blocker is higher than the level; parallel planes have none") {
  // Surface z = 0; ramp z = x; a roof z = 5.
  const PointTable points = PointTable::from_doubles(
      {0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 9, 9, 9, 0, 0, 5, 0, 9, 5, 9, 0, 5, 6, 1, 0});
  const Levels levels(points, {mpq_class(7, 2)}, 0);
  ImplicitPlan f(points, 0);
  const Plane floor(points, first3), ramp(points, std::vector<PointId>{3, 4, 5}),
      roof(points, std::vector<PointId>{6, 7, 8});
  const LineSource source{slab_kind, false, 1, 1};
  const auto l = slab_line(f, floor, ramp, levels, 1, source);
  REQUIRE(l);
  CHECK(f.source(*l) == source);
  const VertexId at6 = f.vertex(9, f.at_x(9), reversed(f.at_y(9))), at0 = f.vertex(0, f.at_x(0), reversed(f.at_y(0)));
  CHECK(f.side(at6, *l) == Sign::positive);
  CHECK(f.side(at0, *l) == Sign::negative);
  const auto e = f.exact(*l);
  CHECK(mpq_class(-e.c) / e.a == mpq_class(7, 2));
  CHECK_FALSE(slab_line(f, floor, roof, levels, 1, source));
  CHECK(f.equal_lines(*slab_line(f, floor, ramp, levels, 0, source), f.at_x(0)));
}

TEST_CASE("the obstacle filter turns away only what obstructs no point") {
  std::mt19937 random(9);
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const double top = 4;
  int harmless = 0, met = 0;
  for (int round = 0; round < 20000; ++round) {
    int x[6], y[6], z[6];
    std::vector<double> xyz;
    for (int i = 0; i < 6; ++i) {
      x[i] = draw(0, 6), y[i] = draw(0, 6), z[i] = draw(-3, 8);
      if (i < 3) z[i] /= 4;
      xyz.insert(xyz.end(), {double(x[i]), double(y[i]), double(z[i])});
    }
    const auto cross = [&](int a, int b, double px, double py) {
      return (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
    };
    if (cross(0, 1, x[2], y[2]) >= 0 || cross(3, 4, x[5], y[5]) >= 0) continue;  // clockwise
    const PointTable points = PointTable::from_doubles(xyz);
    const Plane plane(points, first3);
    const std::vector<PointId> corners = {3, 4, 5};
    const ObstacleFilter filter(points, {0, first3}, plane, top, 0);
    // A point strictly inside both, the obstacle there strictly between the surface and the top.
    const auto height = [&](int a, double px, double py) {
      const double w = cross(a, a + 1, x[a + 2], y[a + 2]);
      return (z[a] * cross(a + 1, a + 2, px, py) + z[a + 1] * cross(a + 2, a, px, py) +
              z[a + 2] * cross(a, a + 1, px, py)) /
             w;
    };
    bool obstructs = false;
    for (double px = 0.25; px < 6 && !obstructs; px += 0.5)
      for (double py = 0.25; py < 6 && !obstructs; py += 0.5) {
        bool inside = true;
        for (int k = 0; k < 3; ++k)
          inside = inside && cross(k, (k + 1) % 3, px, py) < 0 && cross(3 + k, 3 + (k + 1) % 3, px, py) < 0;
        if (!inside) continue;
        const double rise = height(3, px, py) - height(0, px, py);
        obstructs = rise > 1e-6 && rise < top - 1e-6;
      }
    Reach reach;
    const bool turned_away = filter.certainly_harmless({{1, corners}}, reach);
    if (obstructs && turned_away) FAIL("round " << round);
    harmless += turned_away;
    met += obstructs;
  }
  CHECK(harmless > 500);
  CHECK(met > 500);
}
