// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenes made by hand for the stages before the decomposition, and what must hold of convex polygons, by brute force.
#include <gmpxx.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::test {

using Point = std::array<long, 3>;
using Face = std::vector<kernel::PointId>;

inline pipeline::Scene scene_of(const std::vector<Point>& points, const std::vector<Face>& faces, int shift = 0) {
  pipeline::Scene s;
  s.file = "test.obj";
  std::vector<mpz_class> xyz;
  for (const Point& p : points)
    for (const long v : p) xyz.push_back(mpz_class(v) << shift);
  s.points = kernel::PointTable::from_integers(std::move(xyz), 1);
  s.face_begin = {0};
  for (const Face& f : faces) {
    s.face_points.insert(s.face_points.end(), f.begin(), f.end());
    s.face_begin.push_back(static_cast<std::uint32_t>(s.face_points.size()));
  }
  return s;
}

/// The planes that flat figures are drawn on: level, tilted, and vertical along y, x and a diagonal.
using Lift = Point (*)(long, long);
inline const std::vector<std::pair<std::string, Lift>> lifts = {
    {"level",
     [](long x, long y) {
       return Point{x, y, 7};
     }},
    {"tilted",
     [](long x, long y) {
       return Point{x, y, 2 * x - 3 * y};
     }},
    {"upside down",
     [](long x, long y) {
       return Point{y, x, x};
     }},
    {"wall along y",
     [](long x, long y) {
       return Point{5, x, y};
     }},
    {"wall along x",
     [](long x, long y) {
       return Point{x, 5, y};
     }},
    {"wall across",
     [](long x, long y) {
       return Point{x, x + 1, y};
     }},
};

/// Twice the vector area of a polygon.
inline std::array<mpq_class, 3> twice_area(const kernel::PointTable& t, std::span<const kernel::PointId> c) {
  std::array<mpq_class, 3> sum{0, 0, 0};
  for (std::size_t k = 0; k < c.size(); ++k) {
    const auto p = c[k], q = c[(k + 1) % c.size()];
    for (int a = 0; a < 3; ++a) {
      const int i = (a + 1) % 3, j = (a + 2) % 3;
      sum[a] += t.exact(p, i) * t.exact(q, j) - t.exact(p, j) * t.exact(q, i);
    }
  }
  return sum;
}

/// The vector areas of all surfaces, each turned to its file orientation where it is not vertical.
inline std::array<mpq_class, 3> total_area(const kernel::PointTable& t, const pipeline::SurfaceSet& set) {
  std::array<mpq_class, 3> sum{0, 0, 0};
  for (const auto& s : set.surfaces) {
    const auto a = twice_area(t, set.corners_of(s));
    for (int k = 0; k < 3; ++k) sum[k] += s.faces_up ? mpq_class(-a[k]) : a[k];
  }
  return sum;
}

/// Every corner lies on the inner side of, or on, every edge's line, and every corner is in one plane: by all pairs.
/// That a boundary winds once follows, as its vector area is not zero along the axis looked at and corners differ.
inline bool convex_and_planar(const kernel::PointTable& t, std::span<const kernel::PointId> c) {
  const auto n = twice_area(t, c);
  if (n[0] == 0 && n[1] == 0 && n[2] == 0) return false;
  const auto at = [&](std::size_t k, int axis) { return t.exact(c[k % c.size()], axis); };
  for (std::size_t k = 0; k < c.size(); ++k) {
    mpq_class e[3];
    for (int a = 0; a < 3; ++a) e[a] = at(k + 1, a) - at(k, a);
    for (std::size_t m = 0; m < c.size(); ++m) {
      mpq_class d[3], height = 0, inward = 0;
      for (int a = 0; a < 3; ++a) d[a] = at(m, a) - at(k, a);
      for (int a = 0; a < 3; ++a) {
        height += n[a] * d[a];
        inward += n[a] * (e[(a + 1) % 3] * d[(a + 2) % 3] - e[(a + 2) % 3] * d[(a + 1) % 3]);
      }
      if (height != 0 || inward < 0) return false;
      for (std::size_t o = 0; o < m; ++o)
        if (c[o] == c[m]) return false;
    }
  }
  return true;
}

/// The surface's corners in file order again.
inline Face in_file_order(const pipeline::SurfaceSet& set, const pipeline::Surface& s) {
  const auto c = set.corners_of(s);
  Face f(c.begin(), c.end());
  if (s.faces_up) std::reverse(f.begin() + 1, f.end());
  return f;
}

/// Adds a boundary as a chain: how often each edge is run, less how often its reverse is.
inline void add_chain(std::map<std::pair<kernel::PointId, kernel::PointId>, int>& chain, const Face& f, int times) {
  for (std::size_t k = 0; k < f.size(); ++k) {
    const auto a = f[k], b = f[(k + 1) % f.size()];
    int& count = chain[std::minmax(a, b)];
    count += a < b ? times : -times;
    if (count == 0) chain.erase(std::minmax(a, b));
  }
}

}  // namespace plumb::test
