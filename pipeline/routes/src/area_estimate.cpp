// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/area_estimate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using Index = WeightedArea::Index;
using kernel::formulas::orient2d;

// The way from p to q in doubles, where p comes before q: its direction, and the direction to its left.
struct Way {
  DoublePoint p, q, along, left;
};
Way way_between(DoublePoint p, DoublePoint q) {
  if (q < p) std::swap(p, q);
  const double x = q[0] - p[0], y = q[1] - p[1], length = std::hypot(x, y);
  const DoublePoint along = length > 0 ? DoublePoint{x / length, y / length} : DoublePoint{1, 0};
  return {p, q, along, {-along[1], along[0]}};
}
DoublePoint moved(const DoublePoint& p, const DoublePoint& a, double by_a, const DoublePoint& b, double by_b) {
  return {p[0] + a[0] * by_a + b[0] * by_b, p[1] + a[1] * by_a + b[1] * by_b};
}

std::vector<DoublePoint> polygon(const Way& way, double radius, std::size_t arc_points) {
  std::vector<DoublePoint> out;
  for (const double end : {1.0, -1.0})
    for (std::size_t k = 0; k < arc_points; ++k) {
      const double t = std::numbers::pi * static_cast<double>(k) / static_cast<double>(arc_points - 1);
      out.push_back(
          moved(end > 0 ? way.q : way.p, way.along, end * radius * std::sin(t), way.left, -end * radius * std::cos(t)));
    }
  return out;
}

// The distance of a place to the left of the way.
double left_of(const Way& way, const DoublePoint& p) {
  return kernel::formulas::dot2d(p[0] - way.p[0], p[1] - way.p[1], way.left[0], way.left[1]);
}

// A triangle near the way, and the least and greatest distance to the left at which it lies.
struct NearTriangle {
  const WeightedArea::Triangle* triangle;
  double low, high;
};
std::vector<NearTriangle> near_triangles(const WeightedArea& area, const Way& way, double radius,
                                         const RouteTriangles& in) {
  std::vector<NearTriangle> out;
  for (const Index t : area.triangles_near(way.p, way.q, radius, in)) {
    const auto& corners = area.near(t).corners;
    const auto [low, high] =
        std::minmax({left_of(way, corners[0]), left_of(way, corners[1]), left_of(way, corners[2])});
    out.push_back({&area.near(t), low, high});
  }
  return out;
}

// Whether a point is in a triangle or on its boundary: barycentric coordinates (equations 11 to 21).
bool contains(const WeightedArea::Triangle& triangle, const DoublePoint& p) {
  const DoublePoint& v = triangle.corners[0];
  const double x1 = triangle.corners[1][0] - v[0], y1 = triangle.corners[1][1] - v[1];
  const double x2 = triangle.corners[2][0] - v[0], y2 = triangle.corners[2][1] - v[1];
  const double x = p[0] - v[0], y = p[1] - v[1];
  const double whole = kernel::formulas::determinant(x1, y1, x2, y2);
  const double b1 = kernel::formulas::determinant(x, y, x2, y2), b2 = kernel::formulas::determinant(x1, y1, x, y);
  return b1 >= 0 && b2 >= 0 && b1 + b2 <= whole;
}

double by_points(const WeightedArea& area, const AreaSampling& sampling, const Way& way, double radius,
                 const RouteTriangles& in) {
  const std::vector<DoublePoint> outline = polygon(way, radius, sampling.arc_points);
  std::vector<double> areas;  // of the fan of triangles at the first corner
  for (std::size_t k = 2; k < outline.size(); ++k)
    areas.push_back(std::max(orient2d(outline[0], outline[k - 1], outline[k]), 0.0));
  std::array<std::uint32_t, 8> seed;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto bits = std::bit_cast<std::uint64_t>((k < 2 ? way.p : way.q)[k % 2] + 0.0);
    seed[2 * k] = static_cast<std::uint32_t>(bits), seed[2 * k + 1] = static_cast<std::uint32_t>(bits >> 32);
  }
  std::seed_seq sequence(seed.begin(), seed.end());
  std::mt19937 random(sequence);
  std::discrete_distribution<std::size_t> pick(areas.begin(), areas.end());
  std::uniform_real_distribution<double> share(0, 1);
  const std::vector<NearTriangle> triangles = near_triangles(area, way, radius, in);
  double sum = 0;
  for (std::size_t k = 0; k < sampling.samples; ++k) {
    const std::size_t i = pick(random);
    const DoublePoint &u = outline[0], &v = outline[i + 1], &w = outline[i + 2];
    double a = share(random), b = share(random);
    // A point beyond the far side of the triangle is turned back into it, by half a turn about that side's middle.
    if (a + b > 1) a = 1 - a, b = 1 - b;
    const DoublePoint at = moved(u, {v[0] - u[0], v[1] - u[1]}, a, {w[0] - u[0], w[1] - u[1]}, b);
    const double left = left_of(way, at);
    // Where floors lie over one another the lightest counts.
    double least = HUGE_VAL;
    for (const NearTriangle& t : triangles) {
      if (t.low > left || left > t.high || !contains(*t.triangle, at)) continue;
      least = std::min(least, t.triangle->weight);
      if (area.triangulation().is_flat()) break;
    }
    if (least < HUGE_VAL) sum += least;
  }
  return capsule_size(way.p, way.q, radius) * sum / static_cast<double>(sampling.samples);
}

// The share of the way from p to q that is in a triangle.
std::optional<std::array<double, 2>> share_in(const WeightedArea::Triangle& triangle, const DoublePoint& p,
                                              const DoublePoint& q) {
  double low = 0, high = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const DoublePoint &a = triangle.corners[k], &b = triangle.corners[(k + 1) % 3];
    const double at_p = orient2d(a, b, p), at_q = orient2d(a, b, q);
    if (at_p < 0 && at_q < 0) return std::nullopt;
    if (at_p < 0) low = std::max(low, at_p / (at_p - at_q));
    else if (at_q < 0) high = std::min(high, at_p / (at_p - at_q));
  }
  if (low >= high) return std::nullopt;
  return std::array<double, 2>{low, high};
}

// The integral of weights along a line, over its length; along an edge, where two triangles overlap, the least weight
// counts.
double mean_along(const std::vector<NearTriangle>& triangles, double left, const DoublePoint& p, const DoublePoint& q) {
  std::vector<std::pair<std::array<double, 2>, double>> parts;
  std::vector<double> ends;
  for (const NearTriangle& t : triangles) {
    if (left < t.low || left > t.high) continue;
    if (const auto share = share_in(*t.triangle, p, q)) {
      parts.push_back({*share, t.triangle->weight});
      ends.insert(ends.end(), share->begin(), share->end());
    }
  }
  std::ranges::sort(ends);
  double sum = 0;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    double least = HUGE_VAL;
    for (const auto& [share, weight] : parts)
      if (share[0] <= ends[k - 1] && share[1] >= ends[k]) least = std::min(least, weight);
    if (least < HUGE_VAL) sum += least * (ends[k] - ends[k - 1]);
  }
  return sum;
}

double by_lines(const WeightedArea& area, const AreaSampling& sampling, const Way& way, double radius,
                const RouteTriangles& in) {
  const std::size_t n = std::max<std::size_t>(sampling.samples, 3);
  const double whole = std::hypot(way.q[0] - way.p[0], way.q[1] - way.p[1]);
  const auto angle = [&](std::size_t k) {
    return std::numbers::pi * static_cast<double>(k) / static_cast<double>(n - 1);
  };
  const std::vector<NearTriangle> triangles = near_triangles(area, way, radius, in);
  double cost = 0, lengths = 0, strips = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double up = radius * std::cos(angle(k)), ahead = k == 0 || k + 1 == n ? 0 : radius * std::sin(angle(k));
    const double length = whole + 2 * ahead;
    if (length == 0) continue;
    const double line = length * mean_along(triangles, up, moved(way.p, way.along, -ahead, way.left, up),
                                            moved(way.q, way.along, ahead, way.left, up));
    const double above = radius * std::cos(angle(k > 0 ? k - 1 : 0)),
                 below = radius * std::cos(angle(std::min(k + 1, n - 1)));
    cost += line, lengths += length, strips += line * (above - below) / 2;
  }
  if (sampling.estimator == AreaEstimator::strips) return strips;
  return lengths > 0 ? capsule_size(way.p, way.q, radius) * cost / lengths : 0;
}

}  // namespace

double capsule_size(const DoublePoint& p, const DoublePoint& q, double radius) {
  return 2 * radius * std::hypot(q[0] - p[0], q[1] - p[1]) + std::numbers::pi * radius * radius;
}

double estimate_area(const WeightedArea& area, const AreaSampling& sampling, const DoublePoint& p, const DoublePoint& q,
                     double radius, const RouteTriangles& in) {
  if (sampling.estimator == AreaEstimator::exact) return area.in_capsule(p, q, radius, in);
  const Way way = way_between(p, q);
  return sampling.estimator == AreaEstimator::points ? by_points(area, sampling, way, radius, in)
                                                     : by_lines(area, sampling, way, radius, in);
}

}  // namespace plumb::pipeline
