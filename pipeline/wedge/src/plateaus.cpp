// SPDX-License-Identifier: GPL-3.0-or-later
#include "plateaus.h"

#include <algorithm>

#include "plane_table.h"

namespace plumb::pipeline {

using Index = TriangleMesh::Index;

Index find_plateaus(TriangleMesh& mesh, const kernel::SlopeLimit& cone) {
  constexpr Index none = TriangleMesh::none;
  const auto beyond = neighbours(mesh);
  PlaneTable planes;
  const std::vector<PlaneTable::Index> plane = planes_of(mesh, planes);
  const auto alike = [&](Index t, Index other) {
    const Index a = planes[plane[t]].direction, b = planes[plane[other]].direction;
    if (a == b) return true;
    const PlaneTable::Direction &n = planes.direction(a), &m = planes.direction(b);
    const auto near = cone.within(n.near, m.near);
    return near ? *near : cone.within(n.normal, m.normal);
  };
  for (TriangleMesh::Triangle& t : mesh.triangles) t.plateau = none;
  Index count = 0;
  std::vector<Index> to_visit;
  for (const TriangleMesh::BoundaryEdge& e : mesh.boundary) {
    if (e.edge_class != EdgeClass::open || mesh.triangles[e.triangle].plateau != none) continue;
    const auto add = [&](Index t) {
      mesh.triangles[t].plateau = count;
      to_visit.push_back(t);
    };
    add(e.triangle);
    while (!to_visit.empty()) {
      const Index t = to_visit.back();
      to_visit.pop_back();
      for (const Index other : beyond[t])
        if (other != none && mesh.triangles[other].plateau == none && alike(e.triangle, other)) add(other);
    }
    ++count;
  }
  return count;
}

std::vector<std::vector<kernel::PolygonId>> plateau_surfaces(const TriangleMesh& mesh, Index count) {
  std::vector<std::vector<kernel::PolygonId>> out(count);
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    if (t.plateau != TriangleMesh::none && t.surface != kernel::no_polygon) out[t.plateau].push_back(t.surface);
  for (auto& list : out) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return out;
}

}  // namespace plumb::pipeline
