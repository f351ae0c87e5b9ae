// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::bench {

/// A point in space, in the navmesh's axes.
using Place = std::array<double, 3>;

/// Places a hundredth above the floor: uniform by area over facets, drawn in binary32.
inline std::vector<Place> draw_places(const pipeline::NavMesh& mesh, std::size_t count, std::mt19937_64& random) {
  const auto share = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  struct Triangle {
    std::array<Place, 3> at;
    double area;  // of all up to this one
  };
  std::vector<Triangle> triangles;
  double area = 0;
  for (const pipeline::NavMesh::Cell& cell : mesh.cells) {
    if (cell.open_to() < 1) continue;
    for (const pipeline::NavMesh::Facet& f : cell.facets)
      for (std::size_t i = 1; i + 1 < f.corners.size(); ++i) {
        const auto corner = [&](std::size_t k) { return pipeline::rounded_doubles(mesh.points, f.corners[k]); };
        const std::array<Place, 3> t{corner(0), corner(i), corner(i + 1)};
        area += (t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[1][1] - t[0][1]) * (t[2][0] - t[0][0]);
        triangles.push_back({t, area});
      }
  }
  std::vector<Place> out;
  while (out.size() < count) {
    const auto t = std::ranges::lower_bound(triangles, share() * area, {}, &Triangle::area);
    double u = share(), v = share();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    Place p;
    for (std::size_t k = 0; k < 3; ++k)
      p[k] = static_cast<float>(t->at[0][k] + u * (t->at[1][k] - t->at[0][k]) + v * (t->at[2][k] - t->at[0][k]));
    p[2] = static_cast<float>(p[2] + 0.01);
    out.push_back(p);
  }
  return out;
}

}  // namespace plumb::bench
