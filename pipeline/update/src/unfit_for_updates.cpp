// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/kernel/convex_relation.h"
#include "plumb/pipeline/nav_update.h"

namespace plumb::pipeline {
namespace {

kernel::PlanRing ring_of(const NavMesh& mesh, std::span<const NavMesh::PointIndex> corners) {
  kernel::PlanRing ring;
  for (const NavMesh::PointIndex p : corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
  return ring;
}

}  // namespace

std::optional<std::string> unfit_for_updates(const NavMesh& mesh) {
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
    for (const NavMesh::Facet& f : mesh.cells[c].facets)
      if (mesh.cells[c].stance >= 1 && kernel::normal_convex_ring(ring_of(mesh, f.ring())).empty())
        return "a facet of cell " + std::to_string(c) + " is not convex or has no area, seen from above";
  for (const NavMesh::Portal& p : mesh.portals)
    for (const auto& on : {p.on_a, p.on_b})
      if (const kernel::PlanRing ends = ring_of(mesh, on); ends[0] == ends[1])
        return "a portal of cells " + std::to_string(p.a) + " and " + std::to_string(p.b) + " is upright";
  return std::nullopt;
}

}  // namespace plumb::pipeline
