// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/walkable_environment.h"

#include <algorithm>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/cancellation.h"

namespace plumb::pipeline {

WalkableEnvironment walkable_environment(const NavMesh& mesh, kernel::Label stance) {
  WalkableEnvironment out = walkable_ways(mesh, stance);
  out.graph.conflicts = partition::find_conflicts(out.polygons);
  return out;
}

WalkableEnvironment walkable_ways(const NavMesh& mesh, kernel::Label stance) {
  WalkableEnvironment out;
  std::vector<partition::NodeId> node(mesh.cells.size());
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    cancellation_point(c);
    if (mesh.cells[c].open_to() < stance) continue;
    node[c] = out.graph.nodes++;
    out.source.push_back(c);
    partition::Polygon& polygon = out.polygons.emplace_back();
    for (const NavMesh::PointIndex p : outline(mesh, c)) polygon.push_back(mesh.points[p]);
  }
  const auto at = [&](const std::array<NavMesh::PointIndex, 2>& ends) {
    return std::array{mesh.points[ends[0]], mesh.points[ends[1]]};
  };
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i) {
    const NavMesh::Portal& p = mesh.portals[i];
    if (p.stance < stance) continue;
    out.graph.arcs.push_back({node[p.a], node[p.b]});
    out.segments.push_back({at(p.on_a), at(p.on_b)});
    out.portal.push_back(i);
  }
  return out;
}

WalkableEnvironment walkable_environment(const kernel::PointTable& points, const SurfaceSet& set) {
  WalkableEnvironment out;
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i) {
    if (set.surfaces[i].kind != SurfaceKind::traversable) continue;
    out.source.push_back(i);
    out.polygons.push_back(kernel::exact_corners(points, set.corners_of(set.surfaces[i])));
    std::ranges::reverse(out.polygons.back());  // they run clockwise
  }
  partition::PolygonEnvironment found = partition::environment_of(out.polygons);
  out.graph = std::move(found.graph);
  out.segments = std::move(found.segments);
  out.fully_connected = std::move(found.fully_connected);
  return out;
}

}  // namespace plumb::pipeline
