// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/triangle_nav_mesh.h"

#include "merge_triangles.h"
#include "plumb/kernel/point_numbering.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

// Numbers the points of the navmesh, which has each place once; points that no cell uses are left out.
std::vector<NavMesh::PointIndex> number_points(const TriangleMesh& triangles, const TriangleCells& cells,
                                               NavMesh& mesh) {
  std::vector<bool> used(triangles.points.size());
  for (const TriangleCells::Facet& f : cells.facets)
    for (const Index p : f.corners) used[p] = true;
  for (const TriangleCells::Portal& p : cells.portals) used[p.ends[0]] = used[p.ends[1]] = true;
  std::vector<ExactPoint> points;
  kernel::PointNumbering numbering(points);
  std::vector<NavMesh::PointIndex> number(triangles.points.size());
  for (Index i = 0; i < used.size(); ++i)
    if (used[i]) number[i] = numbering(triangles.points[i]);
  mesh.points = MeshPoints(std::move(points));
  return number;
}

}  // namespace

NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal) {
  constexpr kernel::Label stance = 1;
  const TriangleCells cells = merge_triangles(triangles, goal);
  NavMesh out;
  out.info = std::move(info);
  out.denominator = denominator;
  const std::vector<NavMesh::PointIndex> number = number_points(triangles, cells, out);
  out.cells.resize(cells.count);
  for (const TriangleCells::Facet& f : cells.facets) {
    out.cells[f.cell].stance = stance;
    NavMesh::Facet& facet = out.cells[f.cell].facets.emplace_back();
    facet.surface = f.surface;
    if (facet.surface != kernel::no_polygon) facet.face = set.surfaces[facet.surface].face;
    for (const Index p : f.corners) facet.corners.push_back(number[p]);
  }
  out.portals.reserve(cells.portals.size());
  for (const TriangleCells::Portal& p : cells.portals) {
    const std::array ends{number[p.ends[0]], number[p.ends[1]]};
    out.portals.push_back({p.a, p.b, PortalKind::flush, stance, ends, ends});
  }
  return out;
}

}  // namespace plumb::pipeline
