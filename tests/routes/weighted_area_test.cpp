// SPDX-License-Identifier: GPL-3.0-or-later
// Integrals of weights over capsules, exact and estimated, and along ways.
#include "plumb/plan/weighted_area.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "support/plan_maps.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plan;
using kernel::PlanPoint;

struct Weighted {
  explicit Weighted(const PlanMap& map)
      : triangulation(triangulate(map, KeptSegments::obstacles_and_borders)), area(triangulation) {}
  PlanTriangulation triangulation;
  WeightedArea area;
};

// A floor from -20 to 20, with a square of another weight.
PlanMap floor_with(const kernel::PlanRing& ring, const mpq_class& weight) {
  return map_of({{MapLayer::Role::floors, "", {{{{box(-20, -20, 20, 20)}}, 1}}},
                 {MapLayer::Role::regions, "", {{{{ring}}, weight}}}});
}

double middle(const kernel::RealInterval& i) { return (i.low() + i.high()) / 2; }

// Weight 9 above y = 4/5, else 1, and a disc of radius 1 that moves from (0, 0) to (4, 0).
const PlanMap& heavy_above() {
  static const PlanMap map = floor_with(box(-20, mpq_class(4, 5), 20, 20), 9);
  return map;
}
double segment_above(double h) { return std::acos(h) - h * std::sqrt(1 - h * h); }

TEST_CASE("weighted area: a capsule beside a heavy region, as worked out by hand") {
  const Weighted w(heavy_above());
  const auto exact = w.area.in_capsule({0, 0}, {4, 0}, 1, 128);
  const double size = 8 + std::numbers::pi, above = 4 * 0.2 + segment_above(0.8);
  CHECK(middle(exact) == Approx(size + 8 * above).epsilon(1e-13));
  CHECK(middle(exact) / size == Approx(1.69182).epsilon(1e-5));
  CHECK(exact.rational().width() * (mpz_class(1) << 100) < exact.rational().high);
  CHECK(w.area.in_capsule(DoublePoint{0, 0}, DoublePoint{4, 0}, 1) == Approx(middle(exact)).epsilon(1e-13));
  // A disc alone.
  CHECK(middle(w.area.in_capsule({0, 0}, {0, 0}, 1, 128)) ==
        Approx(std::numbers::pi + 8 * segment_above(0.8)).epsilon(1e-13));
}

TEST_CASE("weighted area: the whole of one weight, whatever the direction") {
  const Weighted w(floor_with(box(-20, -20, -19, -19), 5));
  for (const auto& [q, length] : {std::pair<PlanPoint, double>{{3, 4}, 5}, {{-2, 1}, std::sqrt(5.0)}, {{0, 0}, 0}}) {
    const auto exact = w.area.in_capsule({0, 0}, q, mpq_class(3, 2), 96);
    CHECK(middle(exact) == Approx(3 * length + std::numbers::pi * 2.25).epsilon(1e-13));
  }
}

TEST_CASE("weighted area: doubles and intervals agree, in both directions, on drawn capsules") {
  std::mt19937 random(1);
  const auto drawn = [&](int from, int to) {
    return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
  };
  for (int k = 0; k < 40; ++k) {
    std::vector<MapLayer> layers{{MapLayer::Role::floors, "", {{{{box(-20, -20, 20, 20)}}, 1}}},
                                 {MapLayer::Role::regions, "", {}}};
    for (int i = 0; i < 6; ++i) {
      const int x = drawn(-12, 10), y = drawn(-12, 10);
      layers[1].polygons.push_back({{{box(x, y, x + drawn(1, 4), y + drawn(1, 4))}}, drawn(0, 9)});
    }
    const Weighted w(map_of(layers));
    for (int i = 0; i < 10; ++i) {
      const PlanPoint p{drawn(-9, 9), drawn(-9, 9)}, q{drawn(-9, 9), drawn(-9, 9)};
      const mpq_class radius(drawn(1, 6), 2);
      CAPTURE(p[0], p[1], q[0], q[1], radius);
      const auto exact = w.area.in_capsule(p, q, radius, 96), back = w.area.in_capsule(q, p, radius, 96);
      CHECK((exact - back).contains_zero());
      CHECK(middle(exact) == Approx(w.area.in_capsule(to_doubles(p), to_doubles(q), radius.get_d())).margin(1e-10));
      // Edges of more triangles than are near add nothing.
      std::vector<WeightedArea::Index> all(w.area.triangulation().triangle_count());
      std::iota(all.begin(), all.end(), 0u);
      CHECK(middle(exact) ==
            Approx(WeightedArea::in_capsule(to_doubles(p), to_doubles(q), radius.get_d(), w.area.edges_of(all)))
                .margin(1e-10));
      AreaSampling strips{AreaEstimator::strips, 4001};
      CHECK(middle(exact) == Approx(estimate_area(w.area, strips, to_doubles(p), to_doubles(q), radius.get_d()))
                                 .epsilon(0.02)
                                 .margin(0.05));
    }
  }
}

TEST_CASE("weighted area: along a border the smaller weight counts, across it each its share") {
  const Weighted w(heavy_above());
  CHECK(w.area.mean_weight({0, mpq_class(4, 5)}, {7, mpq_class(4, 5)}) == 1);
  CHECK(w.area.mean_weight({0, 0}, {0, mpq_class(8, 5)}) == 5);
  CHECK(w.area.mean_weight({0, 1}, {3, 2}) == 9);
  CHECK(w.area.mean_weight({0, 0}, {3, mpq_class(1, 2)}) == 1);
}

TEST_CASE(
    "area estimates: sums of points and lines have no unit, so that they are made areas; lines crowd at the rim") {
  const Weighted w(heavy_above());
  const DoublePoint p{0, 0}, q{4, 0};
  const double size = capsule_size(p, q, 1);
  const auto mean = [&](AreaEstimator estimator, std::size_t samples) {
    return estimate_area(w.area, {estimator, samples, 512}, p, q, 1) / size;
  };
  CHECK(mean(AreaEstimator::points, 1 << 16) == Approx(1.69182).epsilon(0.01));
  CHECK(mean(AreaEstimator::strips, 20001) == Approx(1.69182).epsilon(1e-3));
  // However many lines: lines at equal angles give the heavy rim too much.
  CHECK(mean(AreaEstimator::lines, 20001) == Approx(2.43616).epsilon(1e-3));
  CHECK(mean(AreaEstimator::lines, 80001) == Approx(2.43616).epsilon(1e-3));
  CHECK(mean(AreaEstimator::points, 64) == mean(AreaEstimator::points, 64));
  CHECK(estimate_area(w.area, {AreaEstimator::points, 64}, p, q, 1) ==
        estimate_area(w.area, {AreaEstimator::points, 64}, q, p, 1));
}

// The slope of the logarithm of the mean error over that of the samples, 2^6 to 2^14.
double error_slope(AreaEstimator estimator) {
  const Weighted w(floor_with({{-3, -4}, {5, -2}, {6, 3}, {-1, 7}}, 9));
  std::mt19937 random(3);
  const auto drawn = [&] { return static_cast<double>(random() % 4096) / 256 - 8; };
  std::vector<std::array<DoublePoint, 2>> capsules;
  for (int k = 0; k < 100; ++k) capsules.push_back({{{drawn(), drawn()}, {drawn(), drawn()}}});
  double sx = 0, sy = 0, sxx = 0, sxy = 0, n = 0;
  for (int power = 6; power <= 14; power += 2) {
    double error = 0;
    for (const auto& [p, q] : capsules) {
      const double exact = w.area.in_capsule(p, q, 1.5);
      error += std::fabs(estimate_area(w.area, {estimator, std::size_t{1} << power, 512}, p, q, 1.5) - exact) / exact;
    }
    const double x = power, y = std::log2(error / 100);
    sx += x, sy += y, sxx += x * x, sxy += x * y, ++n;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

TEST_CASE("area estimates: the error of points falls by the root of their number, that of strips by the number") {
  const double points = error_slope(AreaEstimator::points);
  CHECK(points > -0.6);
  CHECK(points < -0.4);
  CHECK(error_slope(AreaEstimator::strips) <= -0.9);
  // That of lines does not fall.
  CHECK(error_slope(AreaEstimator::lines) > -0.3);
}

}  // namespace
