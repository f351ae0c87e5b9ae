// SPDX-License-Identifier: GPL-3.0-or-later
// Random polygons that share edges whole and in part, stand on each other's edges, lie over each other and touch in
// points: all by construction.
#pragma once
#include <rapidcheck.h>

#include <algorithm>

#include "plumb/partition/polygons.h"

namespace plumb::tests {

using PlanPoint = std::array<mpq_class, 2>;

inline int drawn(int low, int high) { return *rc::gen::resize(100, rc::gen::inRange(low, high + 1)); }

inline mpq_class turn(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// A convex outline, counter-clockwise, in a plane z = slope . (x, y) + height.
struct FlatPolygon {
  std::vector<PlanPoint> outline;
  std::array<mpq_class, 2> slope;
  mpq_class height;

  partition::Polygon polygon() const {
    partition::Polygon out;
    for (const auto& [x, y] : outline) out.push_back({x, y, slope[0] * x + slope[1] * y + height});
    return out;
  }
};

inline std::vector<PlanPoint> convex_hull(std::vector<PlanPoint> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<PlanPoint> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (const PlanPoint& p : points) {
      while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

class PolygonSoup {
 public:
  /// Draws polygons, most of them from an earlier one.
  explicit PolygonSoup(int count) {
    while (static_cast<int>(flat_.size()) < count)
      flat_.push_back(flat_.empty() || drawn(0, 5) == 0 ? fresh() : derived());
    if (drawn(0, 2) == 0) surround(flat_[0]);
    for (const FlatPolygon& p : flat_) polygons.push_back(p.polygon());
    for (partition::Polygon& p : polygons) {
      if (drawn(0, 3) == 0) insert_corner(p);
      if (p.size() > 3 && drawn(0, 9) == 0)
        p[static_cast<std::size_t>(drawn(0, 3))][2] += drawn(-1, 1);  // no plane any more
      std::rotate(p.begin(), p.begin() + drawn(0, 2), p.end());
    }
  }

  std::vector<partition::Polygon> polygons;

 private:
  static FlatPolygon fresh() {
    FlatPolygon out;
    while (out.outline.size() < 3) {
      std::vector<PlanPoint> points;
      for (int n = drawn(3, 6); n > 0; --n) points.push_back({drawn(0, 4), drawn(0, 4)});
      out.outline = convex_hull(points);
    }
    out.slope = {drawn(-1, 1), drawn(-1, 1)};
    out.height = drawn(0, 2);
    return out;
  }

  FlatPolygon derived() const {
    FlatPolygon out = flat_[static_cast<std::size_t>(drawn(0, static_cast<int>(flat_.size()) - 1))];
    const std::size_t k = static_cast<std::size_t>(drawn(0, static_cast<int>(out.outline.size()) - 1));
    const PlanPoint u = out.outline[k], v = out.outline[(k + 1) % out.outline.size()];
    static const mpq_class slides[] = {0, 0, 0, mpq_class(1, 2), mpq_class(-1, 3), 1};  // 1: only touching
    const mpq_class t = slides[drawn(0, 5)];
    const auto slide = [&](PlanPoint& p) {
      for (int i = 0; i < 2; ++i) p[i] += t * (v[i] - u[i]);
    };
    switch (drawn(0, 5)) {
      case 0:
      case 1:  // beyond the edge
        for (PlanPoint& p : out.outline) {
          for (int i = 0; i < 2; ++i) p[i] = u[i] + v[i] - p[i];
          slide(p);
        }
        turn_about(out, u, v);
        break;
      case 2:  // on the same side of it
        for (PlanPoint& p : out.outline) slide(p);
        turn_about(out, u, v);
        break;
      case 3:  // beyond the edge or on this side, on the middle of it
        for (PlanPoint& p : out.outline)
          for (int i = 0; i < 2; ++i) p[i] = (u[i] + v[i]) / 2 + (p[i] - (u[i] + v[i]) / 2) / (t == 0 ? -3 : 3);
        turn_about(out, u, v);
        break;
      case 4: out.height += drawn(-1, 1); break;
      default:  // beyond the corner
        for (PlanPoint& p : out.outline)
          for (int i = 0; i < 2; ++i) p[i] = 2 * u[i] - p[i];
    }
    return out;
  }

  // A neighbour beyond each edge.
  void surround(const FlatPolygon polygon) {
    for (std::size_t k = 0; k < polygon.outline.size(); ++k) {
      const PlanPoint &u = polygon.outline[k], &v = polygon.outline[(k + 1) % polygon.outline.size()];
      FlatPolygon& p = flat_.emplace_back(polygon);
      for (PlanPoint& c : p.outline)
        for (int i = 0; i < 2; ++i) c[i] = u[i] + v[i] - c[i];
      turn_about(p, u, v);
    }
  }

  // Keeps the heights over the line.
  static void turn_about(FlatPolygon& p, const PlanPoint& u, const PlanPoint& v) {
    const int s = drawn(-1, 1);
    const mpq_class nx = v[1] - u[1], ny = u[0] - v[0];
    p.slope[0] += s * nx;
    p.slope[1] += s * ny;
    p.height -= s * (nx * u[0] + ny * u[1]);
  }

  static void insert_corner(partition::Polygon& p) {
    kernel::ExactPoint middle;
    for (int i = 0; i < 3; ++i) middle[i] = (p[0][i] + p[1][i]) / 2;
    p.insert(p.begin() + 1, middle);
  }

  std::vector<FlatPolygon> flat_;
};

}  // namespace plumb::tests
