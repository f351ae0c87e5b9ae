// SPDX-License-Identifier: GPL-3.0-or-later
// Places on Detour's grid in doubles, against fractions: in the middle of two steps, and one unit in the last place
// beside it.
#include "detour/detour_points.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "detour/detour_grid.h"
#include "plumb/kernel/interval.h"

using namespace plumb::pipeline;
using plumb::kernel::Interval;

TEST_CASE("grid: doubles give the step of fractions, or none") {
  std::mt19937 random(4);
  for (const mpq_class& cell : {mpq_class(1, 8), mpq_class(3, 1024), mpq_class(12345, 1 << 20)}) {
    const GridAxis axis{mpq_class(-37, 64), cell};
    const AxisNumbers numbers(axis);
    int middles = 0, told = 0, asked = 0;
    for (int i = 0; i < 3000; ++i) {
      const mpq_class middle = axis.origin + cell * mpq_class(static_cast<int>(random() % 2000) * 2 + i % 2, 2);
      double at = middle.get_d();
      middles += mpq_class(at) == middle && i % 2 == 1;
      if (i % 3 == 1) at = std::nextafter(at, HUGE_VAL);
      if (i % 3 == 2) at = std::max(std::nextafter(at, -HUGE_VAL), axis.origin.get_d());
      const auto exact = numbers.step(Interval(at));
      if (exact) CHECK(*exact == axis.step(mpq_class(at)));
      else CHECK(mpq_class(at) != middle);  // its way from the origin is no double
      // Of what lies around the middle, doubles do not know.
      const Interval around{std::nextafter(at, -HUGE_VAL), std::nextafter(at, HUGE_VAL)};
      ++asked;
      if (const auto step = numbers.step(around)) {
        ++told;
        CHECK(axis.step(std::max<mpq_class>(mpq_class(around.low), axis.origin)) == *step);
        CHECK(axis.step(mpq_class(around.high)) == *step);
      }
    }
    CHECK(middles > 400);
    CHECK(told < asked);
    CHECK(told > asked / 4);
  }
}

TEST_CASE("grid: the outermost of points, whether doubles or not") {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<ExactPoint> points;
    for (int i = 0; i < 12; ++i) {
      ExactPoint p;
      for (mpq_class& v : p) {
        v = mpq_class(static_cast<int>(random() % 5), round % 3 == 0 ? 1 : 3);
        v.canonicalize();
        if (random() % 3 == 0) v += mpq_class(1) / (mpz_class(1) << 70);
      }
      points.push_back(p);
    }
    const MeshPoints mesh(points);
    DetourPoints all(mesh);
    for (NavMesh::PointIndex p = 0; p < mesh.size(); ++p) all.add(p);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      mpq_class low = to_detour(points[0])[axis], high = low;
      for (const ExactPoint& p : points) {
        low = std::min(low, to_detour(p)[axis]);
        high = std::max(high, to_detour(p)[axis]);
      }
      CHECK(all.least(axis) == low);
      CHECK(all.greatest(axis) == high);
      for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(all.exact(i, axis) == to_detour(points[i])[axis]);
        CHECK(mpq_class(all.near(i)[axis].low) <= all.exact(i, axis));
        CHECK(mpq_class(all.near(i)[axis].high) >= all.exact(i, axis));
      }
    }
  }
}

TEST_CASE("added points: an equal one is found, one beside it is not") {
  const mpq_class third(1, 3), little = mpq_class(1) / (mpz_class(1) << 80);
  const MeshPoints base(std::vector<ExactPoint>{{0, 0, 0}, {third, 1, 2}, {1000, 0, 0}});
  const auto made = std::make_shared<AddedPoints>(base);
  AddedPoints& points = *made;
  for (std::uint32_t p = 0; p < 2; ++p) points.make_known(p);
  CHECK(points.add({third, 1, 2}) == 1);
  CHECK(points.add({1000, 0, 0}) == 3);  // 2 is not known
  CHECK(points.add({third + little, 1, 2}) == 4);
  CHECK(points.add({third, 1, 2 + little}) == 5);
  CHECK(points.add({third + little, 1, 2}) == 4);
  CHECK(points.size() == 6);
  const MeshPoints all = AddedPoints::all(made);
  REQUIRE(all.size() == 6);
  CHECK(all[4] == ExactPoint{third + little, 1, 2});
  CHECK(plumb::kernel::orientation(all.place(0), all.place(1), all.place(4)) == plumb::kernel::Sign::negative);
  CHECK(plumb::kernel::orientation(all.place(0), all.place(1), all.place(5)) == plumb::kernel::Sign::zero);
}

TEST_CASE("added points: cuts of one edge have one name, on lines that need no arithmetic") {
  // Fractions that no double holds: every sign below would else be asked of fractions.
  const mpq_class third(1, 3);
  const MeshPoints base(std::vector<ExactPoint>{{0, 0, 0}, {9, third, third}, {0, 5, 1}, {9, 5 + third, 2}, {3, 7, 0}});
  const auto made = std::make_shared<AddedPoints>(base);
  AddedPoints& points = *made;
  points.make_all_known();
  const std::uint32_t at_3 = points.add_line(0, 3), at_6 = points.add_line(0, 6),
                      across = points.add_line(1, third / 4);
  const std::uint32_t p = points.cut(0, 1, at_3), q = points.cut(1, 0, at_6), r = points.cut(2, 3, at_3);
  CHECK(points.cut(1, 0, at_3) == p);
  CHECK(points.cut(p, 1, at_6) == q);  // the same place by another edge
  CHECK(points.add({3, third / 3, third / 3}) == p);
  CHECK(points.exact(q) == ExactPoint{6, 2 * third / 3, 2 * third / 3});
  const std::uint32_t s = points.cut(0, p, across);  // a part of the first edge
  CHECK(points.exact(s) == ExactPoint{mpq_class(9, 4), third / 4, third / 4});
  CHECK(points.size() == 9);
  const MeshPoints all = AddedPoints::all(made);
  const auto turn = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return plumb::kernel::orientation(all.place(a), all.place(b), all.place(c));
  };
  for (const std::uint32_t a : {0u, 1u, p, q, s})
    for (const std::uint32_t b : {0u, 1u, p, q, s}) CHECK(turn(a, b, p) == plumb::kernel::Sign::zero);
  CHECK(turn(p, r, 4) == plumb::kernel::Sign::zero);  // by chance, on the line as well
  CHECK(turn(0, p, r) == plumb::kernel::Sign::positive);
  CHECK(turn(0, p, 3) == plumb::kernel::Sign::positive);
  CHECK(turn(r, p, s) == plumb::kernel::Sign::negative);
  for (std::uint32_t i = 0; i < all.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      CHECK(mpq_class(all.near(i)[axis].low) <= all[i][axis]);
      CHECK(mpq_class(all.near(i)[axis].high) >= all[i][axis]);
    }
}
