// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions at one point (docs/theory/definitions.md), by brute force over all polygons; shares no arithmetic
// with the pipeline.
#pragma once
#include <gmpxx.h>

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::tests {

class Pointwise {
 public:
  using Point = std::array<mpq_class, 3>;

  Pointwise(const kernel::PointTable& points, const pipeline::SurfaceSet& set) {
    for (const pipeline::Surface& s : set.surfaces) {
      Polygon p{s.kind, {}, {0, 0, 0}};
      for (const kernel::PointId id : set.corners_of(s)) {
        Point c;
        for (int k = 0; k < 3; ++k) c[k] = points.exact(id, k) / points.denominator();
        p.corners.push_back(c);
      }
      for (std::size_t i = 0; i < p.corners.size(); ++i)  // Newell's normal
        for (int k = 0; k < 3; ++k) {
          const Point &a = p.corners[i], &b = p.corners[(i + 1) % p.corners.size()];
          const int l = (k + 1) % 3, m = (k + 2) % 3;
          p.normal[k] += (a[l] - b[l]) * (a[m] + b[m]);
        }
      polygons_.push_back(std::move(p));
    }
  }

  struct Truth {
    std::optional<mpq_class> height;  ///< of the place; none: above nothing
    std::optional<mpq_class> clearance;
    std::map<kernel::PolygonId, kernel::PolygonId> traversables;  ///< there, each with its lowest coplanar traversable
  };

  /// What is at the first height at or below p.
  Truth at(const Point& p) const {
    std::map<mpq_class, std::vector<kernel::PolygonId>> heights;
    for (kernel::PolygonId i = 0; i < polygons_.size(); ++i)
      if (polygons_[i].kind != pipeline::SurfaceKind::vertical && covers(polygons_[i], p))
        heights[height(polygons_[i], p)].push_back(i);
    Truth t;
    auto above = heights.upper_bound(p[2]);
    if (above == heights.begin()) return t;
    const auto here = std::prev(above);
    t.height = here->first;
    if (above != heights.end()) t.clearance = mpq_class(above->first - here->first);
    for (const kernel::PolygonId i : here->second) {
      if (polygons_[i].kind != pipeline::SurfaceKind::traversable) continue;
      t.traversables[i] = i;
      for (const kernel::PolygonId j : here->second) {
        const bool stands = polygons_[j].kind == pipeline::SurfaceKind::traversable;
        if (j < t.traversables[i] && stands && coplanar(polygons_[i], polygons_[j])) t.traversables[i] = j;
      }
    }
    return t;
  }

 private:
  struct Polygon {
    pipeline::SurfaceKind kind;
    std::vector<Point> corners;
    Point normal;
  };

  // On no outer side of any edge, whichever way round the corners are.
  static bool covers(const Polygon& polygon, const Point& p) {
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
      const Point &a = polygon.corners[i], &b = polygon.corners[(i + 1) % polygon.corners.size()];
      const mpq_class turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
      if (sgn(turn) * sgn(polygon.normal[2]) < 0) return false;
    }
    return true;
  }
  static mpq_class height(const Polygon& polygon, const Point& p) {
    const Point& c = polygon.corners[0];
    return c[2] - (polygon.normal[0] * (p[0] - c[0]) + polygon.normal[1] * (p[1] - c[1])) / polygon.normal[2];
  }
  static bool coplanar(const Polygon& a, const Polygon& b) {
    for (const Point& c : b.corners)
      if (height(a, c) != c[2]) return false;
    return true;
  }

  std::vector<Polygon> polygons_;
};

}  // namespace plumb::tests
