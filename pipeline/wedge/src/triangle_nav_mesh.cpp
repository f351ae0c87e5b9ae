// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/triangle_nav_mesh.h"

#include <algorithm>

#include "plumb/kernel/point_numbering.h"

namespace plumb::pipeline {

NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles) {
  constexpr kernel::Label stance = 1;
  NavMesh out;
  out.info = std::move(info);
  out.denominator = denominator;
  // A navmesh has each point once.
  std::vector<ExactPoint> points;
  points.reserve(triangles.points.size());
  kernel::PointNumbering numbering(points);
  std::vector<NavMesh::PointIndex> number;
  number.reserve(triangles.points.size());
  for (const ExactPoint& p : triangles.points) number.push_back(numbering(p));
  out.points = MeshPoints(std::move(points));
  const auto beyond = neighbours(triangles);
  for (TriangleMesh::Index t = 0; t < triangles.triangles.size(); ++t) {
    const TriangleMesh::Triangle& triangle = triangles.triangles[t];
    NavMesh::Facet facet;
    facet.surface = triangle.surface;
    if (facet.surface != kernel::no_polygon) facet.face = set.surfaces[facet.surface].face;
    for (const TriangleMesh::Index c : triangle.corners) facet.corners.push_back(number[c]);
    for (std::size_t i = 0; i < 3; ++i)
      if (beyond[t][i] != TriangleMesh::none && t < beyond[t][i]) {
        const std::array ends{facet.corners[i], facet.corners[(i + 1) % 3]};
        out.portals.push_back({t, beyond[t][i], PortalKind::flush, stance, ends, ends});
      }
    out.cells.push_back({stance, {std::move(facet)}});
  }
  std::sort(out.portals.begin(), out.portals.end(),
            [](const auto& p, const auto& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
  return out;
}

}  // namespace plumb::pipeline
