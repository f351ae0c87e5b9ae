// SPDX-License-Identifier: LGPL-3.0-or-later
// Boxes, planes and areas of polygons in fractions, and which polygons a spot that lies on no edge is in.
#include "plumb/kernel/exact_polygon.h"

#include "plumb/kernel/int128.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace plumb::kernel;

namespace {

const mpq_class half(1, 2), third(1, 3);

// Clockwise seen from above: the square from 0 to 4 on the plane z = x / 2 - y + 1.
const std::vector<ExactPoint> square = {{0, 0, 1}, {0, 4, -3}, {4, 4, -1}, {4, 0, 3}};

std::vector<PointId> all(const PointTable& points) {
  std::vector<PointId> out(points.size());
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

}  // namespace

TEST_CASE("exact polygons: a box holds the points, as tight as doubles are") {
  const Box box = box_of(std::vector<ExactPoint>{{1, -2, third}, {-3, 5, 7}, {0, 0, 0}});
  CHECK((box.low[0] == -3 && box.high[0] == 1));
  CHECK((box.low[1] == -2 && box.high[1] == 5));
  CHECK((box.low[2] == 0 && box.high[2] == 7));
  const Box thirds = box_of(std::vector<ExactPoint>{{third, third, third}});
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK((mpq_class(thirds.low[k]) < third && third < mpq_class(thirds.high[k])));
    CHECK(std::nextafter(std::nextafter(thirds.low[k], 1), 1) >= thirds.high[k]);
  }
}

TEST_CASE("exact polygons: planes, through three points or all corners, and heights on them") {
  const ExactPlane plane{{half, -1, 1}};
  CHECK(exact_plane(square[0], square[1], square[2]) == plane);
  CHECK(exact_plane(square[2], square[1], square[0]) == plane);
  CHECK(plane.height(2, 3) == -1);
  CHECK(plane.tan_squared() == mpq_class(5, 4));
  CHECK(height_on_plane(square[0], square[1], square[2], {2, 3}) == -1);
  CHECK(height_on_plane(square[3], square[0], square[2], {third, half}) == mpq_class(2, 3));
  CHECK(exact_plane(ExactPoint{0, 0, third}, {1, 0, third}, {0, 1, third}) == ExactPlane{{0, 0, third}});
  // Every coordinate has a denominator of its own: z = 2 x / 3 + 3 y / 5 + 1 / 7.
  const auto over = [](const mpq_class& x, const mpq_class& y) {
    return ExactPoint{x, y, 2 * x / 3 + 3 * y / 5 + mpq_class(1, 7)};
  };
  CHECK(exact_plane(over(half, third), over(mpq_class(-4, 3), mpq_class(5, 2)),
                    over(mpq_class(7, 11), mpq_class(-1, 13))) ==
        ExactPlane{{2 * third, mpq_class(3, 5), mpq_class(1, 7)}});
  // In a table over halves.
  const PointTable points = PointTable::from_integers({0, 0, 2, 0, 8, -6, 8, 8, -2, 8, 0, 6}, 2);
  CHECK(exact_plane(points, all(points)) == plane);
}

TEST_CASE("exact polygons: areas in projection, in fractions and in machine integers") {
  const PointTable points = PointTable::from_integers({0, 0, 2, 0, 8, -6, 8, 8, -2, 8, 0, 6, 3, 3, 3}, 2);
  const std::vector<PointId> clockwise{0, 1, 2, 3}, counter{3, 2, 1, 0}, notched{0, 1, 2, 4};
  CHECK(doubled_area(points, clockwise) == -128);
  CHECK(doubled_area(points, counter) == 128);
  CHECK(doubled_area(points, notched) == -64);
  CHECK(native_doubled_area(points, counter) == Int128{128});
  CHECK(native_doubled_area(points, notched) == Int128{-64});
  CHECK(plan_area(points, clockwise) == 16);
  CHECK(plan_area(points, notched) == 8);
  // Coordinates of 60 bits: a triangle has two products of 61 bits and a sign each, and a sum of less than 8, or of
  // less than 16, has 126 or 127 bits and a sign. More, or 61 bits, might not be held by machine integers.
  const mpz_class step = 1 << 10, big = (mpz_class(1) << 60) - step, bigger = 2 * big + step;
  const auto table = [](const mpz_class& at) {
    return PointTable::from_integers({0, 0, 0, at, 0, 0, at, at, 0, 0, at, 0}, 1);
  };
  const PointTable fits = table(big), more = table(bigger);
  const Int128 side = (std::int64_t{1} << 60) - (1 << 10);
  const std::vector<PointId> twice{0, 1, 2, 3, 0, 1, 2, 3};
  std::vector<PointId> often = twice;
  often.insert(often.end(), twice.begin(), twice.end());
  CHECK((native_doubled_area(fits, clockwise) == 2 * side * side));
  CHECK((native_doubled_area(fits, twice) == 4 * side * side));
  CHECK(native_doubled_area(fits, often) == std::nullopt);
  CHECK(native_doubled_area(more, clockwise) == std::nullopt);
  CHECK(doubled_area(more, clockwise) == 2 * bigger * bigger);
  PointTable far = points;
  far.set_long(2, {4, mpq_class(4) + third, -1});
  CHECK(native_doubled_area(far, clockwise) == std::nullopt);
  CHECK(native_doubled_area(far, std::vector<PointId>{0, 1, 3}) == Int128{-64});
  CHECK(plan_area(far, clockwise) == 16 + 2 * third);
}

TEST_CASE("exact polygons: what is over a place, and over a spot beside it") {
  CHECK(projection_contains(square, {1, 1}));
  CHECK(projection_contains(square, {0, 2}));
  CHECK(projection_contains(square, {4, 4}));
  CHECK_FALSE(projection_contains(square, {4, mpq_class(-1, 1000)}));
  CHECK_FALSE(projection_contains(square, {5, 2}));
  CHECK_FALSE(projection_contains(square, {2, 5}));
  // The spot is moved along x first, then along y: on an edge, that decides.
  const auto over = [](const mpq_class& x, const mpq_class& y) { return over_spot(square, plan_spot({x, y})); };
  CHECK(over(1, 1));
  CHECK(over(0, 2));
  CHECK_FALSE(over(4, 2));
  CHECK(over(2, 0));
  CHECK_FALSE(over(2, 4));
  CHECK(over(0, 0));
  CHECK_FALSE(over(4, 0));
  CHECK_FALSE(over(0, 4));
  CHECK_FALSE(over(-1, 2));
}

TEST_CASE("exact polygons: signs at a spot, by its place, then by its moves") {
  const PerturbedPoint spot = plan_spot({2, 3});
  CHECK(sign_at(1, 1, -4, spot) == Sign::positive);
  CHECK(sign_at(1, 1, -6, spot) == Sign::negative);
  CHECK(sign_at(1, -1, 1, spot) == Sign::positive);  // zero there; x decides
  CHECK(sign_at(-3, 2, 0, spot) == Sign::negative);
  CHECK(sign_at(0, 5, -15, spot) == Sign::positive);  // y decides
  CHECK(sign_at(0, -5, 15, spot) == Sign::negative);
  CHECK(sign_at(0, 0, 0, spot) == Sign::zero);
  CHECK(sign_at(0, 5, -15, {{2, 3}, {{1, 0}}}) == Sign::zero);
  const PerturbedPoint slanted{{2, 3}, {{1, -2}, {0, 1}}};
  CHECK(sign_at(1, 1, -5, slanted) == Sign::negative);
  CHECK(sign_at(2, 1, -7, slanted) == Sign::positive);  // along the first move it stays zero
  // One plane above another: where they meet, on the side to which the spot is moved.
  const ExactPlane level{{0, 0, 1}}, rising{{1, 0, -1}}, falling{{-1, 0, 3}};
  CHECK(above_at(rising, level, spot));
  CHECK_FALSE(above_at(level, rising, spot));
  CHECK_FALSE(above_at(falling, level, spot));
  CHECK_FALSE(above_at(level, level, spot));
  CHECK(above_at(ExactPlane{{0, 0, 2}}, level, spot));
}
